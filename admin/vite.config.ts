import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './vite/compressed-files';
import { PDF_FILES, pdfFiles } from './vite/pdf-files';
import { preloadFont } from './vite/preload-font';
import { textFiles, textsStamp } from './vite/text-files';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const locales = resolvePath('./src/locales');
const api = process.env.ADMIN_API ?? 'http://127.0.0.1:3000';
/** A base URL without trailing slash, as JSON. */
const toRootUrl = (url = '') => JSON.stringify(url.replace(/\/+$/, ''));
/** Paths that the server answers; all others are routes of the admin. */
const SERVER_PATHS = [
  '/api',
  '/health',
  '/media',
  '/files',
  '/verify',
  '/dev',
  '/Common',
  '/Customer',
  '/CustomerMaster',
];

export default defineConfig({
  base: '/',
  plugins: [react(), textFiles(locales), pdfFiles(), preloadFont(), compressedFiles(resolvePath('./dist'))],
  resolve: {
    alias: { '@contract': resolvePath('../src/contract'), '@': resolvePath('./src') },
    dedupe: ['react', 'react-dom', 'antd', '@refinedev/core', '@tanstack/react-query', 'react-router'],
  },
  // Texts are loaded, not bundled; the hash makes each release load its own.
  define: {
    __API_ROOT__: toRootUrl(process.env.ADMIN_API_ROOT),
    __FILES_ROOT__: toRootUrl(process.env.ADMIN_FILES_ROOT),
    __PDF_FILES__: JSON.stringify(PDF_FILES),
    __TEXTS__: JSON.stringify(textsStamp(locales)),
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    // All supported browsers preload modules; the polyfill would be one more script on the sign-in page.
    modulePreload: { polyfill: false },
    // No data: URLs, so that the content security policy stays strict.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Refine imports them for features we do not use (CSV import, error telemetry, Markdown field, layout). Loading
        // them has no side effects.
        moduleSideEffects: [
          { test: /node_modules[\\/](papaparse|error-stack-parser|stackframe|pluralize)[\\/]/, sideEffects: false },
          { test: /node_modules[\\/](react-markdown|remark-gfm|@ant-design[\\/]pro-[a-z]+)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          // antd is not grouped: one group would cost each page 200 KB. The first page needs two files: packages, which
          // rarely change, and our own code.
          groups: [
            { name: 'packages', tags: ['$initial'], test: /node_modules[\\/]/, priority: 30 },
            { name: 'first', tags: ['$initial'], priority: 20 },
            // Code shared by most pages in one file: each file costs a request. Calendars are loaded with forms.
            {
              name: 'shared',
              test: /node_modules[\\/](?!rc-picker|antd[\\/]es[\\/]date-picker)|src[\\/]components[\\/](use-is-mobile|page-header)\.ts/,
              minShareCount: 14,
              priority: 10,
            },
            // Two small files that belong together.
            {
              name: 'views',
              test: /training-assignments[\\/]remove[\\/](use-assignment-view|assignment-views)\.ts$/,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, api])) },
  preview: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, api])) },
});
