/** Keyboard navigation in an open calendar: Tab moves between its parts, arrow keys within a part. */

const DAY = '.ant-picker-cell-in-view > .kit-day';
const COLUMN = '.ant-picker-time-panel-column';

type MaybeElement = HTMLElement | null | undefined;

const findPressed = (container: HTMLElement | null): MaybeElement =>
  container?.querySelector<HTMLElement>('[aria-pressed=true]');

/** The selected day, else today, else the first day of the month. */
export const findInitialDay = (panel: HTMLElement | null): MaybeElement =>
  panel?.querySelector<HTMLElement>(`${DAY}[aria-pressed=true]`) ??
  panel?.querySelector<HTMLElement>(`${DAY}[aria-current]`) ??
  panel?.querySelector<HTMLElement>(DAY);

/** Tab stops: the days, each clock column at its selected value, Today or Now, OK. */
function findTabStops(panel: HTMLElement): HTMLElement[] {
  const columns = [...panel.querySelectorAll<HTMLElement>(COLUMN)];
  return [
    findInitialDay(panel),
    ...columns.map((column) => findPressed(column) ?? column.querySelector('button')),
    ...panel.querySelectorAll<HTMLElement>('.ant-picker-footer button:not(:disabled)'),
  ].filter((stop) => stop instanceof HTMLElement);
}

/** Moves the focus to the next or previous part. @returns false after the last and before the first part */
export function focusNextPart(panel: HTMLElement, isBack: boolean): boolean {
  const partOf = (one: Element | null) => one?.closest(`${COLUMN}, .ant-picker-footer li`);
  const stops = findTabStops(panel);
  const currentPart = partOf(document.activeElement);
  const index = currentPart ? stops.findIndex((stop) => partOf(stop) === currentPart) : 0;
  const next = stops[index + (isBack ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}

/** Moves the focus by an arrow or page key. @returns whether the key was handled */
export function handleCalendarKey(panel: HTMLElement, key: string, isRtl: boolean): boolean {
  const column = document.activeElement?.closest<HTMLElement>(COLUMN);
  const pageDirection = { PageUp: 'prev', PageDown: 'next' }[key];
  if (pageDirection && !column) {
    const arrows = [...panel.querySelectorAll<HTMLElement>(`.ant-picker-header-${pageDirection}-btn`)];
    arrows.find((arrow) => arrow.checkVisibility({ visibilityProperty: true }))?.click();
    return true;
  }
  const forwardStep = isRtl ? -1 : 1;
  const row = column ? 1 : (panel.querySelector('tbody tr')?.childElementCount ?? 0);
  const step = { ArrowLeft: -forwardStep, ArrowRight: forwardStep, ArrowUp: -row, ArrowDown: row }[key];
  const items = [...(column ?? panel).querySelectorAll<HTMLElement>(column ? 'button' : '.kit-day')];
  const index = items.indexOf(document.activeElement as HTMLElement);
  if (!step || index < 0) return false;
  // Clock columns are next to each other.
  if (column && /Left|Right/.test(key)) return focusNextPart(panel, step < 0);
  items[index + step]?.focus();
  return true;
}
