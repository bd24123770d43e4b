import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'fonts');
interface FontFile {
  readonly file: string;
  readonly ranges: readonly (readonly [number, number])[];
}
let index: readonly FontFile[] | undefined;
const known = new Map<number, string>();

/** The file of the first font that has the letter, the files in the order of scripts; what none has is drawn as a box by the first. */
export function fontOf(code: number): string {
  let path = known.get(code);
  if (!path) {
    index ??= JSON.parse(readFileSync(join(FOLDER, 'fonts.json'), 'utf8')) as readonly FontFile[];
    const found = index.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
    known.set(code, (path = join(FOLDER, (found ?? index[0]!).file)));
  }
  return path;
}

/** What begins in an Arabic file is shaped and turned by the font itself. */
export const isTurnedByFont = (path: string): boolean => path.includes('noto-sans-arabic');
