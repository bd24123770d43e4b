// Jest loads the whole product anew for each test file: two seconds of some two hundred and thirty, where most files take
// five. Short files of one kind therefore share a file that reads them one after the other, each within a `describe` of
// its own name: hooks, counts and failures are those of the files.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Where each file starts the product and none asks what a fresh one knows. */
const SHARING = ['database', 'isolation', 'rest', 'tenancy', 'wire'];
const AT_ONCE = 20;

/**
 * @param {string[]} list test/…/x.spec.ts
 * @param {(file: string) => boolean} alone which of them are long enough to be begun by themselves
 * @returns {string[]} the files to run instead: those alone, and the shared ones
 */
export function together(list, { root, alone, name }) {
  const folder = join(root, 'test', '.together', name);
  rmSync(folder, { recursive: true, force: true });
  const shares = (file) => SHARING.includes(file.split('/')[1]) && !alone(file);
  const sharing = list.filter(shares);
  if (sharing.length < 2) return list;
  // Dealt out in turn, so that neighbours, who take alike, do not all stand in one.
  const files = Math.ceil(sharing.length / AT_ONCE);
  const shared = Array.from({ length: files }, (_, at) => {
    const path = join(folder, `${String(at + 1).padStart(2, '0')}.spec.ts`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path,
      sharing
        .filter((_file, index) => index % files === at)
        .map((file) => reading(root, folder, file))
        .join(''),
    );
    return relative(root, path).split(sep).join('/');
  });
  return [...list.filter((file) => !shares(file)), ...shared];
}

/** Ids never go back in time, and some files live in other years: each begins as a process of its own would. */
function reading(root, folder, file) {
  const from = (path) => relative(folder, join(root, path)).split(sep).join('/').replace(/\.ts$/, '');
  const anew = `beforeAll(() => require('${from('src/platform/ids.ts')}').beginIdsAnew());`;
  return `describe('${file}', () => {\n  ${anew}\n  require('${from(file)}');\n});\n`;
}
