// Makes src/common/documents/fonts for PDF documents: the regular weight of Noto Sans per script, in Fontsource's
// subset files (one for Latin, one for Cyrillic, a hundred for Chinese), and fonts.json, which maps them to files. The
// result (4 MB of the packages' 87 MB) is committed.
//   npm install --prefix /tmp/fonts @fontsource/noto-sans @fontsource/noto-sans-arabic @fontsource/noto-sans-sc
//   node scripts/make-document-fonts.mjs /tmp/fonts/node_modules/@fontsource
// Noto Sans is under the SIL Open Font License 1.1 (OFL.txt beside the fonts).
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sourceFolder = process.argv[2];
const targetFolder = fileURLToPath(new URL('../src/common/documents/fonts', import.meta.url));
/** By priority: a character is taken from the first font that has it. */
const FONTS = [
  ['noto-sans', ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese']],
  ['noto-sans-arabic', ['arabic']],
  ['noto-sans-sc', null],
];

const parseRanges = (text) =>
  text.split(',').map((range) => {
    const [first, last = first] = range.replace(/^U\+/i, '').split('-');
    return [parseInt(first, 16), parseInt(last, 16)];
  });

rmSync(targetFolder, { recursive: true, force: true });
mkdirSync(targetFolder, { recursive: true });
const index = [];
for (const [name, subsets] of FONTS) {
  const unicode = JSON.parse(readFileSync(join(sourceFolder, name, 'unicode.json'), 'utf8'));
  for (const subset of subsets ?? Object.keys(unicode).filter((key) => key.startsWith('['))) {
    const file = `${name}-${subset.replace(/[[\]]/g, '')}-400-normal.woff`;
    copyFileSync(join(sourceFolder, name, 'files', file), join(targetFolder, file));
    index.push({ file, ranges: parseRanges(unicode[subset]) });
  }
}
copyFileSync(join(sourceFolder, 'noto-sans-sc', 'LICENSE'), join(targetFolder, 'OFL.txt'));
writeFileSync(join(targetFolder, 'fonts.json'), `${JSON.stringify(index)}\n`);
