import type { MatrixWindow } from './grid-content';
import type { BodyProps } from './body-props';
import { EDGE_PX, toneOf } from './matrix-totals';

/** Rows written beyond the edges, for the frames in which the browser has scrolled and we have not. */
const NEAR = 4;

interface SideRow {
  readonly first: HTMLElement;
  readonly name: HTMLElement;
  readonly note: HTMLElement;
  readonly edge: HTMLElement;
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
    this.show(this.seen);
  }

  show(seen: MatrixWindow): void {
    this.seen = seen;
    const from = Math.max(0, seen.rowFrom - NEAR);
    const to = Math.min(this.props.rowCount, seen.rowTo + NEAR);
    const free = [...this.rows.keys()].filter((index) => index < from || index >= to);
    for (let index = from; index < to; index++) {
      if (this.rows.has(index)) continue;
      const row = this.taken(free.pop()) ?? this.added();
      this.rows.set(index, row);
      this.write(row, index);
    }
    for (const index of free) {
      const row = this.taken(index);
      row?.first.remove();
      row?.edge.remove();
    }
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
    return { first, name, note, edge };
  }

  private write({ first, name, note, edge }: SideRow, index: number): void {
    const { content, painter, totals } = this.props;
    const head = content.row(index);
    name.textContent = head?.label ?? '…';
    note.textContent = head?.note ?? '';
    first.title = [head?.label, head?.note].filter(Boolean).join(' · ');
    first.className = content.isCurrent.row(index) ? 'kit-matrix-first current' : 'kit-matrix-first';
    first.style.insetBlockStart = edge.style.insetBlockStart = `${index * painter.rowPx}px`;
    const known = totals?.of(index);
    while (edge.childElementCount > (totals?.heads.length ?? 0)) edge.lastElementChild?.remove();
    while (edge.childElementCount < (totals?.heads.length ?? 0)) edge.append(document.createElement('span'));
    [...edge.children].forEach((element, at) => {
      const total = known?.[at];
      element.textContent = total?.text ?? '';
      element.className = (total && toneOf(total)) ?? '';
      (element as HTMLElement).title = total?.title ?? '';
    });
  }
}
