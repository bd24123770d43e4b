import type { MatrixCell, MatrixHead, MatrixLoader } from './matrix-types';

/** Default window of the matrix endpoint. */
const TILE_ROWS = 50;
const TILE_COLUMNS = 60;
/** About 600,000 cells: more than users scroll through, and little memory. */
const MAX_TILES = 200;

export interface IndexRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** The tiles of a visible range, as `[tileRow, tileColumn]`. */
export function tilesInRange(rows: IndexRange, columns: IndexRange): [number, number][] {
  const tiles: [number, number][] = [];
  for (let row = Math.floor(rows.from / TILE_ROWS); row * TILE_ROWS < rows.to; row++) {
    for (let column = Math.floor(columns.from / TILE_COLUMNS); column * TILE_COLUMNS < columns.to; column++) {
      tiles.push([row, column]);
    }
  }
  return tiles;
}

/**
 * Cache of matrix tiles. A tile is loaded once; the least recently used ones are dropped; a failed one is requested
 * again when it becomes visible.
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

  /** Undefined if empty or not loaded; see `isLoaded`. */
  cell(row: number, column: number): MatrixCell | undefined {
    return this.lookup(row, column) ?? undefined;
  }

  isLoaded(row: number, column: number): boolean {
    return this.lookup(row, column) !== null;
  }

  /** Undefined: empty; null: not loaded. */
  lookup(row: number, column: number): MatrixCell | undefined | null {
    const tile = this.tiles.get(keyOf(Math.floor(row / TILE_ROWS), Math.floor(column / TILE_COLUMNS)));
    return tile === 'loading' || tile === undefined ? null : tile.get(row * this.columnCount + column);
  }

  request(rows: IndexRange, columns: IndexRange): void {
    for (const [tileRow, tileColumn] of tilesInRange(rows, columns)) {
      const key = keyOf(tileRow, tileColumn);
      const tile = this.tiles.get(key);
      if (tile === undefined) void this.fetch(key, tileRow, tileColumn);
      else {
        // Moves the tile to the end of the map: the first ones are dropped.
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
      if (this.tiles.size <= MAX_TILES) return;
      if (this.tiles.get(key) !== 'loading') this.tiles.delete(key);
    }
  }
}

/** Greater than any number of tiles in a row. A numeric key, because each painted cell needs one. */
const MAX_ACROSS = 10_000;
const keyOf = (tileRow: number, tileColumn: number) => tileRow * MAX_ACROSS + tileColumn;
