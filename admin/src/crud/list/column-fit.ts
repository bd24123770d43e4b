import { useLayoutEffect, useState } from 'react';
import type { Field, FieldKind } from '@contract/fields';

/** 1 is always shown; 3 is hidden first if there is not enough space. */
export type Priority = 1 | 2 | 3;

export interface ColumnSize {
  readonly name: string;
  /** Width in pixels for typical values. */
  readonly width: number;
  /** Minimum width in pixels for the column head, which is never cut. */
  readonly head: number;
  readonly priority: Priority;
  /** Cut values are still useful: names and texts, not days and numbers. */
  readonly elastic: boolean;
}

/** Limits of an elastic column, relative to `width`. */
const MIN_RATIO = 0.7;
const MAX_RATIO = 1.8;
const minWidthOf = ({ width, head, elastic }: ColumnSize): number =>
  Math.max(head, elastic ? Math.round(width * MIN_RATIO) : width);
const fullWidthOf = ({ width, head }: ColumnSize): number => Math.max(head, width);
/** Only elastic columns grow. */
const growthOf = ({ width, elastic }: ColumnSize): number => (elastic ? width * (MAX_RATIO - 1) : 0);
const sumWidths = (columns: readonly ColumnSize[], widthOf: (column: ColumnSize) => number): number =>
  columns.reduce((sum, column) => sum + widthOf(column), 0);

/**
 * Chooses the columns that fit into `containerWidth` pixels and distributes the space. The least important columns are
 * hidden first, the last of equal ones; columns of priority 1 stay, if need be with a scroll bar.
 */
export function fitColumns(columns: readonly ColumnSize[], containerWidth: number): { name: string; width: number }[] {
  const visible = [...columns];
  while (sumWidths(visible, minWidthOf) > containerWidth) {
    const lowest = Math.max(...visible.map(({ priority }) => priority));
    if (lowest === 1) break;
    visible.splice(
      visible.findLastIndex(({ priority }) => priority === lowest),
      1,
    );
  }
  const minTotal = sumWidths(visible, minWidthOf);
  const wish = sumWidths(visible, fullWidthOf) - minTotal;
  const share = wish > 0 ? Math.min(1, Math.max(0, containerWidth - minTotal) / wish) : 0;
  const spare = Number.isFinite(containerWidth) ? Math.max(0, containerWidth - minTotal - wish) : 0;
  const growing = sumWidths(visible, growthOf);
  const growth = growing > 0 ? Math.min(1, spare / growing) : 0;
  return visible.map((column) => ({
    name: column.name,
    width: Math.floor(
      minWidthOf(column) + (fullWidthOf(column) - minWidthOf(column)) * share + growthOf(column) * growth,
    ),
  }));
}

const SECONDARY_KINDS: ReadonlySet<FieldKind> = new Set(['ref', 'level', 'whole', 'money', 'choice']);

const ELASTIC: ReadonlySet<string> = new Set(['text', 'markdown', 'email', 'url', 'ref', 'refMany']);
/** The head needs more space than the value. */
export const isShort = (kind: string): boolean => kind === 'level' || kind === 'whole';
export const isElastic = (kind: string): boolean => ELASTIC.has(kind);

/** Default priority: title and status first, then codes and short values. */
export function defaultPriority(
  name: string,
  { kind, status }: Pick<Field, 'kind' | 'status'>,
  title: readonly string[],
): Priority {
  if (title.includes(name) || status) return 1;
  // The code distinguishes rows of the same name.
  if (/(^|_)code$/.test(name)) return 2;
  return SECONDARY_KINDS.has(kind) ? 2 : 3;
}

/** Padding of both sides, and the sort icon. */
const HEAD_PADDING = 24;
const SORT_MARK_WIDTH = 16;
/** Status tags: font size relative to the head; glyph, gap and border. */
const STATUS_FONT = 12 / 14;
const STATUS_PADDING = 34;
let canvasContext: CanvasRenderingContext2D | null | undefined;
const measured = new Map<string, number>();

/** Width of a text in the head's font, in pixels. */
function textWidth(label: string): number {
  let width = measured.get(label);
  if (width === undefined) {
    canvasContext ??= document.createElement('canvas').getContext('2d');
    if (canvasContext) canvasContext.font = `500 14px ${getComputedStyle(document.body).fontFamily}`;
    width = Math.ceil(canvasContext?.measureText(label).width ?? label.length * 8);
    measured.set(label, width);
  }
  return width;
}

/** Minimum width of a column head, in pixels. */
export const headWidth = (label: string, sortable: boolean): number =>
  textWidth(label) + HEAD_PADDING + (sortable ? SORT_MARK_WIDTH : 0);

/** Minimum width of a column of status tags, in pixels. */
export const statusWidth = (labels: readonly string[]): number =>
  Math.ceil(Math.max(0, ...labels.map(textWidth)) * STATUS_FONT) + HEAD_PADDING + STATUS_PADDING;

/** Current width of the element with the ref; undefined before layout. */
export function useContainerWidth(): [ref: (element: HTMLElement | null) => void, room: number | undefined] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [containerWidth, setContainerWidth] = useState<number>();
  useLayoutEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setContainerWidth(element.clientWidth));
    setContainerWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, containerWidth];
}
