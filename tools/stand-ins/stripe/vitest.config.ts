import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'stripe-stand-in', testTimeout: 30_000, hookTimeout: 30_000 } });
