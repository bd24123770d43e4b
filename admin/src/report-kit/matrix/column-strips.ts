import type { GridBodyProps } from './grid-body-props';
import type { CellRange } from './grid-content';
import { COLUMN_PX, STRIP_COLUMNS } from './matrix-sizes';
import { totalClassName } from './matrix-totals';
import { RecycledElement } from './recycled-element';

/** Columns rendered beyond the visible area, because scrolling is ahead of rendering. */
const MARGIN = 3;

interface SumLine {
  readonly element: HTMLElement;
  readonly sums: readonly RecycledElement[];
}

interface Strip {
  /** Position in strips. */
  index: number;
  isDescribed: boolean;
  readonly element: HTMLElement;
  readonly heads: readonly RecycledElement[];
  lines: readonly SumLine[];
}

/**
 * Column heads, group bands and column totals, without React. Columns are grouped into strips, which are recycled at
 * the other end.
 */
export class ColumnStrips<Cell> {
  private strips: Strip[] = [];
  private readonly bands: RecycledElement[] = [];
  private writtenRange = { from: 0, to: 0 };
  private visible: CellRange = { rowFrom: 0, rowTo: 0, colFrom: 0, colTo: 0 };

  constructor(
    private readonly pane: HTMLElement,
    private props: GridBodyProps<Cell>,
  ) {}

  /** Rewrites everything: other data, another active cell, another language. */
  update(props: GridBodyProps<Cell>): void {
    const { sumRows } = props;
    const previous = this.props.sumRows;
    const hasOtherRows = sumRows.length !== previous.length || sumRows.some((row, index) => row !== previous[index]);
    this.props = props;
    this.strips = this.strips.filter((strip) => {
      const isBeyond = strip.index * STRIP_COLUMNS >= props.columnCount;
      if (isBeyond || hasOtherRows) for (const { element } of strip.lines) element.remove();
      if (isBeyond) strip.element.remove();
      else if (hasOtherRows) strip.lines = sumRows.map(createLine);
      return !isBeyond;
    });
    for (const strip of this.strips) this.positionStrip(strip);
    this.placeBands();
    this.settle();
  }

  /** @param isJump the next position may be far away, so only the visible area is rendered */
  show(visible: CellRange, isJump: boolean): void {
    this.visible = visible;
    const margin = isJump ? 0 : MARGIN;
    const from = Math.floor(Math.max(0, visible.colFrom - margin) / STRIP_COLUMNS);
    const to = Math.ceil(Math.min(this.props.columnCount, visible.colTo + margin) / STRIP_COLUMNS);
    const previous = this.writtenRange;
    this.writtenRange = { from: from * STRIP_COLUMNS, to: to * STRIP_COLUMNS };
    const existing = new Set(this.strips.map(({ index }) => index));
    const free = this.strips.filter(({ index }) => index < from || index >= to);
    for (let index = from; index < to; index++) {
      if (existing.has(index)) continue;
      const strip = free.pop() ?? this.createStrip();
      strip.index = index;
      this.positionStrip(strip);
    }
    // Strips may stay for a return to this position; bands do not.
    if (previous.from !== this.writtenRange.from || previous.to !== this.writtenRange.to) this.placeBands();
  }

  /** After scrolling has paused: renders the surroundings, titles and accessible names. */
  settle(): void {
    this.show(this.visible, false);
    for (const strip of this.strips) if (!strip.isDescribed) this.describe(strip);
  }

  end(): void {
    for (const { lines } of this.strips) for (const { element } of lines) element.remove();
    this.pane.replaceChildren();
  }

  private createStrip(): Strip {
    const element = appendStrip(this.pane, 'kit-matrix-strip');
    const heads = Array.from({ length: STRIP_COLUMNS }, () => {
      const [head, label] = [document.createElement('div'), document.createElement('span')];
      head.setAttribute('role', 'columnheader');
      label.dir = 'auto';
      head.append(label);
      element.append(head);
      return new RecycledElement(head, label);
    });
    const strip = { index: -1, isDescribed: false, element, heads, lines: this.props.sumRows.map(createLine) };
    this.strips.push(strip);
    return strip;
  }

  private positionStrip(strip: Strip): void {
    const { content, columnCount, columnTotals, bands, firstPx } = this.props;
    const first = strip.index * STRIP_COLUMNS;
    const start = `${firstPx + first * COLUMN_PX}px`;
    strip.isDescribed = false;
    for (const { element } of [strip, ...strip.lines]) element.style.insetInlineStart = start;
    strip.heads.forEach((slot, step) => {
      const column = first + step;
      const isCurrent = content.isCurrent.column(column);
      const className = `kit-matrix-column${bands.isOdd(column) ? ' odd' : ''}${isCurrent ? ' current' : ''}`;
      slot.write(content.column(column)?.label ?? '', className);
      slot.setColumn(column, columnCount);
      const sums = column < columnCount ? columnTotals?.totalsAt(column) : undefined;
      strip.lines.forEach((line, index) => {
        const [sum, total] = [line.sums[step], sums?.[index]];
        sum?.write(total?.text ?? '', total && totalClassName(total));
        sum?.setColumn(column, columnCount);
      });
    });
  }

  private describe(strip: Strip): void {
    const { content, columnTotals } = this.props;
    strip.isDescribed = true;
    strip.heads.forEach((slot, step) => {
      const column = strip.index * STRIP_COLUMNS + step;
      const head = content.column(column);
      slot.describe([head?.group, head?.label, head?.note].filter(Boolean).join(' · '));
      const sums = columnTotals?.totalsAt(column);
      strip.lines.forEach((line, index) => line.sums[step]?.describe(sums?.[index]?.title ?? ''));
    });
  }

  /** Decorative: each column head contains its group. */
  private placeBands(): void {
    const { bands, firstPx } = this.props;
    const { from, to } = this.writtenRange;
    const visible = bands.all.filter(
      (band) => band.group !== undefined && band.from < to && band.from + band.count > from,
    );
    visible.forEach((band, index) => {
      const slot = (this.bands[index] ??= this.createBand());
      slot.write(band.group ?? '', band.odd ? 'kit-matrix-band odd' : 'kit-matrix-band');
      slot.element.style.insetInlineStart = `${firstPx + band.from * COLUMN_PX}px`;
      slot.element.style.inlineSize = `${band.count * COLUMN_PX}px`;
    });
    for (const slot of this.bands.splice(visible.length)) slot.element.remove();
  }

  private createBand(): RecycledElement {
    const element = document.createElement('div');
    element.setAttribute('aria-hidden', 'true');
    this.pane.append(element);
    return new RecycledElement(element);
  }
}

function appendStrip(parent: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.setAttribute('role', 'presentation');
  parent.append(element);
  return element;
}

function createLine(row: HTMLElement): SumLine {
  const element = appendStrip(row, 'kit-matrix-sum-strip');
  const sums = Array.from({ length: STRIP_COLUMNS }, () => {
    const sum = document.createElement('span');
    sum.setAttribute('role', 'gridcell');
    element.append(sum);
    return new RecycledElement(sum);
  });
  return { element, sums };
}
