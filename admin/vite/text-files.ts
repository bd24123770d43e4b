import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { gatherTexts, nest } from '../../scripts/collect-texts.mjs';

/** Text groups of the pages before sign-in. */
const BEFORE_SIGN_IN = /^(language|shell|session|errors|wait|auth)\./;

/**
 * The files of `assets/i18n` by name: `{lang}.json`, and a smaller `first/{lang}.json` for pages before sign-in.
 * @param locales folder of the namespaces
 */
function buildTextFiles(locales: string): Record<string, string> {
  const { texts, problems } = gatherTexts(locales);
  if (problems.length > 0) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  const toJson = (flat: readonly (readonly [string, string])[]) => JSON.stringify(nest(Object.fromEntries(flat)));
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, flat]) => {
      const entries = Object.entries(flat);
      return [
        [`${language}.json`, toJson(entries)],
        [`first/${language}.json`, toJson(entries.filter(([key]) => BEFORE_SIGN_IN.test(key)))],
      ];
    }),
  );
}

/** Hash of all texts; part of the URLs, because browsers cache the files forever. */
export const textsStamp = (locales: string): string =>
  createHash('sha256')
    .update(JSON.stringify(buildTextFiles(locales)))
    .digest('hex')
    .slice(0, 10);

/** Emits the text files; the development server serves them and reloads changed ones. */
export function textFiles(locales: string): Plugin {
  const address = /^\/assets\/i18n\/((?:[a-z]+\/)?[a-z]{2}\.json)/;
  return {
    name: 'text-files',
    generateBundle() {
      for (const [file, source] of Object.entries(buildTextFiles(locales)))
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
        files ??= buildTextFiles(locales);
        if (files[name] === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(files[name]);
      });
    },
  };
}
