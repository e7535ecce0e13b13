import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `nx serve api` listens. */
const api = `http://localhost:${process.env['PORT'] ?? 3000}`;

/** React Router's exports lead to its development build, whatever the mode; this one warns of nothing. */
const router = join(dirname(createRequire(import.meta.url).resolve('react-router')), '../production');

export default defineConfig(({ command }) => ({
  plugins: [react(), mantineStyles(), namedScreens(), compressed()],
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: join(router, 'index.mjs') },
            { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
          ]
        : [],
  },
  server: { port: 5173, host: 'localhost', proxy: { '/trpc': api, '/api': api, '/media': api } },
  build: {
    target: 'baseline-widely-available',
    // The first versions that know light-dark(). For older ones Vite would write it in another way, which works only
    // where `color-scheme` stands in the same file, and here Mantine's own styles set it.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 400,
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
                { name: 'first', test: /\/src\/(start|ui\/waitingToast)\.ts$|vite\/preload-helper/, priority: 2 },
                // The frame around every screen, with all that it needs: one file compresses better than many.
                {
                  name: 'frame',
                  test: /\/src\/layout\/(?!UserMenu)|\/@mantine\/core\/esm\/components\/(ActionIcon|Avatar|Card|Container|Group|SimpleGrid|Skeleton|Stack|Text|Title)\//,
                  priority: 2,
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
        rolldownOptions: { input: 'src/entry-server.tsx', output: { codeSplitting: false } },
      },
      // One file that needs no packages and is React's production build whatever the server's NODE_ENV.
      resolve: { noExternal: true, conditions: ['module', 'node', 'production'] },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
}));

/**
 * Mantine's styles, of those components only that a screen uses, beside that screen's code:
 * each component's class names bring its style sheet. Every sheet is a cascade layer of its
 * own, and the layers' order is told first, so it does not matter which sheet arrives when;
 * the product's own rules are in no layer and win. The development server takes all styles.
 */
function mantineStyles(): Plugin {
  const BASE = ['baseline', 'default-css-variables', 'global'];
  const folder = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.css'));
  const sheet = (name: string) => `@mantine/core/styles/${name}.layer.css`;
  const id = 'virtual:mantine.css';
  let isBuild = false;
  return {
    name: 'marquee:mantine-styles',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      if (!isBuild) return `@import '@mantine/core/styles.layer.css';`;
      return `@layer ${layersInOrder(folder, BASE).join(', ')};\n${BASE.map((name) => `@import '${sheet(name)}';`).join('\n')}`;
    },
    transform(code, source) {
      if (!isBuild) return undefined;
      const [, used] = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(source) ?? [];
      if (used !== undefined) return { code: `import '${sheet(used)}';\n${code}`, map: null };
      const [, name] = /\/@mantine\/core\/styles\/([\w-]+)\.layer\.css$/.exec(source) ?? [];
      return name === undefined
        ? undefined
        : { code: code.replace('@layer mantine {', `@layer mantine.${name} {`), map: null };
    },
  };
}

/** Mantine's own order: that of its whole style sheet. */
function layersInOrder(folder: string, base: readonly string[]): string[] {
  const whole = readFileSync(join(folder, '../styles.css'), 'utf8');
  const place = (name: string) =>
    whole.indexOf(/m_[0-9a-f]+/.exec(readFileSync(join(folder, `${name}.css`), 'utf8'))?.[0] ?? name);
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.layer.css'))
    .map((file) => file.replace('.layer.css', ''));
  const components = names.filter((name) => !base.includes(name)).toSorted((a, b) => place(a) - place(b));
  return [...base, ...components].map((name) => `mantine.${name}`);
}

/** For the server's build: each screen says in which file it is, as Vite's manifest names it. */
function namedScreens(): Plugin {
  const root = import.meta.dirname;
  return {
    name: 'marquee:named-screens',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: (code, source) =>
      /\/src\/pages\/\w+Page\.tsx$/.test(source)
        ? { code: `${code}\nexport const source = ${JSON.stringify(relative(root, source))};`, map: null }
        : undefined,
  };
}

/** Beside every text file of the browser's build: the same, compressed as far as it goes. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'marquee:compressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
        (file) => /\.(js|css|svg|json|txt)$/.test(file) && !file.startsWith('.'),
      );
      await Promise.all(
        files.map(async (file) => {
          const content = readFileSync(join(dir, file));
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          };
          writeFileSync(join(dir, `${file}.br`), await brotli(content, { params }));
          writeFileSync(join(dir, `${file}.gz`), await zip(content, { level: 9 }));
        }),
      );
    },
  };
}
