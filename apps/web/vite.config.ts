import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `nx serve api` listens. */
const api = `http://localhost:${process.env['PORT'] ?? 3000}`;

export default defineConfig({
  plugins: [react()],
  server: { port: 5173, host: 'localhost', proxy: { '/trpc': api, '/api': api, '/media': api } },
  build: {
    target: 'baseline-widely-available',
    // The first versions that know light-dark(). For older ones Vite would write it in another way, which works only where
    // `color-scheme` stands in the same file, and here Mantine's own styles set it.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 400,
  },
});
