import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { BRAND_COLORS, PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/brand';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The URL on which `nx serve api` listens. */
const api = `http://localhost:${process.env['PORT'] ?? 3000}`;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string };

export default defineConfig({
  define: { 'import.meta.env.MARQUEE_VERSION': JSON.stringify(version) },
  plugins: [react(), productName(), screenSources(), compressedCopies()],
  server: { port: 5173, host: 'localhost', proxy: { '/trpc': api, '/api': api, '/media': api } },
  build: {
    target: 'baseline-widely-available',
    // The first versions that support light-dark(). For older versions, Vite would rewrite it in a way that only
    // works if the same file sets `color-scheme`, but Mantine's style sheet sets it.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 400,
  },
  // Builds the app for the browser and then for the server, which renders pages with it
  // (apps/api/src/http/pages.ts).
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
            // By default, each set of shared modules becomes a separate file. A page would then load about 70
            // scripts, which compress less well (8 to 16 KB more), and up to 18 style sheets, which delay its first
            // paint.
            codeSplitting: {
              groups: [
                // Keeps the modules that start.ts imports in a chunk of their own, so that the first script does not
                // load the app.
                { name: 'start', test: /\/src\/start\.ts$/, priority: 2 },
                // The small modules that the layout loads on every page. In a file each, they compress 2.5 KB worse.
                {
                  name: 'layout',
                  test: /\/lucide-react\/.*\/icons\/(bookmark|calendar-check|message-circle|package|wallet|x|search)\.m?js|\/(operatorTerms|roles|screenAccess|session|windows)\.ts$|(use-disclosure|use-window-event|VisuallyHidden|LazyPart|UserAvatarButton|SkipLink|CountBadge)\.(mjs|tsx)/,
                  priority: 2,
                },
                { name: 'styles', test: /\.module\.css$/, minShareCount: 4, priority: 1 },
                // The build has about 120 lazily loaded chunks, 75 of which are pages. Modules used by at least 60
                // of these chunks go into one shared chunk.
                { name: 'shared', minShareCount: 60 },
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
      // Bundles all dependencies into a single file for the server, with React's production build.
      resolve: { noExternal: true, conditions: ['module', 'node', 'production'] },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
});

/** Inserts the name "Marquee", the tagline and the brand colors into index.html. */
function productName(): Plugin {
  return {
    name: 'marquee:product-name',
    transformIndexHtml: (html) =>
      html
        .replace('%PRODUCT_NAME%', PRODUCT_NAME)
        .replace('%TAGLINE%', PRODUCT_TAGLINE)
        .replace('%LIGHT_PAGE%', BRAND_COLORS.gray[0])
        .replace('%DARK_PAGE%', BRAND_COLORS.dark[8]),
  };
}

/** Adds to each page module of the server build its own source path, which is the page's key in Vite's manifest. */
function screenSources(): Plugin {
  return {
    name: 'marquee:screen-sources',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: (code, id) =>
      /\/src\/pages\/\w+\/\w+Page\.tsx$/.test(id)
        ? { code: `${code}\nexport const source = ${JSON.stringify(relative(import.meta.dirname, id))};`, map: null }
        : undefined,
  };
}

/**
 * Writes a .br and a .gz copy of every text file of the browser build, for the `preCompressed` option of
 * @fastify/static.
 */
function compressedCopies(): Plugin {
  return {
    name: 'marquee:compressed-copies',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
        (file) => /\.(js|css|svg|json|txt)$/.test(file) && !file.startsWith('.'),
      );
      await Promise.all(
        files.map(async (file) => {
          const content = readFileSync(join(dir, file));
          writeFileSync(join(dir, `${file}.br`), await promisify(brotliCompress)(content));
          writeFileSync(join(dir, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}
