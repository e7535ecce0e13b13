import { defineConfig } from 'vitest/config';

// Each project sets its number of workers itself, because projects do not inherit settings from this file.
export default defineConfig({
  test: { projects: ['apps/api', 'apps/web', 'libs/*', 'tools', 'tools/stand-ins/stripe'] },
});
