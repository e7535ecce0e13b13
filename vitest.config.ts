import { defineConfig } from 'vitest/config';

// A test file waits more than it computes, so the default of one worker fewer than there are cores is too few.
export default defineConfig({ test: { projects: ['apps/api', 'libs/*', 'tools'], maxWorkers: '100%' } });
