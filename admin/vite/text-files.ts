import type { Plugin } from 'vite';
import { gatherTexts, nest } from '../../scripts/collect-texts.mjs';

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
export function textsIn(sources: string): Record<string, string> {
  const { texts, origin, problems } = gatherTexts(sources);
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

/** @param sources the folder below which the texts stand. A server of `vite` reads them again when one of them changes. */
export function textFiles(sources: string): Plugin {
  const address = /^\/assets\/i18n\/((?:[a-z]+\/)?[a-z]{2}\.json)/;
  return {
    name: 'text-files',
    generateBundle() {
      for (const [file, source] of Object.entries(textsIn(sources)))
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${file}`, source });
    },
    configureServer({ middlewares, watcher }) {
      let files: Record<string, string> | undefined;
      watcher.on('all', (_event, file) => {
        if (/texts\.[a-z]{2}\.json$/.test(file)) files = undefined;
      });
      middlewares.use((request, response, next) => {
        const [, name] = address.exec(request.url ?? '') ?? [];
        if (!name) return next();
        files ??= textsIn(sources);
        if (files[name] === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(files[name]);
      });
    },
  };
}
