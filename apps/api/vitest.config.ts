import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: ['./test/global-setup.ts'],
    // Files wait more than they work, for Stripe, jobs and the database: twice as many as a laptop's cores.
    maxWorkers: 4,
    // Loading the product anew for each file is a third of the work; each file has its own database, clock and server.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
