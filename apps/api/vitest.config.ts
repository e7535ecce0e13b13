import { defineConfig } from 'vitest/config';

// Slowness shows as a failure. The deep tests share the machine with a soak that kills processes: they get more time.
const patience = process.env['DEEP'] === '1' ? 3 : 1;

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: ['./test/support/global-setup.ts'],
    // Files wait more than they work, for Stripe, jobs and the database: twice as many as a laptop's cores.
    maxWorkers: 6,
    // Loading the product anew for each file is a third of the work; each file has its own database, clock and server.
    isolate: false,
    testTimeout: 30_000 * patience,
    hookTimeout: 30_000 * patience,
    expect: { poll: { timeout: 10_000 * patience } },
  },
});
