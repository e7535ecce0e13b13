import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'stripe-stand-in', testTimeout: 300_000, hookTimeout: 300_000 } });
