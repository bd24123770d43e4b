import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'fonts');
interface FontFile {
  readonly file: string;
  readonly ranges: readonly (readonly [number, number])[];
}
let fontIndex: readonly FontFile[] | undefined;
const pathByCodePoint = new Map<number, string>();

/** The first font file that contains the character; the first file (which draws a box) if none does. */
export function fontPathOf(code: number): string {
  let path = pathByCodePoint.get(code);
  if (!path) {
    fontIndex ??= JSON.parse(readFileSync(join(FOLDER, 'fonts.json'), 'utf8')) as readonly FontFile[];
    const font = fontIndex.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
    pathByCodePoint.set(code, (path = join(FOLDER, (font ?? fontIndex[0]!).file)));
  }
  return path;
}

/** Arabic fonts join letters and reorder them from right to left themselves. */
export const isShapedByFont = (path: string): boolean => path.includes('noto-sans-arabic');
