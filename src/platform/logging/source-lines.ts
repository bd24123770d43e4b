import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';

const BUILT = join(__dirname, '..', '..') + sep;
const PLACE = /((?:file:\/\/)?)(\/[^\s():]+\.js|[A-Za-z]:\\[^\s():]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/**
 * A stack with the lines as they were written. Node's own --enable-source-maps reads the map of every file when it is loaded
 * (a fifth of a start, and 30 MB); here those of the files that a stack names are read.
 */
export function sourceLines(stack: string, built = BUILT): string {
  return stack.replace(PLACE, (place, _scheme: string, file: string, line: string, column: string) => {
    if (!file.startsWith(built)) return place;
    const found = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!found || !('originalSource' in found) || !found.originalSource) return place;
    return `${resolve(dirname(file), found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  let map: SourceMap | null = null;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    // Not built with one: the place stays as it is.
  }
  maps.set(file, map);
  return map;
}
