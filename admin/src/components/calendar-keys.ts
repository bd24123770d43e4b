/** What the keys do in a calendar that is open: from part to part by Tab, within a part by the arrows. */

const DAY = '.ant-picker-cell-in-view > .kit-day';
const COLUMN = '.ant-picker-time-panel-column';

type Maybe = HTMLElement | null | undefined;

const chosenOf = (within: HTMLElement | null): Maybe => within?.querySelector<HTMLElement>('[aria-pressed=true]');

/** The day that is chosen, or today, or the first of the month. */
export const dayToBeginWith = (panel: HTMLElement | null): Maybe =>
  panel?.querySelector<HTMLElement>(`${DAY}[aria-pressed=true]`) ??
  panel?.querySelector<HTMLElement>(`${DAY}[aria-current]`) ??
  panel?.querySelector<HTMLElement>(DAY);

/** What Tab stops at: the days, each column of the clock at what is chosen in it, Today or Now, OK. */
function stopsOf(panel: HTMLElement): HTMLElement[] {
  const columns = [...panel.querySelectorAll<HTMLElement>(COLUMN)];
  return [
    dayToBeginWith(panel),
    ...columns.map((column) => chosenOf(column) ?? column.querySelector('button')),
    ...panel.querySelectorAll<HTMLElement>('.ant-picker-footer button:not(:disabled)'),
  ].filter((stop) => stop instanceof HTMLElement);
}

/** By Tab: takes the focus to the next part, or the one before. @returns false behind the last and before the first */
export function isNextPart(panel: HTMLElement, isBack: boolean): boolean {
  const partOf = (one: Element | null) => one?.closest(`${COLUMN}, .ant-picker-footer li`);
  const stops = stopsOf(panel);
  const own = partOf(document.activeElement);
  const at = own ? stops.findIndex((stop) => partOf(stop) === own) : 0;
  const next = stops[at + (isBack ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}

/** Takes the focus where the key leads. @returns whether it is one of the calendar's keys */
export function isMoved(panel: HTMLElement, key: string, isRtl: boolean): boolean {
  const column = document.activeElement?.closest<HTMLElement>(COLUMN);
  const turn = { PageUp: 'prev', PageDown: 'next' }[key];
  if (turn && !column) {
    const arrows = [...panel.querySelectorAll<HTMLElement>(`.ant-picker-header-${turn}-btn`)];
    arrows.find((arrow) => arrow.checkVisibility({ visibilityProperty: true }))?.click();
    return true;
  }
  const ahead = isRtl ? -1 : 1;
  const row = column ? 1 : (panel.querySelector('tbody tr')?.childElementCount ?? 0);
  const step = { ArrowLeft: -ahead, ArrowRight: ahead, ArrowUp: -row, ArrowDown: row }[key];
  const within = [...(column ?? panel).querySelectorAll<HTMLElement>(column ? 'button' : '.kit-day')];
  const at = within.indexOf(document.activeElement as HTMLElement);
  if (!step || at < 0) return false;
  // The columns of a clock stand beside one another.
  if (column && /Left|Right/.test(key)) return isNextPart(panel, step < 0);
  within[at + step]?.focus();
  return true;
}
