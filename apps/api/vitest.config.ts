import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.spec.ts', 'test/**/*.spec.ts'],
    globalSetup: ['./test/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes; how soon depends on what else the machine does.
    expect: { poll: { timeout: 60_000 } },
  },
});
