import type { CellPainter } from './cell-painter';
import { COLUMN_PX } from './matrix-sizes';
import { EDGE_PX, toneOf } from './matrix-totals';
import type { MatrixCell, MatrixHead, MatrixTotals } from './matrix-types';
import type { Place } from './steps';
import type { TileStore } from './tiles';

/** Names are read by nobody while the rows fly past; they are written when the scroll has come to rest. */
const REST_MS = 90;
/** Rows named in one go: some milliseconds of translating. */
const NAMED_AT_ONCE = 6;

export interface MatrixWindow {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly colFrom: number;
  readonly colTo: number;
}

export interface RowsProps {
  readonly id: string;
  readonly store: TileStore;
  readonly painter: CellPainter;
  readonly odd: (column: number) => boolean;
  readonly totals: MatrixTotals | undefined;
  readonly describe: (row: MatrixHead, column: MatrixHead, cell: MatrixCell | undefined) => string;
  readonly active: Place;
}

interface ShownRow {
  index: number;
  named: boolean;
  readonly element: HTMLElement;
  readonly name: HTMLElement;
  readonly note: HTMLElement;
  readonly first: HTMLElement;
  readonly cells: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly edge: HTMLElement;
}

/** The id of a cell's element: what the grid says is active. */
export const cellId = (id: string, row: number, column: number) => `${id}${row}-${column}`;

/**
 * The rows in view, without React: a row that leaves at one end comes back at the other with another person's name and
 * picture, so that a scroll makes no elements. React's part is everything that does not move (matrix.tsx). A cell is one
 * empty element with a name; what is seen of it is painted on its row's canvas.
 */
