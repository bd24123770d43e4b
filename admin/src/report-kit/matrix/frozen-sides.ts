import type { CellRange } from './grid-content';
import type { GridBodyProps } from './grid-body-props';
import { EDGE_PX, totalClassName } from './matrix-totals';
import { RecycledElement } from './recycled-element';

/** Rows rendered beyond the visible area, because scrolling is ahead of rendering. */
const MARGIN = 4;

interface SideRow {
  isDescribed: boolean;
  top: number;
  readonly first: HTMLElement;
  readonly name: RecycledElement;
  readonly note: RecycledElement;
  readonly edge: HTMLElement;
  readonly totals: RecycledElement[];
}

/**
 * The frozen row heads and row totals, as two panes with one browser layer each; with a sticky position per row, frames
 * took twice as long. Visual only: screen readers use matrix-rows.ts.
 */
export class FrozenSides<Cell> {
  private readonly rows = new Map<number, SideRow>();
  private visible: CellRange = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };

  constructor(
    private readonly firstPane: HTMLElement,
    private readonly edges: HTMLElement,
    private props: GridBodyProps<Cell>,
  ) {}

  update(props: GridBodyProps<Cell>): void {
    this.props = props;
    const wanted = props.totals?.heads.length ?? 0;
    this.edges.hidden = wanted === 0;
    this.edges.style.inlineSize = `${wanted * EDGE_PX}px`;
    for (const [index, row] of this.rows) this.write(row, index);
    this.settle();
  }

  /** @param isJump the next position may be far away, so only the visible area is rendered */
  show(visible: CellRange, isJump: boolean): void {
    this.visible = visible;
    const margin = isJump ? 0 : MARGIN;
    const from = Math.max(0, visible.rowFrom - margin);
    const to = Math.min(this.props.rowCount, visible.rowTo + margin);
    const free = [...this.rows.keys()].filter((index) => index < from || index >= to);
    for (let index = from; index < to; index++) {
      if (this.rows.has(index)) continue;
      const row = this.takeRow(free.pop()) ?? this.createRow();
      this.rows.set(index, row);
      this.write(row, index);
    }
    // Surplus rows stay until scrolling pauses; they may be needed again.
  }

  /** After scrolling has paused: renders the surroundings and titles. */
  settle(): void {
    this.show(this.visible, false);
    const [from, to] = [this.visible.rowFrom - MARGIN, Math.min(this.props.rowCount, this.visible.rowTo + MARGIN)];
    for (const [index, row] of this.rows)
      if (index < from || index >= to) {
        this.rows.delete(index);
        row.first.remove();
        row.edge.remove();
      } else if (!row.isDescribed) this.describe(row, index);
  }

  private takeRow(index: number | undefined): SideRow | undefined {
    const row = index === undefined ? undefined : this.rows.get(index);
    if (index !== undefined) this.rows.delete(index);
    return row;
  }

  private createRow(): SideRow {
    const [first, edge] = [document.createElement('div'), document.createElement('div')];
    const [name, note] = [document.createElement('bdi'), document.createElement('small')];
    first.append(name, note);
    this.firstPane.append(first);
    edge.className = 'kit-matrix-edge-row';
    this.edges.append(edge);
    return {
      isDescribed: false,
      top: -1,
      first,
      name: new RecycledElement(first, name),
      note: new RecycledElement(note),
      edge,
      totals: [],
    };
  }

  private write(row: SideRow, index: number): void {
    const { content, painter, totals } = this.props;
    const { first, name, note, edge } = row;
    const head = content.row(index);
    row.isDescribed = false;
    name.write(head?.label ?? '…', content.isCurrent.row(index) ? 'kit-matrix-first current' : 'kit-matrix-first');
    note.write(head?.note ?? '');
    const top = index * painter.rowPx;
    if (row.top !== top) first.style.insetBlockStart = edge.style.insetBlockStart = `${top}px`;
    row.top = top;
    const wanted = totals?.heads.length ?? 0;
    for (const slot of row.totals.splice(wanted)) slot.element.remove();
    while (row.totals.length < wanted) {
      const element = document.createElement('span');
      edge.append(element);
      row.totals.push(new RecycledElement(element));
    }
    const known = totals?.totalsAt(index);
    row.totals.forEach((slot, at) => {
      const total = known?.[at];
      slot.write(total?.text ?? '', total && totalClassName(total));
    });
  }

  private describe(row: SideRow, index: number): void {
    const { content, totals } = this.props;
    const head = content.row(index);
    row.isDescribed = true;
    row.name.describe([head?.label, head?.note].filter(Boolean).join(' · '));
    const known = totals?.totalsAt(index);
    row.totals.forEach((slot, at) => slot.describe(known?.[at]?.title ?? ''));
  }
}
