// Makes src/platform/documents/fonts: the letters of PDF documents, a regular weight of Noto Sans for each script, in the
// small files of Fontsource (one for Latin, one for Cyrillic, a hundred for Chinese), and fonts.json, which says where each
// letter is. The result is committed: of the packages (87 MB, most of it weights and formats that nobody asks for) it is 4 MB.
//   npm install --prefix /tmp/fonts @fontsource/noto-sans @fontsource/noto-sans-arabic @fontsource/noto-sans-sc
//   node scripts/make-document-fonts.mjs /tmp/fonts/node_modules/@fontsource
// Noto Sans is under the SIL Open Font License 1.1 (OFL.txt beside the fonts).
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const from = process.argv[2];
const to = fileURLToPath(new URL('../src/platform/documents/fonts', import.meta.url));
/** In this order: a letter is taken from the first font that has it. */
const WANTED = [
  ['noto-sans', ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']],
  ['noto-sans-arabic', ['arabic']],
  ['noto-sans-sc', null],
];

const rangesOf = (text) =>
  text.split(',').map((range) => {
    const [first, last = first] = range.replace(/^U\+/i, '').split('-');
    return [parseInt(first, 16), parseInt(last, 16)];
  });

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const index = [];
for (const [name, subsets] of WANTED) {
  const unicode = JSON.parse(readFileSync(join(from, name, 'unicode.json'), 'utf8'));
  for (const subset of subsets ?? Object.keys(unicode).filter((key) => key.startsWith('['))) {
    const file = `${name}-${subset.replace(/[[\]]/g, '')}-400-normal.woff`;
    copyFileSync(join(from, name, 'files', file), join(to, file));
    index.push({ file, ranges: rangesOf(unicode[subset]) });
  }
}
copyFileSync(join(from, 'noto-sans-sc', 'LICENSE'), join(to, 'OFL.txt'));
writeFileSync(join(to, 'fonts.json'), `${JSON.stringify(index)}\n`);
