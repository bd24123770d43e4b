// Makes admin/src/theme/inter-ui.woff2, a subset of Inter's variable Latin font with the characters of Western European
// languages and the weights we use (28 KB instead of 48 KB), and inter-ru.woff2 for Russian. The results are committed.
// Run again after a new release of Inter; subset-font is not among our packages:
//   npm install --prefix /tmp/cut subset-font@2 && NODE_PATH=/tmp/cut/node_modules node scripts/make-font.mjs
// Inter is under the SIL Open Font License 1.1 (node_modules/@fontsource-variable/inter/LICENSE).
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));
// `require` looks along NODE_PATH, `import` does not.
const subset = createRequire(import.meta.url)('subset-font');

/** Keep in step with the unicode-ranges in admin/src/theme/font.css. */
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2009, 0x2014],
  [0x2018, 0x201e],
  [0x2020, 0x2026],
  [0x202f, 0x2030],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];
const RUSSIAN = [
  [0x401, 0x401],
  [0x410, 0x44f],
  [0x451, 0x451],
  [0x2116, 0x2116],
];

async function makeSubset(sourceFile, ranges, targetFile) {
  const text = ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
    .map((code) => String.fromCodePoint(code))
    .join('');
  const original = readFileSync(resolvePath(`../node_modules/@fontsource-variable/inter/files/${sourceFile}`));
  const cut = await subset(original, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
  writeFileSync(resolvePath(`../admin/src/theme/${targetFile}`), cut);
  console.log(`${targetFile}: ${original.length} → ${cut.length} bytes`);
}

await makeSubset('inter-latin-wght-normal.woff2', LATIN, 'inter-ui.woff2');
await makeSubset('inter-cyrillic-wght-normal.woff2', RUSSIAN, 'inter-ru.woff2');
