import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';
import { gatherTexts, nest } from '../scripts/collect-texts.mjs';
import { compressFiles } from '../scripts/compress-files.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.ADMIN_API ?? 'http://127.0.0.1:3000';
/** Everything the server answers itself; the rest is the admin's own route. */
const served = ['/api', '/health', '/media', '/files', '/dev', '/Common', '/Customer', '/CustomerMaster'];

/** Groups of texts that the sign-in page may say. */
const FIRST = /^(language|shell|session|errors|wait|auth)\./;

/**
 * {lang}.json in assets/i18n, made from the texts.{lang}.json that stand beside the screens that say them, and
 * first/{lang}.json with those of the sign-in page.
 */
function collected(): Record<string, string> {
  const { texts, problems } = gatherTexts(here('./src'));
  if (problems.length > 0) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, flat]) => {
      const first = Object.fromEntries(Object.entries(flat).filter(([key]) => FIRST.test(key)));
      return [
        [`${language}.json`, JSON.stringify(nest(flat))],
        [`first/${language}.json`, JSON.stringify(nest(first))],
      ];
    }),
  );
}

function textFiles(): Plugin {
  const address = /^\/assets\/i18n\/((?:first\/)?[a-z]{2}\.json)/;
  return {
    name: 'text-files',
    generateBundle() {
      for (const [file, source] of Object.entries(collected()))
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${file}`, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const texts = collected()[address.exec(request.url ?? '')?.[1] ?? ''];
        if (texts === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(texts);
      });
    },
  };
}

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

/**
 * antd's table brings a tree and radio buttons for a filter menu of its own. Our lists filter by chips above the table
 * (`kit/list-filters.tsx`), so that menu is left out; a column with `filters` would say so.
 */
function noTableFilterMenu(): Plugin {
  const left = '\0no-table-filter-menu';
  return {
    name: 'no-table-filter-menu',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id, importer) =>
      /[\\/]FilterDropdown$/.test(id) && /antd[\\/]es[\\/]table/.test(importer ?? '') ? left : null,
    load: (id) =>
      id === left
        ? `export const flattenKeys = () => []; export default function () { throw new Error('Lists filter by chips, not by antd: see admin/vite.config.ts.'); }`
        : null,
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
  plugins: [react(), noTableFilterMenu(), textFiles(), fontAhead(), compressed()],
  resolve: {
    alias: { '@contract': here('../src/contract'), '@': here('./src') },
    dedupe: ['react', 'react-dom', 'antd', '@refinedev/core', '@tanstack/react-query', 'react-router'],
  },
  // Texts are fetched, not bundled; the stamp makes a new release fetch new texts past any cache.
  define: {
    __TEXTS__: JSON.stringify(createHash('sha256').update(JSON.stringify(collected())).digest('hex').slice(0, 10)),
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
        // Refine imports them for what we do not use (its own CSV import, its telemetry of errors): nothing happens by
        // loading them.
        moduleSideEffects: [
          { test: /node_modules[\\/](papaparse|error-stack-parser|stackframe|pluralize)[\\/]/, sideEffects: false },
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
              test: /node_modules[\\/](?!rc-picker|antd[\\/]es[\\/]date-picker)/,
              minShareCount: 14,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
  preview: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
});
