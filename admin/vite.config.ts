import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';
import { compressFiles } from '../scripts/compress-files.mjs';
import { leftOut, packagesRewritten } from './vite/packages';
import { PDF_FILES, pdfFiles } from './vite/pdf-files';
import { textFiles, textsIn } from './vite/text-files';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sources = here('./src');
const api = process.env.ADMIN_API ?? 'http://127.0.0.1:3000';
/** Of an address that paths are written behind. */
const root = (given = '') => JSON.stringify(given.replace(/\/+$/, ''));
/** Everything the server answers itself; the rest is the admin's own route. */
const served = ['/api', '/health', '/media', '/files', '/verify', '/dev', '/Common', '/Customer', '/CustomerMaster'];

/** The letters of the first page are asked for with its scripts, not when its first words are drawn. */
function fontAhead(): Plugin {
  return {
    name: 'font-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /\/inter-ui-[^/]+\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head',
          })),
    },
  };
}

/** The server compresses no file when it is asked for one: the build did (`src/platform/http/static-admin.ts`). */
function compressed(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    closeBundle: { order: 'post', handler: () => compressFiles(here('./dist')) },
  };
}

export default defineConfig({
  base: '/',
  plugins: [react(), leftOut(), packagesRewritten(), textFiles(sources), pdfFiles(), fontAhead(), compressed()],
  resolve: {
    alias: { '@contract': here('../src/contract'), '@': here('./src') },
    dedupe: ['react', 'react-dom', 'antd', '@refinedev/core', '@tanstack/react-query', 'react-router'],
  },
  // Texts are fetched, not bundled; the stamp makes a new release fetch new texts past any cache.
  define: {
    __API_ROOT__: root(process.env.ADMIN_API_ROOT),
    __FILES_ROOT__: root(process.env.ADMIN_FILES_ROOT),
    __PDF_FILES__: JSON.stringify(PDF_FILES),
    __TEXTS__: JSON.stringify(
      createHash('sha256')
        .update(JSON.stringify(textsIn(sources)))
        .digest('hex')
        .slice(0, 10),
    ),
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
              test: /node_modules[\\/](?!rc-picker|antd[\\/]es[\\/]date-picker)|src[\\/]kit[\\/](use-narrow|page-header)\.ts/,
              minShareCount: 14,
              priority: 10,
            },
            // Two small files of one thought: as one they cost one request less.
            { name: 'views', test: /pages[\\/]remove-training[\\/](use-view|views)\.ts$/, priority: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
  preview: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
});
