import { defineConfig } from 'vitest/config';

/** Ends a test that hangs. It is far longer than any test takes on a slow machine, so that slowness fails no test. */
const HANG_MS = 900_000;

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: ['./test/support/global-setup.ts'],
    // Files wait more than they work, for Stripe, jobs and the database: twice as many as a laptop's cores.
    maxWorkers: 6,
    // Loading the product anew for each file is a third of the work; each file has its own database, clock and server.
    isolate: false,
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    // For the same reason as in test/support/wait.ts.
    expect: { poll: { timeout: 240_000 } },
  },
});
