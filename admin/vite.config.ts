import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './vite/compressed-files';
import { PDF_FILES, pdfFiles } from './vite/pdf-files';
import { preloadFont } from './vite/preload-font';
import { textFiles, textsStamp } from './vite/text-files';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const locales = here('./src/locales');
const api = process.env.ADMIN_API ?? 'http://127.0.0.1:3000';
/** Of an address that paths are written behind. */
const root = (given = '') => JSON.stringify(given.replace(/\/+$/, ''));
/** Everything the server answers itself; the rest is the admin's own route. */
const served = ['/api', '/health', '/media', '/files', '/verify', '/dev', '/Common', '/Customer', '/CustomerMaster'];

export default defineConfig({
  base: '/',
  plugins: [react(), textFiles(locales), pdfFiles(), preloadFont(), compressedFiles(here('./dist'))],
  resolve: {
    alias: { '@contract': here('../src/contract'), '@': here('./src') },
    dedupe: ['react', 'react-dom', 'antd', '@refinedev/core', '@tanstack/react-query', 'react-router'],
  },
  // Texts are fetched, not bundled; the stamp makes a new release fetch new texts past any cache.
  define: {
    __API_ROOT__: root(process.env.ADMIN_API_ROOT),
    __FILES_ROOT__: root(process.env.ADMIN_FILES_ROOT),
    __PDF_FILES__: JSON.stringify(PDF_FILES),
    __TEXTS__: JSON.stringify(textsStamp(locales)),
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    // The polyfill would be one more script on the sign-in page; every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
    // No data: addresses, so that the content security policy can stay narrow.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Refine imports them for what we do not use (its own CSV import, its telemetry of errors, its Markdown field and
        // layout): nothing happens by loading them.
        moduleSideEffects: [
          { test: /node_modules[\\/](papaparse|error-stack-parser|stackframe|pluralize)[\\/]/, sideEffects: false },
          { test: /node_modules[\\/](react-markdown|remark-gfm|@ant-design[\\/]pro-[a-z]+)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          // antd is NOT grouped: one group of all of it costs each page 200 KB. What the first page needs is two files:
          // packages, which stay from release to release, and our own.
          groups: [
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/]/, priority: 30 },
            { name: 'first', tags: ['$initial'], priority: 20 },
            // What most pages share, in one file: each file costs a request and its headers. Calendars come with forms.
            {
              name: 'shared',
              test: /node_modules[\\/](?!rc-picker|antd[\\/]es[\\/]date-picker)|src[\\/]components[\\/](use-narrow|page-header)\.ts/,
              minShareCount: 14,
              priority: 10,
            },
            // Two small files of one thought: as one they cost one request less.
            { name: 'views', test: /training-assignments[\\/]remove[\\/](use-view|views)\.ts$/, priority: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
  preview: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
});
