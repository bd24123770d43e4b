import type { MatrixWindow } from './grid-content';
import type { BodyProps } from './body-props';
import { EDGE_PX, toneOf } from './matrix-totals';
import { Slot } from './slot';

/** Rows written beyond the edges, for the frames in which the browser has scrolled and we have not. */
const NEAR = 4;

interface SideRow {
  titled: boolean;
  top: number;
  readonly first: HTMLElement;
  readonly name: Slot;
  readonly note: Slot;
  readonly edge: HTMLElement;
  readonly totals: Slot[];
}

/**
 * What is seen at the ends of the rows, the people and their totals: two panes that stand still sideways, each one layer
 * of the browser's. (Frozen by themselves, fifty rows were a hundred layers, and a frame twice as long.) They are for the
 * eye: what is read out of them stands in the rows (matrix-rows.ts).
 */
export class FrozenSides<Cell> {
  private readonly rows = new Map<number, SideRow>();
  private seen: MatrixWindow = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };

  constructor(
    private readonly firsts: HTMLElement,
    private readonly edges: HTMLElement,
    private props: BodyProps<Cell>,
  ) {}

  take(props: BodyProps<Cell>): void {
    this.props = props;
    const wanted = props.totals?.heads.length ?? 0;
    this.edges.hidden = wanted === 0;
    this.edges.style.inlineSize = `${wanted * EDGE_PX}px`;
    for (const [index, row] of this.rows) this.write(row, index);
    this.rest();
  }

  /** `flying`: what comes next is somewhere else, so that nothing is written but what is seen. */
  show(seen: MatrixWindow, flying: boolean): void {
    this.seen = seen;
    const near = flying ? 0 : NEAR;
    const from = Math.max(0, seen.rowFrom - near);
    const to = Math.min(this.props.rowCount, seen.rowTo + near);
    const free = [...this.rows.keys()].filter((index) => index < from || index >= to);
    for (let index = from; index < to; index++) {
      if (this.rows.has(index)) continue;
      const row = this.taken(free.pop()) ?? this.added();
      this.rows.set(index, row);
      this.write(row, index);
    }
    // Those that are too many stand where they stood, until the scroll pauses: they will be wanted.
  }

  /** The scroll has paused: what is out of sight, and what is said on hover, follows. */
  rest(): void {
    this.show(this.seen, false);
    const [from, to] = [this.seen.rowFrom - NEAR, Math.min(this.props.rowCount, this.seen.rowTo + NEAR)];
    for (const [index, row] of this.rows)
      if (index < from || index >= to) {
        this.rows.delete(index);
        row.first.remove();
        row.edge.remove();
      } else if (!row.titled) this.describe(row, index);
  }

  private taken(index: number | undefined): SideRow | undefined {
    const row = index === undefined ? undefined : this.rows.get(index);
    if (index !== undefined) this.rows.delete(index);
    return row;
  }

  private added(): SideRow {
    const [first, edge] = [document.createElement('div'), document.createElement('div')];
    const [name, note] = [document.createElement('bdi'), document.createElement('small')];
    first.append(name, note);
    this.firsts.append(first);
    edge.className = 'kit-matrix-edge-row';
    this.edges.append(edge);
    return { titled: false, top: -1, first, name: new Slot(first, name), note: new Slot(note), edge, totals: [] };
  }

  private write(row: SideRow, index: number): void {
    const { content, painter, totals } = this.props;
    const { first, name, note, edge } = row;
    const head = content.row(index);
    row.titled = false;
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
      row.totals.push(new Slot(element));
    }
    const known = totals?.of(index);
    row.totals.forEach((slot, at) => {
      const total = known?.[at];
      slot.write(total?.text ?? '', total && toneOf(total));
    });
  }

  private describe(row: SideRow, index: number): void {
    const { content, totals } = this.props;
    const head = content.row(index);
    row.titled = true;
    row.name.describe([head?.label, head?.note].filter(Boolean).join(' · '));
    const known = totals?.of(index);
    row.totals.forEach((slot, at) => slot.describe(known?.[at]?.title ?? ''));
  }
}