export class MatrixRows {
  private rows: ShownRow[] = [];
  private shown: MatrixWindow = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly body: HTMLElement,
    private props: RowsProps,
  ) {}

  /** Everything is drawn again: other data, another theme, another language. */
  take(props: RowsProps): void {
    this.props = props;
    this.drawn(this.rows, true);
  }

  show(window: MatrixWindow): void {
    const columnsMoved = window.colFrom !== this.shown.colFrom || window.colTo !== this.shown.colTo;
    this.shown = window;
    const wanted = new Set<number>();
    for (let index = window.rowFrom; index < window.rowTo; index++) wanted.add(index);
    const free: ShownRow[] = [];
    for (const row of this.rows) if (!wanted.delete(row.index)) free.push(row);
    const moved = [...wanted].map((index) => {
      const row = free.pop() ?? this.added();
      row.index = index;
      row.element.style.transform = `translateY(${index * this.props.painter.rowPx}px)`;
      row.element.setAttribute('aria-rowindex', String(index + 2));
      return row;
    });
    for (const row of free) row.element.remove();
    this.rows = this.rows.filter((row) => !free.includes(row));
    if (columnsMoved) {
      this.body.style.setProperty('--from', `${window.colFrom * COLUMN_PX}px`);
      this.drawn(this.rows, true);
    } else this.drawn(moved, false);
  }

  /** Where a click was: null outside the cells. */
  placeOf(target: EventTarget | null): Place | null {
    const cell = (target as HTMLElement | null)?.closest?.('[role=gridcell]');
    const row = this.rows.find(({ cells }) => cells === cell?.parentElement);
    if (!row || !cell) return null;
    // The canvas comes first.
    return { row: row.index, column: this.shown.colFrom + Array.prototype.indexOf.call(row.cells.children, cell) - 1 };
  }

  end(): void {
    clearTimeout(this.resting);
    this.body.replaceChildren();
    this.rows = [];
  }

  private added(): ShownRow {
    const make = (className: string, role?: string, tag = 'div') => {
      const element = document.createElement(tag);
      element.className = className;
      if (role) element.setAttribute('role', role);
      return element;
    };
    const element = make('kit-matrix-row', 'row');
    const first = make('kit-matrix-first', 'rowheader');
    first.setAttribute('aria-colindex', '1');
    const name = make('', undefined, 'bdi');
    const note = make('', undefined, 'small');
    first.append(name, note);
    const cells = make('kit-matrix-cells', 'presentation');
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    cells.append(canvas);
    const edge = make('kit-matrix-edge');
    element.append(first, cells, edge);
    this.body.append(element);
    const row = { index: -1, named: false, element, first, name, note, cells, canvas, edge };
    this.rows.push(row);
    return row;
  }

  private drawn(rows: readonly ShownRow[], columns: boolean): void {
    for (const row of rows) {
      if (columns || row.cells.childElementCount === 1) this.placeCells(row);
      this.fill(row);
    }
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.nameSome(), REST_MS);
  }

  private placeCells({ cells }: ShownRow): void {
    const { colFrom, colTo } = this.shown;
    while (cells.childElementCount - 1 > colTo - colFrom) cells.lastElementChild?.remove();
    while (cells.childElementCount - 1 < colTo - colFrom) {
      const cell = document.createElement('div');
      cell.className = 'kit-matrix-cell';
      cell.setAttribute('role', 'gridcell');
      cells.append(cell);
    }
    for (let at = 1; at < cells.children.length; at++)
      cells.children[at]?.setAttribute('aria-colindex', String(colFrom + at + 1));
  }

  private fill(row: ShownRow): void {
    const { store, painter, odd, active, id } = this.props;
    const { colFrom, colTo } = this.shown;
    const head = store.row(row.index);
    row.name.textContent = head?.label ?? '…';
    row.note.textContent = head?.note ?? '';
    row.first.title = [head?.label, head?.note].filter(Boolean).join(' · ');
    const current = row.index === active.row;
    row.element.classList.toggle('current', current);
    const drawn: (MatrixCell | undefined | null)[] = [];
    const banded: boolean[] = [];
    for (let column = colFrom; column < colTo; column++) {
      drawn.push(store.isLoaded(row.index, column) ? store.cell(row.index, column) : null);
      banded.push(odd(column));
      const cell = row.cells.children[column - colFrom + 1];
      const isActive = current && column === active.column;
      if (cell && (isActive || cell.id)) {
        cell.classList.toggle('active', isActive);
        cell.id = isActive ? cellId(id, row.index, column) : '';
      }
      if (row.named) cell?.removeAttribute('aria-label');
    }
    row.named = false;
    painter.row(row.canvas, drawn, banded);
    if (current) this.name(row);
    this.fillEdge(row);
  }

  private fillEdge({ edge, index }: ShownRow): void {
    const { totals } = this.props;
    const wanted = totals?.heads.length ?? 0;
    edge.hidden = wanted === 0;
    edge.style.inlineSize = `${wanted * EDGE_PX}px`;
    while (edge.childElementCount > wanted) edge.lastElementChild?.remove();
    while (edge.childElementCount < wanted) {
      const total = document.createElement('span');
      total.setAttribute('role', 'gridcell');
      edge.append(total);
    }
    const known = totals?.of(index);
    [...edge.children].forEach((element, at) => {
      const total = known?.[at];
      element.textContent = total?.text ?? '';
      element.className = (total && toneOf(total)) ?? '';
      (element as HTMLElement).title = total?.title ?? '';
    });
  }

  /** Person, skill, level, target, status of each cell, also of an empty one. */
  private name(row: ShownRow): void {
    const { store, describe } = this.props;
    const head = store.row(row.index);
    if (!head) return;
    row.named = true;
    for (let column = this.shown.colFrom; column < this.shown.colTo; column++) {
      const columnHead = store.column(column);
      const cell = store.cell(row.index, column);
      const element = row.cells.children[column - this.shown.colFrom + 1];
      if (!columnHead || !store.isLoaded(row.index, column)) row.named = false;
      else element?.setAttribute('aria-label', spoken(describe(head, columnHead, cell), cell));
    }
  }

  private nameSome(): void {
    const unnamed = this.rows.filter((row) => !row.named && this.props.store.row(row.index));
    for (const row of unnamed.slice(0, NAMED_AT_ONCE)) this.name(row);
    if (unnamed.length > NAMED_AT_ONCE) this.resting = setTimeout(() => this.nameSome(), 0);
  }
}

/** A name must hold the text that is seen (WCAG 2.5.3); a plain level is in the sentence already. */
const spoken = (sentence: string, cell: MatrixCell | undefined): string =>
  cell?.text ? `${sentence} (${cell.text})` : sentence;
