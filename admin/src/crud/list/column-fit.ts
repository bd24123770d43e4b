import { useLayoutEffect, useState } from 'react';
import type { Field, FieldKind } from '@contract/fields';

/** 1 is what the table is for and always stands; 3 goes first where there is no room. */
export type Priority = 1 | 2 | 3;

export interface Fitting {
  readonly name: string;
  /** Pixels that show what is usual here uncut. */
  readonly width: number;
  /** Pixels that its head needs: no head is cut. */
  readonly head: number;
  readonly priority: Priority;
  /** What is cut still tells something: a name or a text, not a day or a number. */
  readonly elastic: boolean;
}

/** Narrower than this part of its width a column tells nothing; beyond this part of it only its longest words gain. */
const LEAST = 0.7;
const MOST = 1.8;
const leastOf = ({ width, head, elastic }: Fitting): number =>
  Math.max(head, elastic ? Math.round(width * LEAST) : width);
const fullOf = ({ width, head }: Fitting): number => Math.max(head, width);
/** Room that is left over goes to what is elastic. */
const growthOf = ({ width, elastic }: Fitting): number => (elastic ? width * (MOST - 1) : 0);
const sumOf = (columns: readonly Fitting[], of: (column: Fitting) => number): number =>
  columns.reduce((sum, column) => sum + of(column), 0);

/**
 * The columns that fit into `room` pixels, in their order, each with its width: the least important leave first, of equals
 * the last. What is left shares the room; priority 1 stays even where it then has to be scrolled. Pure.
 */
export function fitted(columns: readonly Fitting[], room: number): { name: string; width: number }[] {
  const kept = [...columns];
  while (sumOf(kept, leastOf) > room) {
    const lowest = Math.max(...kept.map(({ priority }) => priority));
    if (lowest === 1) break;
    kept.splice(
      kept.findLastIndex(({ priority }) => priority === lowest),
      1,
    );
  }
  const least = sumOf(kept, leastOf);
  const wish = sumOf(kept, fullOf) - least;
  const share = wish > 0 ? Math.min(1, Math.max(0, room - least) / wish) : 0;
  const spare = Number.isFinite(room) ? Math.max(0, room - least - wish) : 0;
  const growing = sumOf(kept, growthOf);
  const growth = growing > 0 ? Math.min(1, spare / growing) : 0;
  return kept.map((column) => ({
    name: column.name,
    width: Math.floor(leastOf(column) + (fullOf(column) - leastOf(column)) * share + growthOf(column) * growth),
  }));
}

const SECOND: ReadonlySet<FieldKind> = new Set(['ref', 'level', 'whole', 'money', 'choice']);

const ELASTIC: ReadonlySet<string> = new Set(['text', 'markdown', 'email', 'url', 'ref', 'refMany']);
/** A ring or a small number: its head is what needs the room. */
export const isShort = (kind: string): boolean => kind === 'level' || kind === 'whole';
export const isElastic = (kind: string): boolean => ELASTIC.has(kind);

/** Where a resource says nothing else: what names the row and how it stands first, what is looked up last. */
export function usualPriority(
  name: string,
  { kind, status }: Pick<Field, 'kind' | 'status'>,
  title: readonly string[],
): Priority {
  if (title.includes(name) || status) return 1;
  // By its code a row is told from others of its name.
  if (/(^|_)code$/.test(name)) return 2;
  return SECOND.has(kind) ? 2 : 3;
}

/** Padding of both sides, and the mark of the order. */
const HEAD_ROOM = 24;
const SORT_ROOM = 16;
/** A status: its font to that of the heads; its sign, gap and frame. */
const STATUS_FONT = 12 / 14;
const STATUS_ROOM = 34;
let pen: CanvasRenderingContext2D | null | undefined;
const measured = new Map<string, number>();

/** Pixels of words in the font of the heads. */
function wordsWidth(label: string): number {
  let words = measured.get(label);
  if (words === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `500 14px ${getComputedStyle(document.body).fontFamily}`;
    words = Math.ceil(pen?.measureText(label).width ?? label.length * 8);
    measured.set(label, words);
  }
  return words;
}

/** Pixels of a column's head in the table's font. */
export const headWidth = (label: string, sortable: boolean): number =>
  wordsWidth(label) + HEAD_ROOM + (sortable ? SORT_ROOM : 0);

/** Pixels of a column of statuses, the longest of them uncut: smaller words, with a sign and the frame around them. */
export const statusWidth = (labels: readonly string[]): number =>
  Math.ceil(Math.max(0, ...labels.map(wordsWidth)) * STATUS_FONT) + HEAD_ROOM + STATUS_ROOM;

/** The width of the element that gets the ref, as it is now; none before it is laid out. */
export function useRoom(): [ref: (element: HTMLElement | null) => void, room: number | undefined] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    if (!element) return;
    const watcher = new ResizeObserver(() => setRoom(element.clientWidth));
    setRoom(element.clientWidth);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return [setElement, room];
}
