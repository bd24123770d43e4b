import type { BodyProps } from './body-props';
import { CellPatches } from './cell-patches';
import { ColumnStrips } from './column-strips';
import { FrozenSides } from './frozen-sides';
import type { MatrixWindow } from './grid-content';
import { MatrixRows } from './matrix-rows';
import { PATCH_COLUMNS, PATCH_ROWS } from './matrix-sizes';

/** What is read out follows when the scroll has come to rest: nobody reads rows that fly past. */
const REST_MS = 90;

/**
 * What scrolls, without React: the painted cells, above them the rows that are read and clicked, above these the frozen
 * sides; and the heads and sums of the columns. A frame of a scroll paints what comes into view and makes no element.
 */
export class GridBody<Cell> {
  private readonly patches: CellPatches<Cell>;
  private readonly rows: MatrixRows<Cell>;
  private readonly sides: FrozenSides<Cell>;
  private readonly strips: ColumnStrips<Cell>;
  private seen: MatrixWindow = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    box: HTMLElement,
    heads: HTMLElement,
    private readonly body: HTMLElement,
    private props: BodyProps<Cell>,
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
    this.sides.take(props);
    this.strips = new ColumnStrips(heads, props);
  }

  /** Everything in view is drawn again: other data, another theme, another language. */
  take(props: BodyProps<Cell>, seen: MatrixWindow): void {
    this.props = props;
    this.patches.take(props);
    this.sides.take(props);
    this.strips.take(props);
    this.rows.take(props, seen);
  }

  show(seen: MatrixWindow): void {
    // Dragged along its bar, what comes next is somewhere else.
    const flying =
      this.seen.rowTo > 0 &&
      (Math.abs(seen.rowFrom - this.seen.rowFrom) >= PATCH_ROWS ||
        Math.abs(seen.colFrom - this.seen.colFrom) >= PATCH_COLUMNS);
    this.seen = seen;
    this.patches.show(seen, flying);
    this.sides.show(seen, flying);
    this.strips.show(seen, flying);
    const { row, column } = this.props.content.active;
    const inView = row >= seen.rowFrom && row < seen.rowTo && column >= seen.colFrom && column < seen.colTo;
    // Where the keys are one hears at once.
    if (inView && !this.rows.has(this.props.content.active)) this.rows.show(seen);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), REST_MS);
  }

  end(): void {
    clearTimeout(this.resting);
    this.rows.end();
    this.strips.end();
    this.body.replaceChildren();
  }

  private rest(): void {
    this.patches.rest();
    this.sides.rest();
    this.strips.rest();
    this.rows.show(this.seen);
  }
}
