import type { BodyProps } from './body-props';
import type { CellMarks, MatrixWindow } from './grid-content';
import { COLUMN_PX } from './matrix-sizes';
import type { Place } from './steps';

/** Names are written when the keys have come to rest. */
const REST_MS = 90;
/** Rows named in one go: some milliseconds of translating. */
const NAMED_AT_ONCE = 6;

interface ReadRow {
  index: number;
  named: boolean;
  readonly element: HTMLElement;
  readonly head: HTMLElement;
  readonly cells: HTMLElement;
  readonly totals: HTMLElement;
}

/** The id of a cell's element: what the grid says is active. */
const cellId = (id: string, row: number, column: number) => `${id}${row}-${column}`;

/**
 * The rows that are read out, clicked and framed, without React: a row that leaves at one end comes back at the other with
 * another person's name, so that a scroll makes no elements. A cell is one empty element with a name; what is seen of it
 * is painted below (cell-patches.ts), what is seen of the row's ends stands above (frozen-sides.ts).
 */
export class MatrixRows<Cell> {
  private rows: ReadRow[] = [];
  private shown: MatrixWindow = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };
  private naming: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly box: HTMLElement,
    private readonly pane: HTMLElement,
    private props: BodyProps<Cell>,
  ) {}

  /** Everything in view is written again: other data, another active cell, another language. */
  take(props: BodyProps<Cell>, seen: MatrixWindow): void {
    this.props = props;
    this.move(seen);
    for (const row of this.rows) this.place(row);
    this.write(this.rows, true);
  }

  show(seen: MatrixWindow): void {
    if (isSame(seen, this.shown)) return;
    const columnsMoved = seen.colFrom !== this.shown.colFrom || seen.colTo !== this.shown.colTo;
    const moved = this.move(seen);
    for (const row of moved) this.place(row);
    this.write(columnsMoved ? this.rows : moved, columnsMoved);
  }

  has({ row, column }: Place): boolean {
    const { rowFrom, rowTo, colFrom, colTo } = this.shown;
    return row >= rowFrom && row < rowTo && column >= colFrom && column < colTo;
  }

  end(): void {
    clearTimeout(this.naming);
  }

  /** The rows that are other people's now. */
  private move(seen: MatrixWindow): ReadRow[] {
    this.shown = seen;
    const wanted = new Set<number>();
    for (let index = seen.rowFrom; index < seen.rowTo; index++) wanted.add(index);
    const free = this.rows.filter((row) => !wanted.delete(row.index));
    const moved = [...wanted].map((index) => {
      const row = free.pop() ?? this.added();
      row.index = index;
      return row;
    });
    for (const row of free) row.element.remove();
    this.rows = this.rows.filter((row) => !free.includes(row));
    return moved;
  }

  private added(): ReadRow {
    const make = (className: string, role: string) => {
      const element = document.createElement('div');
      element.className = className;
      element.setAttribute('role', role);
      return element;
    };
    const element = make('kit-matrix-row', 'row');
    const head = make('kit-matrix-row-head', 'rowheader');
    head.setAttribute('aria-colindex', '1');
    const cells = make('kit-matrix-cells', 'presentation');
    const totals = make('kit-matrix-row-totals', 'presentation');
    element.append(head, cells, totals);
    this.pane.append(element);
    const row = { index: -1, named: false, element, head, cells, totals };
    this.rows.push(row);
    return row;
  }

  private place({ element, index }: ReadRow): void {
    element.style.insetBlockStart = `${index * this.props.painter.rowPx}px`;
    element.setAttribute('aria-rowindex', String(index + 2));
  }

  private write(rows: readonly ReadRow[], columns: boolean): void {
    const { content } = this.props;
    for (const row of rows) {
      if (columns || row.cells.childElementCount === 0) this.placeCells(row);
      const head = content.row(row.index);
      row.head.textContent = [head?.label ?? '…', head?.note].filter(Boolean).join(' · ');
      row.element.classList.toggle('current', content.isCurrent.row(row.index));
      this.writeTotals(row);
      this.writeCells(row);
    }
    this.sayActive();
    clearTimeout(this.naming);
    this.naming = setTimeout(() => this.nameSome(), REST_MS);
  }

  private placeCells({ cells }: ReadRow): void {
    const { colFrom, colTo } = this.shown;
    while (cells.childElementCount > colTo - colFrom) cells.lastElementChild?.remove();
    while (cells.childElementCount < colTo - colFrom) {
      const cell = document.createElement('div');
      cell.className = 'kit-matrix-cell';
      cell.setAttribute('role', 'gridcell');
      cells.append(cell);
    }
    cells.style.marginInlineStart = `${colFrom * COLUMN_PX}px`;
    [...cells.children].forEach((cell, at) => cell.setAttribute('aria-colindex', String(colFrom + at + 2)));
  }

  private writeCells(row: ReadRow): void {
    const { content } = this.props;
    [...row.cells.children].forEach((element, at) => {
      const column = this.shown.colFrom + at;
      this.activate(element, row.index, column);
      if (content.marks) mark(element, content.marks(row.index, column));
      if (row.named) element.removeAttribute('aria-label');
    });
    row.named = false;
    if (row.index === content.active.row) this.name(row);
  }

  private activate(element: Element, row: number, column: number): void {
    const { active } = this.props.content;
    const isActive = row === active.row && column === active.column;
    if (!isActive && !element.id) return;
    element.classList.toggle('active', isActive);
    element.id = isActive ? cellId(this.props.id, row, column) : '';
  }

  /** Only a cell that stands in the page may be named as active. */
  private sayActive(): void {
    const { active } = this.props.content;
    if (this.has(active))
      this.box.setAttribute('aria-activedescendant', cellId(this.props.id, active.row, active.column));
    else this.box.removeAttribute('aria-activedescendant');
  }

  private writeTotals({ totals: element, index }: ReadRow): void {
    const { totals, columnCount } = this.props;
    const wanted = totals?.heads.length ?? 0;
    while (element.childElementCount > wanted) element.lastElementChild?.remove();
    while (element.childElementCount < wanted) {
      const total = document.createElement('span');
      total.setAttribute('role', 'gridcell');
      element.append(total);
    }
    const known = totals?.of(index);
    [...element.children].forEach((total, at) => {
      total.setAttribute('aria-colindex', String(columnCount + 2 + at));
      total.textContent = known?.[at]?.text ?? '';
      (total as HTMLElement).title = known?.[at]?.title ?? '';
    });
  }

  /** Person, skill, level, target, status of each cell, also of an empty one. */
  private name(row: ReadRow): void {
    const { content } = this.props;
    if (!content.row(row.index)) return;
    row.named = true;
    for (let column = this.shown.colFrom; column < this.shown.colTo; column++) {
      const name = content.nameOf(row.index, column);
      if (name === null) row.named = false;
      else row.cells.children[column - this.shown.colFrom]?.setAttribute('aria-label', name);
    }
  }

  private nameSome(): void {
    const unnamed = this.rows.filter((row) => !row.named && this.props.content.row(row.index));
    for (const row of unnamed.slice(0, NAMED_AT_ONCE)) this.name(row);
    if (unnamed.length > NAMED_AT_ONCE) this.naming = setTimeout(() => this.nameSome(), 0);
  }
}

const isSame = (one: MatrixWindow, other: MatrixWindow): boolean =>
  one.rowFrom === other.rowFrom &&
  one.rowTo === other.rowTo &&
  one.colFrom === other.colFrom &&
  one.colTo === other.colTo;

/** Written only where it changes: most cells of most frames are neither selected nor refused. */
function mark(element: Element, { selected, problem }: CellMarks): void {
  const was = element.getAttribute('aria-selected');
  if (was !== String(selected)) element.setAttribute('aria-selected', String(selected));
  if ((element.getAttribute('title') ?? undefined) === problem) return;
  if (problem === undefined) {
    element.removeAttribute('title');
    element.removeAttribute('aria-invalid');
  } else {
    element.setAttribute('title', problem);
    element.setAttribute('aria-invalid', 'true');
  }
}
