import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  compressed,
  leanIcons,
  leanRouter,
  leanStyles,
  mantineStyles,
  namedProduct,
  namedScreens,
  MANTINE_STYLES,
} from './src/ssr/plugins.ts';
import { shortNames } from './src/ssr/names.ts';

/** Where `nx serve api` listens. */
const api = `http://localhost:${process.env['PORT'] ?? 3000}`;

/** React Router's exports lead to its development build, whatever the mode; this one warns of nothing. */
const router = join(dirname(createRequire(import.meta.url).resolve('react-router')), '../production');

export default defineConfig(({ command }) => {
  const names = command === 'build' ? shortNames(import.meta.dirname, MANTINE_STYLES) : undefined;
  return {
    plugins: [react(), mantineStyles(names), leanRouter(), leanIcons(), namedProduct(), namedScreens(), compressed()],
    resolve: {
      alias:
        command === 'build'
          ? [
              { find: /^react-router$/, replacement: join(router, 'index.mjs') },
              { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
            ]
          : [],
    },
    css: {
      postcss: { plugins: [leanStyles(names)] },
      ...(names && { modules: { generateScopedName: names.own } }),
    },
    server: { port: 5173, host: 'localhost', proxy: { '/trpc': api, '/api': api, '/media': api } },
    build: {
      target: 'baseline-widely-available',
      // The first versions that know light-dark(). For older ones Vite would write it in another way, which works only
      // where `color-scheme` stands in the same file, and here Mantine's own styles set it.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      chunkSizeWarningLimit: 400,
      modulePreload: { resolveDependencies: (_, deps) => deps.filter((d) => d.endsWith('.css')) },
    },
    // One build for the browser, then one for the server that draws public pages (apps/api/src/http/pages.ts loads it).
    builder: {
      buildApp: async (builder) => {
        for (const name of ['client', 'ssr']) {
          const environment = builder.environments[name];
          if (environment !== undefined) await builder.build(environment);
        }
      },
    },
    environments: {
      client: {
        build: {
          outDir: 'dist',
          manifest: true,
          emptyOutDir: true,
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // What the first script needs stays apart, or it would bring everything with it.
                  {
                    name: 'first',
                    test: /\/src\/(ssr\/start|ui\/waitingToast)\.ts$|vite\/preload-helper/,
                    priority: 4,
                  },
                  // A drawn page has these whole (ssr/styles.ts): fonts that come a second time could flicker.
                  { name: 'fonts', test: /\/src\/fonts\.css$/, priority: 5 },
                  // The frame around every screen, with all that it needs: one file compresses better than many.
                  {
                    name: 'frame',
                    test: /\/src\/(layout\/(?!UserMenu|SessionEnded|Palette\.|places|LiveUpdates)|ui\/(clock|plain|plural|Notice|PageSkeleton|Compact|Icon|Money|PageHeader|RouteError|Head|EmptyState|Portrait|When|StructuredData|tellFailure)\.(tsx?|module\.css)$|features\/packages\/(Price|PackageFacts)\.)|\/validation\/src\/(limits|picture|creator|search|day)\.|\/booking\/src\/availability\.|\/react-dom\/index\./,
                    priority: 3,
                  },
                  // The looks of what lists of creators and profiles share; their code would bring all that it needs.
                  {
                    name: 'market',
                    test: /\/src\/features\/.*\/(Compare|SaveButton|NextPlace|PopularBadge)\.module\.css$/,
                    priority: 2,
                  },
                  // The fields of public pages: Mantine's class names without what draws with them.
                  {
                    name: 'fields',
                    test: /\/src\/ui\/plainFields\.tsx$|\/(Input|InlineInput|Checkbox)\.module\.mjs$/,
                    priority: 2,
                  },
                  // What lists of creators and profiles share besides: many small files compress worse than one.
                  {
                    name: 'creators',
                    test: /\/src\/features\/(saved\/(SaveButton|marks)|discovery\/(Compare|useFind)|availability\/(NextPlace|words)|packages\/PopularBadge)\.tsx?$/,
                    priority: 1,
                  },
                  // What screens with forms and dialogs need besides: Mantine's engine.
                  {
                    name: 'engine',
                    test: /\/@mantine\/core\/esm\/(core|components\/Input)\/(?!.*\.module\.)/,
                    priority: 1,
                  },
                ],
              },
            },
          },
        },
      },
      ssr: {
        build: {
          outDir: 'dist/server',
          emptyOutDir: true,
          copyPublicDir: false,
          minify: false,
          target: 'node24',
          rolldownOptions: { input: 'src/ssr/entry-server.tsx', output: { codeSplitting: false } },
        },
        // One file that needs no packages and is React's production build whatever the server's NODE_ENV.
        resolve: { noExternal: true, conditions: ['module', 'node', 'production'] },
        define: { 'process.env.NODE_ENV': '"production"' },
      },
    },
  };
});
