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

/** assets/i18n/{lang}.json, made from the texts.{lang}.json that stand beside the screens that say them. */
function collected(): Record<string, string> {
  const { texts, problems } = gatherTexts(here('./src'));
  if (problems.length > 0) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  return Object.fromEntries(Object.entries(texts).map(([language, flat]) => [language, JSON.stringify(nest(flat))]));
}

function textFiles(): Plugin {
  const address = /^\/assets\/i18n\/([a-z]{2})\.json/;
  return {
    name: 'text-files',
    generateBundle() {
      for (const [language, source] of Object.entries(collected()))
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${language}.json`, source });
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
  plugins: [react(), textFiles(), compressed()],
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
      output: {
        codeSplitting: {
          // antd is NOT grouped: one group of all of it costs the sign-in page 200 KB.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 30 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
  preview: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
});
