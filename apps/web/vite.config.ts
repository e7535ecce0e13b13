import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `nx serve api` listens. */
const api = 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  server: { port: 5173, host: 'localhost', proxy: { '/trpc': api, '/api': api, '/media': api } },
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 400 },
});
