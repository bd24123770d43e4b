import type { GridBodyProps } from './grid-body-props';
import { CellPatches } from './cell-patches';
import { ColumnStrips } from './column-strips';
import { FrozenSides } from './frozen-sides';
import type { CellRange } from './grid-content';
import { MatrixRows } from './matrix-rows';
import { PATCH_COLUMNS, PATCH_ROWS } from './matrix-sizes';

/** Accessible rows are updated when scrolling has paused. */
const REST_MS = 90;

/**
 * The scrolling part of a grid, without React: painted cells, above them the accessible rows, above these the frozen
 * sides, and the column strips. Scrolling paints new cells and creates no elements.
 */
export class GridBody<Cell> {
  private readonly patches: CellPatches<Cell>;
  private readonly rows: MatrixRows<Cell>;
  private readonly sides: FrozenSides<Cell>;
  private readonly strips: ColumnStrips<Cell>;
  private visible: CellRange = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };
  private restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    box: HTMLElement,
    heads: HTMLElement,
    private readonly body: HTMLElement,
    private props: GridBodyProps<Cell>,
  ) {
    const pane = (className: string, role?: string) => {
      const element = document.createElement('div');
      element.className = className;
      if (role) element.setAttribute('role', role);
      else element.setAttribute('aria-hidden', 'true');
      body.append(element);
      return element;
    };
    this.patches = new CellPatches(pane('kit-matrix-patches'), props);
    this.rows = new MatrixRows(box, pane('kit-matrix-rows', 'presentation'), props);
    this.sides = new FrozenSides(pane('kit-matrix-firsts'), pane('kit-matrix-edge kit-matrix-edges'), props);
    this.sides.update(props);
    this.strips = new ColumnStrips(heads, props);
  }

  /** Redraws everything in view: other data, theme or language. */
  update(props: GridBodyProps<Cell>, visible: CellRange): void {
    this.props = props;
    this.patches.update(props);
    this.sides.update(props);
    this.strips.update(props);
    this.rows.update(props, visible);
  }

  show(visible: CellRange): void {
    // Dragging the scroll bar: the next position may be far away.
    const isJump =
      this.visible.rowTo > 0 &&
      (Math.abs(visible.rowFrom - this.visible.rowFrom) >= PATCH_ROWS ||
        Math.abs(visible.colFrom - this.visible.colFrom) >= PATCH_COLUMNS);
    this.visible = visible;
    this.patches.show(visible, isJump);
    this.sides.show(visible, isJump);
    this.strips.show(visible, isJump);
    const { row, column } = this.props.content.active;
    const isActiveVisible =
      row >= visible.rowFrom && row < visible.rowTo && column >= visible.colFrom && column < visible.colTo;
    // The active cell must be announced at once.
    if (isActiveVisible && !this.rows.has(this.props.content.active)) this.rows.show(visible);
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.settle(), REST_MS);
  }

  end(): void {
    clearTimeout(this.restTimer);
    this.rows.end();
    this.strips.end();
    this.body.replaceChildren();
  }

  private settle(): void {
    this.patches.settle();
    this.sides.settle();
    this.strips.settle();
    this.rows.show(this.visible);
  }
}
