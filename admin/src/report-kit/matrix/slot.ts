/** An element that is written over and over while a grid scrolls: only what differs reaches the page. */
export class Slot {
  private readonly text = document.createTextNode('');
  private className: string | undefined;
  private title = '';
  private column = -1;

  /** `holder`: where in it the words stand. */
  constructor(
    readonly element: HTMLElement,
    holder: HTMLElement = element,
  ) {
    holder.append(this.text);
  }

  write(words: string, className?: string): void {
    if (this.text.data !== words) this.text.data = words;
    if (this.className === className) return;
    this.className = className;
    this.element.className = className ?? '';
  }

  /** Which column it is now, the frozen first one among them; there may be no such column. */
  number(column: number, count: number): void {
    if (this.column !== column) this.element.setAttribute('aria-colindex', String(column + 2));
    this.column = column;
    const isBeyond = column >= count;
    if (this.element.hidden !== isBeyond) this.element.hidden = isBeyond;
  }

  /** What is said of it on hover. */
  describe(title: string): void {
    if (this.title === title) return;
    this.title = title;
    this.element.title = title;
  }
}
