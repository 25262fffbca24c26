import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Inlined assets would be data: addresses, which the Content-Security-Policy refuses.
  build: { assetsInlineLimit: 0, sourcemap: false },
});
