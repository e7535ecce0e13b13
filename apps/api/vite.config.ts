/** The server as few files: loading hundreds takes most of the start (measured: 1.0 s of CPU, 0.5 s as built here). */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * Packages that are not bundled, because they have native parts, read files next to their code, or are loaded only on
 * demand.
 */
export const APART = [
  '@aws-sdk/client-s3',
  '@fastify/otel',
  '@myriaddreamin/typst-ts-web-compiler',
  '@node-rs/argon2',
  // Traces patch these modules while they are loaded (process/tracing.ts), so they cannot be part of the bundle.
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/instrumentation',
  '@opentelemetry/instrumentation-http',
  '@opentelemetry/instrumentation-pg',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@scalar/fastify-api-reference',
  'fxa-common-password-list',
  'nodemailer',
  'pg',
  'pg-native',
  'pino',
  'satori',
  'sharp',
];

export default defineConfig({
  // The server reads migrations and repeatable SQL from files next to its code (db/migrate.ts).
  plugins: [
    {
      name: 'copy-sql',
      writeBundle({ dir }) {
        for (const folder of ['migrations', 'repeatable'])
          cpSync(join('src/db', folder), join(dir ?? 'dist', folder), { recursive: true });
      },
    },
  ],
  build: {
    ssr: true,
    target: 'node24',
    sourcemap: true,
    // Names stay readable, because stack traces contain them.
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/process/main.ts',
        // A process of its own (pictures.decoding.ts).
        'pictures.decoder': 'src/modules/catalog/pictures/pictures.decoder.ts',
        // Another one (documents.service.ts).
        'documents.drawer': 'src/modules/money/documents/documents.drawer.ts',
        // Commands for operators. An installation contains only the built product.
        backup: 'src/process/backup/backup.ts',
        restore: 'src/process/backup/restore.ts',
        admin: 'src/process/grant-admin.ts',
        migrate: 'src/process/migrate.ts',
        'health-check': 'src/process/health-check.ts',
        'check-money': '../../tools/money/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: APART },
});
