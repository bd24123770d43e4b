import type { BodyProps } from './body-props';
import type { MatrixWindow } from './grid-content';
import { COLUMN_PX, STRIP_COLUMNS } from './matrix-sizes';
import { toneOf } from './matrix-totals';
import { Slot } from './slot';

/** Columns written beyond the edges, for the frames in which the browser has scrolled and we have not. */
const NEAR = 3;

interface Line {
  readonly element: HTMLElement;
  readonly sums: readonly Slot[];
}

interface Strip {
  /** Counted in strips. */
  at: number;
  titled: boolean;
  readonly element: HTMLElement;
  readonly heads: readonly Slot[];
  lines: readonly Line[];
}

/**
 * What stands above and below the columns, without React: their heads, the bands of their groups and their sums, in strips
 * of a few columns. A strip that leaves at one end comes back at the other.
 */
export class ColumnStrips<Cell> {
  private strips: Strip[] = [];
  private readonly bands: Slot[] = [];
  private written = { from: 0, to: 0 };
  private seen: MatrixWindow = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };

  constructor(
    private readonly pane: HTMLElement,
    private props: BodyProps<Cell>,
  ) {}

  /** Everything is written again: other data, another active cell, another language. */
  take(props: BodyProps<Cell>): void {
    const { sumRows } = props;
    const was = this.props.sumRows;
    const isOther = sumRows.length !== was.length || sumRows.some((row, at) => row !== was[at]);
    this.props = props;
    this.strips = this.strips.filter((strip) => {
      const isBeyond = strip.at * STRIP_COLUMNS >= props.columnCount;
      if (isBeyond || isOther) for (const { element } of strip.lines) element.remove();
      if (isBeyond) strip.element.remove();
      else if (isOther) strip.lines = sumRows.map(lineIn);
      return !isBeyond;
    });
    for (const strip of this.strips) this.place(strip);
    this.placeBands();
    this.rest();
  }

  /** `flying`: what comes next is somewhere else, so that nothing is written but what is seen. */
  show(seen: MatrixWindow, flying: boolean): void {
    this.seen = seen;
    const near = flying ? 0 : NEAR;
    const from = Math.floor(Math.max(0, seen.colFrom - near) / STRIP_COLUMNS);
    const to = Math.ceil(Math.min(this.props.columnCount, seen.colTo + near) / STRIP_COLUMNS);
    const was = this.written;
    this.written = { from: from * STRIP_COLUMNS, to: to * STRIP_COLUMNS };
    const standing = new Set(this.strips.map(({ at }) => at));
    const free = this.strips.filter(({ at }) => at < from || at >= to);
    for (let at = from; at < to; at++) {
      if (standing.has(at)) continue;
      const strip = free.pop() ?? this.added();
      strip.at = at;
      this.place(strip);
    }
    // A strip may still stand where another view comes back to; the bands above it do not.
    if (was.from !== this.written.from || was.to !== this.written.to) this.placeBands();
  }

  /** The scroll has paused: what is out of sight, and what is said on hover and read out, follows. */
  rest(): void {
    this.show(this.seen, false);
    for (const strip of this.strips) if (!strip.titled) this.describe(strip);
  }

  end(): void {
    for (const { lines } of this.strips) for (const { element } of lines) element.remove();
    this.pane.replaceChildren();
  }

  private added(): Strip {
    const element = stripIn(this.pane, 'kit-matrix-strip');
    const heads = Array.from({ length: STRIP_COLUMNS }, () => {
      const [head, label] = [document.createElement('div'), document.createElement('span')];
      head.setAttribute('role', 'columnheader');
      label.dir = 'auto';
      head.append(label);
      element.append(head);
      return new Slot(head, label);
    });
    const strip = { at: -1, titled: false, element, heads, lines: this.props.sumRows.map(lineIn) };
    this.strips.push(strip);
    return strip;
  }

  private place(strip: Strip): void {
    const { content, columnCount, columnTotals, bands, firstPx } = this.props;
    const first = strip.at * STRIP_COLUMNS;
    const start = `${firstPx + first * COLUMN_PX}px`;
    strip.titled = false;
    for (const { element } of [strip, ...strip.lines]) element.style.insetInlineStart = start;
    strip.heads.forEach((slot, step) => {
      const column = first + step;
      const isCurrent = content.isCurrent.column(column);
      const className = `kit-matrix-column${bands.isOdd(column) ? ' odd' : ''}${isCurrent ? ' current' : ''}`;
      slot.write(content.column(column)?.label ?? '', className);
      slot.number(column, columnCount);
      const sums = column < columnCount ? columnTotals?.of(column) : undefined;
      strip.lines.forEach((line, at) => {
        const [sum, total] = [line.sums[step], sums?.[at]];
        sum?.write(total?.text ?? '', total && toneOf(total));
        sum?.number(column, columnCount);
      });
    });
  }

  private describe(strip: Strip): void {
    const { content, columnTotals } = this.props;
    strip.titled = true;
    strip.heads.forEach((slot, step) => {
      const column = strip.at * STRIP_COLUMNS + step;
      const head = content.column(column);
      slot.describe([head?.group, head?.label, head?.note].filter(Boolean).join(' · '));
      const sums = columnTotals?.of(column);
      strip.lines.forEach((line, at) => line.sums[step]?.describe(sums?.[at]?.title ?? ''));
    });
  }

  /** Decoration: each column's head says its group as well. */
  private placeBands(): void {
    const { bands, firstPx } = this.props;
    const { from, to } = this.written;
    const seen = bands.all.filter(
      (band) => band.group !== undefined && band.from < to && band.from + band.count > from,
    );
    seen.forEach((band, at) => {
      const slot = (this.bands[at] ??= this.addedBand());
      slot.write(band.group ?? '', band.odd ? 'kit-matrix-band odd' : 'kit-matrix-band');
      slot.element.style.insetInlineStart = `${firstPx + band.from * COLUMN_PX}px`;
      slot.element.style.inlineSize = `${band.count * COLUMN_PX}px`;
    });
    for (const slot of this.bands.splice(seen.length)) slot.element.remove();
  }

  private addedBand(): Slot {
    const element = document.createElement('div');
    element.setAttribute('aria-hidden', 'true');
    this.pane.append(element);
    return new Slot(element);
  }
}

function stripIn(parent: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.setAttribute('role', 'presentation');
  parent.append(element);
  return element;
}

function lineIn(row: HTMLElement): Line {
  const element = stripIn(row, 'kit-matrix-sum-strip');
  const sums = Array.from({ length: STRIP_COLUMNS }, () => {
    const sum = document.createElement('span');
    sum.setAttribute('role', 'gridcell');
    element.append(sum);
    return new Slot(sum);
  });
  return { element, sums };
}
