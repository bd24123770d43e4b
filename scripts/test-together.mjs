// Combines short spec files into generated ones, because jest reloads the product for each file, which takes two
// seconds. Each original file runs in a `describe` titled with its path, so hooks, counts and failures stay per file.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Folders whose files start the product and do not depend on a fresh process. */
const COMBINED_FOLDERS = ['database', 'isolation', 'rest', 'tenancy', 'legacy-api'];
const FILES_PER_GROUP = 20;

/**
 * @param {string[]} list test/…/x.spec.ts
 * @param {(file: string) => boolean} runsAlone true for files too long to combine
 * @returns {string[]} the files to run instead: single and combined ones
 */
export function combineSpecFiles(list, { root, runsAlone, name }) {
  const folder = join(root, 'test', '.together', name);
  rmSync(folder, { recursive: true, force: true });
  const isCombined = (file) => COMBINED_FOLDERS.includes(file.split('/')[1]) && !runsAlone(file);
  const short = list.filter(isCombined);
  if (short.length < 2) return list;
  // Distributed in turn, because neighbours take about the same time.
  const groups = Math.ceil(short.length / FILES_PER_GROUP);
  const combined = Array.from({ length: groups }, (_, group) => {
    const path = join(folder, `${String(group + 1).padStart(2, '0')}.spec.ts`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path,
      short
        .filter((_file, index) => index % groups === group)
        .map((file) => describeBlock(root, folder, file))
        .join(''),
    );
    return relative(root, path).split(sep).join('/');
  });
  return [...list.filter((file) => !isCombined(file)), ...combined];
}

/** Resets the id sequence, because ids never go back in time and some files set the clock to other years. */
function describeBlock(root, folder, file) {
  const pathTo = (path) => relative(folder, join(root, path)).split(sep).join('/').replace(/\.ts$/, '');
  const resetIds = `beforeAll(() => require('${pathTo('src/common/ids.ts')}').resetIdSequence());`;
  return `describe('${file}', () => {\n  ${resetIds}\n  require('${pathTo(file)}');\n});\n`;
}
