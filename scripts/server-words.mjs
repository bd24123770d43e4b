/**
 * Writes dist/words/<lang>.json: the admin's texts that the server needs for exports and documents, as flat keys. Runs
 * after each build of the server, which empties dist.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatherTexts } from './collect-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Keys of the texts that the server needs: names of columns, values and documents, and error messages. */
const SERVER_KEYS =
  /^[a-z-]+\.(title|fields|choices)(\.|$)|^reports\.|^pages\.report_|^kit\.(yes$|no$|cell_status|export)|^menu\.report|^menu\.[a-z_]+_report|^expiring-skills\.|^field_errors\.|^errors\.|^import\.file\.|^audit-events\.changes\.(was|became)$|^questions\.options\.(true|false)$/;

export function writeServerWords() {
  const { texts, problems } = gatherTexts(join(root, 'admin', 'src', 'locales'));
  if (problems.length) throw new Error(`Texts cannot be collected:\n  ${problems.join('\n  ')}`);
  const folder = join(root, 'dist', 'words');
  mkdirSync(folder, { recursive: true });
  for (const [language, flat] of Object.entries(texts)) {
    const serverTexts = Object.fromEntries(Object.entries(flat).filter(([key]) => SERVER_KEYS.test(key)));
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(serverTexts));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeServerWords();
