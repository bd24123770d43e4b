import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { defineConfig, type Plugin } from 'vite';
import { gatherTexts, nest } from '../scripts/collect-texts.mjs';
import { compressFiles } from '../scripts/compress-files.mjs';
import { PDF_FILES, pdfFiles } from './vite/pdf-files';
import { leftOut, packagesRewritten } from './vite/packages';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env.ADMIN_API ?? 'http://127.0.0.1:3000';
/** Of an address that paths are written behind. */
const root = (given = '') => JSON.stringify(given.replace(/\/+$/, ''));
/** Everything the server answers itself; the rest is the admin's own route. */
const served = ['/api', '/health', '/media', '/files', '/verify', '/dev', '/Common', '/Customer', '/CustomerMaster'];

/** Groups of texts that the sign-in page may say. */
const FIRST = /^(language|shell|session|errors|wait|auth)\./;

/** Screens whose texts are fetched with them (`loadPart`, `laterPage`): few say them, and every page would carry them. */
const PARTS = {
  jobs: 'pages/jobs/',
  assign: 'pages/assign-training/',
  document: 'resources/trainings/document/',
  captions: 'resources/trainings/captions/',
  assessments: 'resources/assessments/',
  proofs: 'resources/skill-evidence/proofs/',
  import: 'pages/import/',
  notices: 'pages/notices/',
  exchange: 'resources/questions/exchange/',
  options: 'resources/questions/editor/',
  extra_time: 'resources/quizzes/extra-time/',
  corrections: 'resources/corrections/',
  draw: 'resources/quizzes/draw/',
  sessions: 'resources/training-sessions/',
  requests: 'resources/enrolment-requests/',
  learner: 'learner/',
  reports: 'reports/',
  settings: 'pages/settings/',
  factor: 'pages/second-factor/',
  home: 'pages/home/',
  person: 'resources/staff/person/',
  registration: 'pages/registration/',
  audit: 'resources/audit-events/',
  decisions: 'resources/training-assignments/decisions/',
  renditions: 'resources/trainings/editor/',
  revisions: 'resources/trainings/revisions/',
  customizer: 'app/layout/customizer/',
};

/** What menus and the palette call a screen, before it is there. */
const TITLE = /^[\w-]+\.title$/;

/**
 * {lang}.json in assets/i18n, made from the texts.{lang}.json that stand beside the screens that say them,
 * first/{lang}.json with those of the sign-in page, and {part}/{lang}.json.
 */
function collected(): Record<string, string> {
  const { texts, origin, problems } = gatherTexts(here('./src'));
  if (problems.length > 0) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, flat]) => {
      const file = (name: string, has: (key: string) => boolean) => [
        `${name}${language}.json`,
        JSON.stringify(nest(Object.fromEntries(Object.entries(flat).filter(([key]) => has(key))))),
      ];
      const standsIn = (folder: string) => (key: string) => origin[language]![key]!.startsWith(folder);
      const isEverywhere = (key: string) =>
        TITLE.test(key) || !Object.values(PARTS).some((folder) => standsIn(folder)(key));
      // Part of the first script in English, and of first/{lang}.json, which comes before any page, in the others.
      const isThere = (key: string) => FIRST.test(key) && (standsIn('pages/auth/')(key) || standsIn('app/texts.')(key));
      return [
        file('', (key) => isEverywhere(key) && !isThere(key)),
        file('first/', (key) => FIRST.test(key) && isEverywhere(key)),
        ...Object.entries(PARTS).map(([part, folder]) => file(`${part}/`, standsIn(folder))),
      ];
    }),
  );
}

function textFiles(): Plugin {
  const address = /^\/assets\/i18n\/((?:[a-z]+\/)?[a-z]{2}\.json)/;
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
  plugins: [react(), leftOut(), packagesRewritten(), textFiles(), pdfFiles(), fontAhead(), compressed()],
  resolve: {
    alias: { '@contract': here('../src/contract'), '@': here('./src') },
    dedupe: ['react', 'react-dom', 'antd', '@refinedev/core', '@tanstack/react-query', 'react-router'],
  },
  // Texts are fetched, not bundled; the stamp makes a new release fetch new texts past any cache.
  define: {
    __API_ROOT__: root(process.env.ADMIN_API_ROOT),
    __FILES_ROOT__: root(process.env.ADMIN_FILES_ROOT),
    __PDF_FILES__: JSON.stringify(PDF_FILES),
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
