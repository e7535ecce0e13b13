import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { mantineStyles } from './src/ssr/plugins.ts';

export default defineConfig({
  plugins: [react(), mantineStyles()],
  test: { name: 'web', css: true, server: { deps: { inline: [/@mantine\/core/] } } },
});
