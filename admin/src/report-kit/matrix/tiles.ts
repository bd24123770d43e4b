import type { MatrixCell, MatrixHead, MatrixLoader } from './matrix-types';

/** The default window of the matrix (reports.md §4, Size). */
const TILE_ROWS = 50;
const TILE_COLUMNS = 60;
/** About 600,000 cells: far more than anyone scrolls through, far less than a browser holds. */
const TILES_KEPT = 200;

export interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The tiles that a visible part touches, as `[tileRow, tileColumn]`. */
export function tilesOf(rows: Range, columns: Range): [number, number][] {
  const tiles: [number, number][] = [];
  for (let row = Math.floor(rows.from / TILE_ROWS); row * TILE_ROWS < rows.to; row++) {
    for (let column = Math.floor(columns.from / TILE_COLUMNS); column * TILE_COLUMNS < columns.to; column++) {
      tiles.push([row, column]);
    }
  }
  return tiles;
}

/**
 * What has been fetched of a matrix, in tiles. Scrolling asks for what is in view; a tile is fetched once, the ones
 * unused longest are dropped, a failed one is asked for again when it next comes into view.
 */
export class TileStore {
  private readonly tiles = new Map<number, Map<number, MatrixCell> | 'loading'>();
  private readonly rowHeads = new Map<number, MatrixHead>();
  private readonly columnHeads = new Map<number, MatrixHead>();
  private version = 0;
  private readonly listeners = new Set<() => void>();
  failure: unknown = null;

  constructor(
    private readonly load: MatrixLoader,
    private readonly rowCount: number,
    private readonly columnCount: number,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly getVersion = (): number => this.version;

  row = (index: number): MatrixHead | undefined => this.rowHeads.get(index);
  column = (index: number): MatrixHead | undefined => this.columnHeads.get(index);

  /** Undefined: nothing known there (yet). `isLoaded` tells which. */
  cell(row: number, column: number): MatrixCell | undefined {
    return this.look(row, column) ?? undefined;
  }

  isLoaded(row: number, column: number): boolean {
    return this.look(row, column) !== null;
  }

  /** Undefined: nothing is there; null: not known yet. */
  look(row: number, column: number): MatrixCell | undefined | null {
    const tile = this.tiles.get(keyOf(Math.floor(row / TILE_ROWS), Math.floor(column / TILE_COLUMNS)));
    return tile === 'loading' || tile === undefined ? null : tile.get(row * this.columnCount + column);
  }

  want(rows: Range, columns: Range): void {
    for (const [tileRow, tileColumn] of tilesOf(rows, columns)) {
      const key = keyOf(tileRow, tileColumn);
      const tile = this.tiles.get(key);
      if (tile === undefined) void this.fetch(key, tileRow, tileColumn);
      else {
        // Used now: to the end of the map's order, away from the next to be dropped.
        this.tiles.delete(key);
        this.tiles.set(key, tile);
      }
    }
  }

  private async fetch(key: number, tileRow: number, tileColumn: number): Promise<void> {
    this.tiles.set(key, 'loading');
    const rowFrom = tileRow * TILE_ROWS;
    const colFrom = tileColumn * TILE_COLUMNS;
    try {
      const part = await this.load(
        rowFrom,
        Math.min(this.rowCount, rowFrom + TILE_ROWS),
        colFrom,
        Math.min(this.columnCount, colFrom + TILE_COLUMNS),
      );
      part.rows.forEach((head, index) => this.rowHeads.set(rowFrom + index, head));
      part.columns.forEach((head, index) => this.columnHeads.set(colFrom + index, head));
      this.tiles.set(key, new Map(part.cells.map((cell) => [cell.row * this.columnCount + cell.column, cell])));
      this.failure = null;
      this.dropOldest();
    } catch (error) {
      this.tiles.delete(key);
      this.failure = error;
    }
    this.version++;
    this.listeners.forEach((listener) => listener());
  }

  private dropOldest(): void {
    for (const key of this.tiles.keys()) {
      if (this.tiles.size <= TILES_KEPT) return;
      if (this.tiles.get(key) !== 'loading') this.tiles.delete(key);
    }
  }
}

/** More than there are tiles beside each other. A number: each cell of each frame asks. */
const ACROSS = 10_000;
const keyOf = (tileRow: number, tileColumn: number) => tileRow * ACROSS + tileColumn;
