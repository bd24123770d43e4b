import type { Look } from './cell-painter';
import type { MatrixWindow } from './grid-content';
import type { BodyProps } from './body-props';
import { COLUMN_PX, PATCH_COLUMNS, PATCH_ROWS } from './matrix-sizes';

/** Painted beyond the edges at once, for the frames in which the browser has scrolled and we have not. */
const NEAR = 3;
/** Patches painted in one frame although they are not near yet. */
const AHEAD = 2;
/** Kept for the next ones when there are fewer rows or columns. */
const FREE = 8;

/** Counted in patches. */
interface Patch {
  down: number;
  across: number;
  looks: readonly Look[] | null;
  /** For what it was painted: anything since may look otherwise. */
  of: object | null;
  readonly canvas: HTMLCanvasElement;
}

/**
 * What is seen of the cells: patches of 8 × 8, each a canvas that is painted when it comes into view and then only moves,
 * already drawn, with the scroll. The next ones are painted a few a frame before they are needed.
 */
export class CellPatches<Cell> {
  private readonly patches = new Map<number, Patch>();
  private readonly free: Patch[] = [];
  private near: MatrixWindow = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };
  private seen: MatrixWindow = this.near;
  private way = { down: 0, across: 0 };

  constructor(
    private readonly pane: HTMLElement,
    private props: BodyProps<Cell>,
  ) {}

  /** What is near is painted again where it looks otherwise; what is not, when it comes. */
  take(props: BodyProps<Cell>): void {
    const { painter, firstPx, rowCount, columnCount } = this.props;
    const isElsewhere =
      props.painter !== painter ||
      props.firstPx !== firstPx ||
      props.rowCount !== rowCount ||
      props.columnCount !== columnCount;
    this.props = props;
    this.near = this.around(NEAR);
    if (isElsewhere)
      for (const [key, patch] of this.patches)
        if (this.isBeyond(patch, 0) || this.isEmpty(patch)) {
          patch.canvas.remove();
          this.patches.delete(key);
          if (this.free.length < FREE) this.free.push(patch);
        } else this.place(patch);
    this.fill(this.near, Infinity);
  }

  /** `flying`: what comes next is somewhere else, so that nothing is painted but what is seen. */
  show(seen: MatrixWindow, flying: boolean): void {
    const [down, across] = [seen.rowFrom - this.seen.rowFrom, seen.colFrom - this.seen.colFrom];
    if (down || across) this.way = { down, across };
    this.seen = seen;
    this.near = this.around(flying ? 0 : NEAR);
    const painted = this.fill(this.near, Infinity);
    if (!flying) this.fill(this.next(), AHEAD - painted);
  }

  /** The scroll has paused: what is out of sight follows. */
  rest(): void {
    this.near = this.around(NEAR);
    this.fill(this.near, Infinity);
  }

  /** The patches beyond the near ones on the side that the scroll goes to. */
  private next(): MatrixWindow {
    const { rowFrom, rowTo, colFrom, colTo } = this.near;
    const { down, across } = this.way;
    if (Math.abs(across) > Math.abs(down))
      return {
        ...this.near,
        ...(across > 0 ? { colFrom: colTo, colTo: colTo + 1 } : { colFrom: colFrom - 1, colTo: colFrom }),
      };
    return {
      ...this.near,
      ...(down > 0 ? { rowFrom: rowTo, rowTo: rowTo + 1 } : { rowFrom: rowFrom - 1, rowTo: rowFrom }),
    };
  }

  /** What is seen and so many rows and columns around it, in patches. */
  private around(by: number): MatrixWindow {
    const { rowFrom, rowTo, colFrom, colTo } = this.seen;
    return {
      rowFrom: Math.floor((rowFrom - by) / PATCH_ROWS),
      rowTo: Math.ceil((rowTo + by) / PATCH_ROWS),
      colFrom: Math.floor((colFrom - by) / PATCH_COLUMNS),
      colTo: Math.ceil((colTo + by) / PATCH_COLUMNS),
    };
  }

  /** How many were painted. */
  private fill({ rowFrom, rowTo, colFrom, colTo }: MatrixWindow, most: number): number {
    const { rowCount, columnCount } = this.props;
    let painted = 0;
    for (let down = Math.max(0, rowFrom); down < rowTo && down * PATCH_ROWS < rowCount; down++)
      for (let across = Math.max(0, colFrom); across < colTo && across * PATCH_COLUMNS < columnCount; across++) {
        const stands = this.patches.get(keyOf(down, across));
        if (stands?.of === this.props) continue;
        if (painted >= most) return painted;
        this.paint(stands ?? this.added(down, across));
        painted++;
      }
    return painted;
  }

  private added(down: number, across: number): Patch {
    const patch = Object.assign(this.spare(), { down, across });
    this.patches.set(keyOf(down, across), patch);
    this.place(patch);
    return patch;
  }

  private spare(): Patch {
    for (const [key, patch] of this.patches)
      if (this.isBeyond(patch, 1)) {
        this.patches.delete(key);
        return patch;
      }
    const patch = this.free.pop() ?? {
      ...{ down: 0, across: 0, looks: null, of: null },
      canvas: document.createElement('canvas'),
    };
    this.pane.append(patch.canvas);
    return patch;
  }

  private isBeyond({ down, across }: Patch, by: number): boolean {
    const { rowFrom, rowTo, colFrom, colTo } = this.near;
    return down < rowFrom - by || down >= rowTo + by || across < colFrom - by || across >= colTo + by;
  }

  private isEmpty({ down, across }: Patch): boolean {
    return down * PATCH_ROWS >= this.props.rowCount || across * PATCH_COLUMNS >= this.props.columnCount;
  }

  private partOf({ down, across }: Patch): MatrixWindow {
    const [rowFrom, colFrom] = [down * PATCH_ROWS, across * PATCH_COLUMNS];
    const rowTo = Math.min(this.props.rowCount, rowFrom + PATCH_ROWS);
    return { rowFrom, rowTo, colFrom, colTo: Math.min(this.props.columnCount, colFrom + PATCH_COLUMNS) };
  }

  private place(patch: Patch): void {
    const { firstPx, painter } = this.props;
    const { rowFrom, rowTo, colFrom, colTo } = this.partOf(patch);
    const { style } = patch.canvas;
    style.insetBlockStart = `${rowFrom * painter.rowPx}px`;
    style.insetInlineStart = `${firstPx + colFrom * COLUMN_PX}px`;
    style.blockSize = `${(rowTo - rowFrom) * painter.rowPx}px`;
    style.inlineSize = `${(colTo - colFrom) * COLUMN_PX}px`;
  }

  private paint(patch: Patch): void {
    const { content, painter, firstPx, bands } = this.props;
    const at = { cell: content.cell, isOdd: bands.isOdd };
    patch.looks = painter.paint(patch.canvas, this.partOf(patch), firstPx, at, patch.looks);
    patch.of = this.props;
  }
}

/** More than there are patches beside each other. */
const ACROSS = 10_000;
const keyOf = (down: number, across: number) => down * ACROSS + across;
