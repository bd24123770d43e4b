// Makes admin/src/theme/inter-ui.woff2: the letters of Western European languages in the weights we use, cut out of
// Inter's variable Latin file (28 KB instead of 48 of the sign-in page's 220). The result is committed; run again after
// a new release of Inter, with the cutter beside it, which is no package of ours:
//   npm install --prefix /tmp/cut subset-font@2 && NODE_PATH=/tmp/cut/node_modules node scripts/make-font.mjs
// Inter is under the SIL Open Font License 1.1 (node_modules/@fontsource-variable/inter/LICENSE).
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// `require` looks along NODE_PATH, `import` does not.
const subset = createRequire(import.meta.url)('subset-font');

/** Also the unicode-range in admin/src/theme/font.css. */
const RANGES = [
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
const text = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
  .map((code) => String.fromCodePoint(code))
  .join('');

const whole = readFileSync(here('../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'));
const cut = await subset(whole, text, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
});
writeFileSync(here('../admin/src/theme/inter-ui.woff2'), cut);
console.log(`${whole.length} → ${cut.length} bytes`);
