import { toAsciiNumber } from '@contract/digits';
import type { CellPosition } from '@/report-kit/matrix/grid-navigation';
import { isLevel, type Level } from './grid-edits';

/** A rectangle of the grid, both ends inclusive. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const toBlock = (a: CellPosition, b: CellPosition): Block => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
});

const heightOf = (block: Block): number => block.bottom - block.top + 1;
const widthOf = (block: Block): number => block.right - block.left + 1;
export const isInside = (block: Block, row: number, column: number): boolean =>
  row >= block.top && row <= block.bottom && column >= block.left && column <= block.right;

export interface CellLevel {
  readonly row: number;
  readonly column: number;
  readonly level: Level;
}

const listCells = (block: Block): CellPosition[] =>
  Array.from({ length: heightOf(block) * widthOf(block) }, (_, index) => ({
    row: block.top + Math.floor(index / widthOf(block)),
    column: block.left + (index % widthOf(block)),
  }));

export const setAll = (block: Block, level: Level): CellLevel[] =>
  listCells(block).map((position) => ({ ...position, level }));

/** Copies the first row (or column) of the block into the rest; a single row copies the one before it. */
export function fillCells(
  block: Block,
  direction: 'down' | 'right',
  levelAt: (row: number, column: number) => Level,
): CellLevel[] {
  const isDown = direction === 'down';
  const isSingle = isDown ? heightOf(block) === 1 : widthOf(block) === 1;
  const sourceIndex = (isDown ? block.top : block.left) - (isSingle ? 1 : 0);
  if (sourceIndex < 0) return [];
  return listCells(block)
    .filter(({ row, column }) => (isDown ? row : column) !== sourceIndex)
    .map(({ row, column }) => ({
      row,
      column,
      level: isDown ? levelAt(sourceIndex, column) : levelAt(row, sourceIndex),
    }));
}

/** Tab-separated text for a spreadsheet; a cell without a target is empty. */
export function toClipboardText(block: Block, levelAt: (row: number, column: number) => Level): string {
  const rows = Array.from({ length: heightOf(block) }, (_, rowOffset) =>
    Array.from(
      { length: widthOf(block) },
      (_, columnOffset) => levelAt(block.top + rowOffset, block.left + columnOffset) ?? '',
    ).join('\t'),
  );
  return rows.join('\n');
}

/** `undefined`: not a level. Quotes and blanks around a number are ignored; a dash means no target. */
export type PastedLevels = readonly (readonly (Level | undefined)[])[];

export function parseClipboard(text: string): PastedLevels {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) =>
    line.split('\t').map((cell) => {
      const word = toAsciiNumber(cell.replace(/^"(.*)"$/, '$1').trim());
      if (word === '' || /^[-–—]$/.test(word)) return null;
      // Accepts 3,0 and 3.0: a spreadsheet may write decimals.
      const level = /^\d([.,]0+)?$/.test(word) ? Number(word[0]) : NaN;
      return isLevel(level) ? level : undefined;
    }),
  );
}

export interface PastePlan {
  readonly cells: readonly CellLevel[];
  /** Number of cells that are not a level. */
  readonly refused: number;
  /** Number of cells beyond the end of the grid. */
  readonly outside: number;
  /** Selection after pasting. */
  readonly block: Block;
}

/** Pastes from the first cell of the block; a block that is a multiple of the pasted size is filled. */
export function planPaste(pasted: PastedLevels, target: Block, rows: number, columns: number): PastePlan {
  const height = pasted.length;
  const width = Math.max(...pasted.map((line) => line.length));
  const isRepeated = heightOf(target) % height === 0 && widthOf(target) % width === 0;
  const bottom = isRepeated ? target.bottom : target.top + height - 1;
  const right = isRepeated ? target.right : target.left + width - 1;
  const allCells = listCells({ ...target, bottom, right }).map(({ row, column }) => ({
    row,
    column,
    level: (pasted[(row - target.top) % height] ?? [])[(column - target.left) % width],
  }));
  const insideCells = allCells.filter(({ row, column }) => row < rows && column < columns);
  return {
    cells: insideCells.filter((cell): cell is CellLevel => cell.level !== undefined),
    refused: insideCells.filter(({ level }) => level === undefined).length,
    outside: allCells.length - insideCells.length,
    block: { ...target, bottom: Math.min(bottom, rows - 1), right: Math.min(right, columns - 1) },
  };
}
