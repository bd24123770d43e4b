import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { gatherTexts, nest } from '../../scripts/collect-texts.mjs';

/** Groups of texts that the pages before sign-in need. */
const BEFORE_SIGN_IN = /^(language|shell|session|errors|wait|auth)\./;

/**
 * The files of `assets/i18n` by name: `{lang}.json` with all namespaces, and the small `first/{lang}.json` for the pages before
 * sign-in. @param locales the folder of the namespaces
 */
function textsIn(locales: string): Record<string, string> {
  const { texts, problems } = gatherTexts(locales);
  if (problems.length > 0) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  const file = (flat: readonly (readonly [string, string])[]) => JSON.stringify(nest(Object.fromEntries(flat)));
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, flat]) => {
      const all = Object.entries(flat);
      return [
        [`${language}.json`, file(all)],
        [`first/${language}.json`, file(all.filter(([key]) => BEFORE_SIGN_IN.test(key)))],
      ];
    }),
  );
}

/** Ten digits that change with any text: part of the address of the files, which browsers keep for ever. */
export const textsStamp = (locales: string): string =>
  createHash('sha256')
    .update(JSON.stringify(textsIn(locales)))
    .digest('hex')
    .slice(0, 10);

/** Serves and emits the text files. The development server reads them again when one of them changes. */
export function textFiles(locales: string): Plugin {
  const address = /^\/assets\/i18n\/((?:[a-z]+\/)?[a-z]{2}\.json)/;
  return {
    name: 'text-files',
    generateBundle() {
      for (const [file, source] of Object.entries(textsIn(locales)))
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${file}`, source });
    },
    configureServer({ middlewares, watcher }) {
      let files: Record<string, string> | undefined;
      watcher.on('all', (_event, file) => {
        if (file.startsWith(locales)) files = undefined;
      });
      middlewares.use((request, response, next) => {
        const [, name] = address.exec(request.url ?? '') ?? [];
        if (!name) return next();
        files ??= textsIn(locales);
        if (files[name] === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(files[name]);
      });
    },
  };
}
