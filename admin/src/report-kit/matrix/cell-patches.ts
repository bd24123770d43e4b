import type { CellImage } from './cell-painter';
import type { CellRange } from './grid-content';
import type { GridBodyProps } from './grid-body-props';
import { COLUMN_PX, PATCH_COLUMNS, PATCH_ROWS } from './matrix-sizes';

/** Cells painted beyond the visible area, because scrolling is ahead of painting. */
const MARGIN = 3;
/** Distant patches painted per frame. */
const AHEAD_PER_FRAME = 2;
/** Unused patches that are kept for reuse. */
const MAX_FREE = 8;

/** Position in patches. */
interface Patch {
  down: number;
  across: number;
  images: readonly CellImage[] | null;
  /** The props it was painted for; other props require repainting. */
  paintedFor: object | null;
  readonly canvas: HTMLCanvasElement;
}

/**
 * The visible cells as 8 × 8 patches. Each patch is a canvas that is painted once and then scrolls. The next patches
 * are painted in advance, a few per frame.
 */
export class CellPatches<Cell> {
  private readonly patches = new Map<number, Patch>();
  private readonly free: Patch[] = [];
  private nearRange: CellRange = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };
  private visible: CellRange = this.nearRange;
  private scrollDirection = { down: 0, across: 0 };

  constructor(
    private readonly pane: HTMLElement,
    private props: GridBodyProps<Cell>,
  ) {}

  /** Repaints the near patches; distant ones follow when they become visible. */
  update(props: GridBodyProps<Cell>): void {
    const { painter, firstPx, rowCount, columnCount } = this.props;
    const hasMoved =
      props.painter !== painter ||
      props.firstPx !== firstPx ||
      props.rowCount !== rowCount ||
      props.columnCount !== columnCount;
    this.props = props;
    this.nearRange = this.patchRange(MARGIN);
    if (hasMoved)
      for (const [key, patch] of this.patches)
        if (this.isBeyond(patch, 0) || this.isEmpty(patch)) {
          patch.canvas.remove();
          this.patches.delete(key);
          if (this.free.length < MAX_FREE) this.free.push(patch);
        } else this.positionPatch(patch);
    this.paintRange(this.nearRange, Infinity);
  }

  /** @param isJump the next position may be far away, so only visible patches are painted */
  show(visible: CellRange, isJump: boolean): void {
    const [down, across] = [visible.rowFrom - this.visible.rowFrom, visible.colFrom - this.visible.colFrom];
    if (down || across) this.scrollDirection = { down, across };
    this.visible = visible;
    this.nearRange = this.patchRange(isJump ? 0 : MARGIN);
    const painted = this.paintRange(this.nearRange, Infinity);
    if (!isJump) this.paintRange(this.patchesAhead(), AHEAD_PER_FRAME - painted);
  }

  /** After scrolling has paused: paints the surroundings. */
  settle(): void {
    this.nearRange = this.patchRange(MARGIN);
    this.paintRange(this.nearRange, Infinity);
  }

  /** The patches next to the near ones in scroll direction. */
  private patchesAhead(): CellRange {
    const { rowFrom, rowTo, colFrom, colTo } = this.nearRange;
    const { down, across } = this.scrollDirection;
    if (Math.abs(across) > Math.abs(down))
      return {
        ...this.nearRange,
        ...(across > 0 ? { colFrom: colTo, colTo: colTo + 1 } : { colFrom: colFrom - 1, colTo: colFrom }),
      };
    return {
      ...this.nearRange,
      ...(down > 0 ? { rowFrom: rowTo, rowTo: rowTo + 1 } : { rowFrom: rowFrom - 1, rowTo: rowFrom }),
    };
  }

  /** The visible area with a margin of cells, in patches. */
  private patchRange(margin: number): CellRange {
    const { rowFrom, rowTo, colFrom, colTo } = this.visible;
    return {
      rowFrom: Math.floor((rowFrom - margin) / PATCH_ROWS),
      rowTo: Math.ceil((rowTo + margin) / PATCH_ROWS),
      colFrom: Math.floor((colFrom - margin) / PATCH_COLUMNS),
      colTo: Math.ceil((colTo + margin) / PATCH_COLUMNS),
    };
  }

  /** Paints missing patches. @returns how many were painted */
  private paintRange({ rowFrom, rowTo, colFrom, colTo }: CellRange, limit: number): number {
    const { rowCount, columnCount } = this.props;
    let painted = 0;
    for (let down = Math.max(0, rowFrom); down < rowTo && down * PATCH_ROWS < rowCount; down++)
      for (let across = Math.max(0, colFrom); across < colTo && across * PATCH_COLUMNS < columnCount; across++) {
        const existing = this.patches.get(keyOf(down, across));
        if (existing?.paintedFor === this.props) continue;
        if (painted >= limit) return painted;
        this.paint(existing ?? this.createPatch(down, across));
        painted++;
      }
    return painted;
  }

  private createPatch(down: number, across: number): Patch {
    const patch = Object.assign(this.takeFreePatch(), { down, across });
    this.patches.set(keyOf(down, across), patch);
    this.positionPatch(patch);
    return patch;
  }

  private takeFreePatch(): Patch {
    for (const [key, patch] of this.patches)
      if (this.isBeyond(patch, 1)) {
        this.patches.delete(key);
        return patch;
      }
    const patch = this.free.pop() ?? {
      down: 0,
      across: 0,
      images: null,
      paintedFor: null,
      canvas: document.createElement('canvas'),
    };
    this.pane.append(patch.canvas);
    return patch;
  }

  private isBeyond({ down, across }: Patch, margin: number): boolean {
    const { rowFrom, rowTo, colFrom, colTo } = this.nearRange;
    return down < rowFrom - margin || down >= rowTo + margin || across < colFrom - margin || across >= colTo + margin;
  }

  private isEmpty({ down, across }: Patch): boolean {
    return down * PATCH_ROWS >= this.props.rowCount || across * PATCH_COLUMNS >= this.props.columnCount;
  }

  private cellRangeOf({ down, across }: Patch): CellRange {
    const [rowFrom, colFrom] = [down * PATCH_ROWS, across * PATCH_COLUMNS];
    const rowTo = Math.min(this.props.rowCount, rowFrom + PATCH_ROWS);
    return { rowFrom, rowTo, colFrom, colTo: Math.min(this.props.columnCount, colFrom + PATCH_COLUMNS) };
  }

  private positionPatch(patch: Patch): void {
    const { firstPx, painter } = this.props;
    const { rowFrom, rowTo, colFrom, colTo } = this.cellRangeOf(patch);
    const { style } = patch.canvas;
    style.insetBlockStart = `${rowFrom * painter.rowPx}px`;
    style.insetInlineStart = `${firstPx + colFrom * COLUMN_PX}px`;
    style.blockSize = `${(rowTo - rowFrom) * painter.rowPx}px`;
    style.inlineSize = `${(colTo - colFrom) * COLUMN_PX}px`;
  }

  private paint(patch: Patch): void {
    const { content, painter, firstPx, bands } = this.props;
    const at = { cell: content.cell, isOdd: bands.isOdd };
    patch.images = painter.paint(patch.canvas, this.cellRangeOf(patch), firstPx, at, patch.images);
    patch.paintedFor = this.props;
  }
}

/** Greater than any number of patches in a row. */
const MAX_ACROSS = 10_000;
const keyOf = (down: number, across: number) => down * MAX_ACROSS + across;
