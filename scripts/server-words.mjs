/**
 * What the server says in the words of the screens (heads and choices of exports): dist/words/<lang>.json, flat, made from
 * the texts of the admin. Run after each build of the server, which empties dist.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatherTexts } from './collect-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What a column, a value in it, or a document is called, and the options that true or false has; sentences of the screens stay there. */
const SAID =
  /^[a-z-]+\.(title|fields|choices)(\.|$)|^reports\.|^pages\.report_|^kit\.(yes$|no$|cell_status|export)|^menu\.report|^menu\.[a-z_]+_report|^expiring-skills\.|^field_errors\.|^errors\.|^import\.file\.|^audit-events\.changes\.(was|became)$|^questions\.options\.(true|false)$/;

export function writeServerWords() {
  const { texts, problems } = gatherTexts(join(root, 'admin', 'src', 'locales'));
  if (problems.length) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  const folder = join(root, 'dist', 'words');
  mkdirSync(folder, { recursive: true });
  for (const [language, flat] of Object.entries(texts)) {
    const said = Object.fromEntries(Object.entries(flat).filter(([key]) => SAID.test(key)));
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(said));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeServerWords();
