import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    // Nothing is inlined: the pictures are hashed files, and the Content-Security-Policy stays simple.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
  // The server entry carries its own libraries: it then starts with one file read.
  ssr: { noExternal: true },
})
