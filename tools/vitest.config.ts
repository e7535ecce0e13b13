import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'tools',
    include: ['**/*.spec.ts'],
    exclude: [...configDefaults.exclude, 'stand-ins/**'],
    maxWorkers: 6,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
