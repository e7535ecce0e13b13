import { defineConfig } from 'vitest/config';

// Each project says itself how many workers it may have: what stands here is not inherited.
export default defineConfig({
  test: { projects: ['apps/api', 'apps/web', 'libs/*', 'tools', 'tools/stand-ins/stripe'] },
});
