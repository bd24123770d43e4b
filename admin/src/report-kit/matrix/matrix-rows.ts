import type { GridBodyProps } from './grid-body-props';
import type { CellMarks, CellRange } from './grid-content';
import { COLUMN_PX } from './matrix-sizes';
import type { CellPosition } from './grid-navigation';

/** Accessible names are written after keyboard navigation has paused. */
const REST_MS = 90;
/** Rows named per task; translating takes some milliseconds. */
const NAMED_AT_ONCE = 6;

interface AccessibleRow {
  index: number;
  isNamed: boolean;
  readonly element: HTMLElement;
  readonly head: HTMLElement;
  readonly cells: HTMLElement;
  readonly totals: HTMLElement;
}

/** Element id of a cell, for `aria-activedescendant`. */
const cellId = (id: string, row: number, column: number) => `${id}${row}-${column}`;

/**
 * The accessible and clickable rows, without React. Rows are recycled, so that scrolling creates no elements. A cell is
 * an empty element with a name: the painting is in cell-patches.ts, the row ends in frozen-sides.ts.
 */
export class MatrixRows<Cell> {
  private rows: AccessibleRow[] = [];
  private shownRange: CellRange = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };
  private namingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly box: HTMLElement,
    private readonly pane: HTMLElement,
    private props: GridBodyProps<Cell>,
  ) {}

  /** Rewrites everything in view: other data, another active cell, another language. */
  update(props: GridBodyProps<Cell>, visible: CellRange): void {
    this.props = props;
    this.reuseRows(visible);
    for (const row of this.rows) this.positionRow(row);
    this.write(this.rows, true);
  }

  show(visible: CellRange): void {
    if (isSame(visible, this.shownRange)) return;
    const columnsMoved = visible.colFrom !== this.shownRange.colFrom || visible.colTo !== this.shownRange.colTo;
    const moved = this.reuseRows(visible);
    for (const row of moved) this.positionRow(row);
    this.write(columnsMoved ? this.rows : moved, columnsMoved);
  }

  has({ row, column }: CellPosition): boolean {
    const { rowFrom, rowTo, colFrom, colTo } = this.shownRange;
    return row >= rowFrom && row < rowTo && column >= colFrom && column < colTo;
  }

  end(): void {
    clearTimeout(this.namingTimer);
  }

  /** Assigns rows to the new range. @returns the reused rows */
  private reuseRows(visible: CellRange): AccessibleRow[] {
    this.shownRange = visible;
    const wanted = new Set<number>();
    for (let index = visible.rowFrom; index < visible.rowTo; index++) wanted.add(index);
    const free = this.rows.filter((row) => !wanted.delete(row.index));
    const moved = [...wanted].map((index) => {
      const row = free.pop() ?? this.createRow();
      row.index = index;
      return row;
    });
    for (const row of free) row.element.remove();
    this.rows = this.rows.filter((row) => !free.includes(row));
    return moved;
  }

  private createRow(): AccessibleRow {
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
    const row = { index: -1, isNamed: false, element, head, cells, totals };
    this.rows.push(row);
    return row;
  }

  private positionRow({ element, index }: AccessibleRow): void {
    element.style.insetBlockStart = `${index * this.props.painter.rowPx}px`;
    element.setAttribute('aria-rowindex', String(index + 2));
  }

  private write(rows: readonly AccessibleRow[], columns: boolean): void {
    const { content } = this.props;
    for (const row of rows) {
      if (columns || row.cells.childElementCount === 0) this.placeCells(row);
      const head = content.row(row.index);
      row.head.textContent = [head?.label ?? '…', head?.note].filter(Boolean).join(' · ');
      row.element.classList.toggle('current', content.isCurrent.row(row.index));
      this.writeTotals(row);
      this.writeCells(row);
    }
    this.updateActiveDescendant();
    clearTimeout(this.namingTimer);
    this.namingTimer = setTimeout(() => this.nameNextRows(), REST_MS);
  }

  private placeCells({ cells }: AccessibleRow): void {
    const { colFrom, colTo } = this.shownRange;
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

  private writeCells(row: AccessibleRow): void {
    const { content } = this.props;
    [...row.cells.children].forEach((element, at) => {
      const column = this.shownRange.colFrom + at;
      this.activate(element, row.index, column);
      if (content.marks) mark(element, content.marks(row.index, column));
      if (row.isNamed) element.removeAttribute('aria-label');
    });
    row.isNamed = false;
    if (row.index === content.active.row) this.name(row);
  }

  private activate(element: Element, row: number, column: number): void {
    const { active } = this.props.content;
    const isActive = row === active.row && column === active.column;
    if (!isActive && !element.id) return;
    element.classList.toggle('active', isActive);
    element.id = isActive ? cellId(this.props.id, row, column) : '';
  }

  /** `aria-activedescendant` must refer to an existing element. */
  private updateActiveDescendant(): void {
    const { active } = this.props.content;
    if (this.has(active))
      this.box.setAttribute('aria-activedescendant', cellId(this.props.id, active.row, active.column));
    else this.box.removeAttribute('aria-activedescendant');
  }

  private writeTotals({ totals: element, index }: AccessibleRow): void {
    const { totals, columnCount } = this.props;
    const wanted = totals?.heads.length ?? 0;
    while (element.childElementCount > wanted) element.lastElementChild?.remove();
    while (element.childElementCount < wanted) {
      const total = document.createElement('span');
      total.setAttribute('role', 'gridcell');
      element.append(total);
    }
    const known = totals?.totalsAt(index);
    [...element.children].forEach((total, at) => {
      total.setAttribute('aria-colindex', String(columnCount + 2 + at));
      total.textContent = known?.[at]?.text ?? '';
      (total as HTMLElement).title = known?.[at]?.title ?? '';
    });
  }

  /** Names every cell, also empty ones: person, skill, level, target, status. */
  private name(row: AccessibleRow): void {
    const { content } = this.props;
    if (!content.row(row.index)) return;
    row.isNamed = true;
    for (let column = this.shownRange.colFrom; column < this.shownRange.colTo; column++) {
      const name = content.nameOf(row.index, column);
      if (name === null) row.isNamed = false;
      else row.cells.children[column - this.shownRange.colFrom]?.setAttribute('aria-label', name);
    }
  }

  private nameNextRows(): void {
    const unnamed = this.rows.filter((row) => !row.isNamed && this.props.content.row(row.index));
    for (const row of unnamed.slice(0, NAMED_AT_ONCE)) this.name(row);
    if (unnamed.length > NAMED_AT_ONCE) this.namingTimer = setTimeout(() => this.nameNextRows(), 0);
  }
}

const isSame = (one: CellRange, other: CellRange): boolean =>
  one.rowFrom === other.rowFrom &&
  one.rowTo === other.rowTo &&
  one.colFrom === other.colFrom &&
  one.colTo === other.colTo;

/** Writes only changes: most cells are neither selected nor invalid. */
function mark(element: Element, { selected, problem }: CellMarks): void {
  const previous = element.getAttribute('aria-selected');
  if (previous !== String(selected)) element.setAttribute('aria-selected', String(selected));
  if ((element.getAttribute('title') ?? undefined) === problem) return;
  if (problem === undefined) {
    element.removeAttribute('title');
    element.removeAttribute('aria-invalid');
  } else {
    element.setAttribute('title', problem);
    element.setAttribute('aria-invalid', 'true');
  }
}
