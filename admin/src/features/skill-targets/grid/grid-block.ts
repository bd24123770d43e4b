import { toAsciiNumber } from '@contract/digits';
import type { Place } from '@/report-kit/matrix/steps';
import { isLevel, type Level } from './grid-edits';

/** A rectangle of the grid, both ends inclusive. Pure. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const blockOf = (a: Place, b: Place): Block => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
});

const heightOf = (block: Block): number => block.bottom - block.top + 1;
const widthOf = (block: Block): number => block.right - block.left + 1;
export const isInside = (block: Block, row: number, column: number): boolean =>
  row >= block.top && row <= block.bottom && column >= block.left && column <= block.right;

export interface Placed {
  readonly row: number;
  readonly column: number;
  readonly level: Level;
}

const placesOf = (block: Block): Place[] =>
  Array.from({ length: heightOf(block) * widthOf(block) }, (_, index) => ({
    row: block.top + Math.floor(index / widthOf(block)),
    column: block.left + (index % widthOf(block)),
  }));

export const setAll = (block: Block, level: Level): Placed[] => placesOf(block).map((place) => ({ ...place, level }));

/** The first row (or column) of the block into the rest of it; of a single row, the one above it. */
export function filled(block: Block, way: 'down' | 'right', at: (row: number, column: number) => Level): Placed[] {
  const down = way === 'down';
  const alone = down ? heightOf(block) === 1 : widthOf(block) === 1;
  const from = (down ? block.top : block.left) - (alone ? 1 : 0);
  if (from < 0) return [];
  return placesOf(block)
    .filter(({ row, column }) => (down ? row : column) !== from)
    .map(({ row, column }) => ({ row, column, level: down ? at(from, column) : at(row, from) }));
}

/** As a spreadsheet takes it: tabs between cells, a line a row, nothing for no target. */
export function copied(block: Block, at: (row: number, column: number) => Level): string {
  const rows = Array.from({ length: heightOf(block) }, (_, down) =>
    Array.from({ length: widthOf(block) }, (_, across) => at(block.top + down, block.left + across) ?? '').join('\t'),
  );
  return rows.join('\n');
}

/** `undefined`: what stands there is no level. Quotes and blanks around a number, and a dash for nothing, are let pass. */
export type Pasted = readonly (readonly (Level | undefined)[])[];

export function parsePasted(text: string): Pasted {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) =>
    line.split('\t').map((cell) => {
      const word = toAsciiNumber(cell.replace(/^"(.*)"$/, '$1').trim());
      if (word === '' || /^[-–—]$/.test(word)) return null;
      // 3,0 and 3.0: a spreadsheet may have made a decimal of it.
      const level = /^\d([.,]0+)?$/.test(word) ? Number(word[0]) : NaN;
      return isLevel(level) ? level : undefined;
    }),
  );
}

export interface PastePlan {
  readonly cells: readonly Placed[];
  /** Cells that are no level. */
  readonly refused: number;
  /** Cells that would lie beyond the grid's end. */
  readonly outside: number;
  /** What is selected afterwards. */
  readonly block: Block;
}

/** From the block's first cell on; a block that is a multiple of what is pasted is filled with it. */
export function pastePlan(pasted: Pasted, into: Block, rows: number, columns: number): PastePlan {
  const high = pasted.length;
  const wide = Math.max(...pasted.map((line) => line.length));
  const tiles = heightOf(into) % high === 0 && widthOf(into) % wide === 0;
  const bottom = tiles ? into.bottom : into.top + high - 1;
  const right = tiles ? into.right : into.left + wide - 1;
  const all = placesOf({ ...into, bottom, right }).map(({ row, column }) => ({
    row,
    column,
    level: (pasted[(row - into.top) % high] ?? [])[(column - into.left) % wide],
  }));
  const within = all.filter(({ row, column }) => row < rows && column < columns);
  return {
    cells: within.filter((cell): cell is Placed => cell.level !== undefined),
    refused: within.filter(({ level }) => level === undefined).length,
    outside: all.length - within.length,
    block: { ...into, bottom: Math.min(bottom, rows - 1), right: Math.min(right, columns - 1) },
  };
}
