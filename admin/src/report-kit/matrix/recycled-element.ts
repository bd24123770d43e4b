/** A recycled element: writes only changes to the DOM. */
export class RecycledElement {
  private readonly text = document.createTextNode('');
  private className: string | undefined;
  private title = '';
  private column = -1;

  /** @param textHolder the element that contains the text */
  constructor(
    readonly element: HTMLElement,
    textHolder: HTMLElement = element,
  ) {
    textHolder.append(this.text);
  }

  write(content: string, className?: string): void {
    if (this.text.data !== content) this.text.data = content;
    if (this.className === className) return;
    this.className = className;
    this.element.className = className ?? '';
  }

  /** Sets the column index, after the frozen first column; hides the element beyond the last column. */
  setColumn(column: number, count: number): void {
    if (this.column !== column) this.element.setAttribute('aria-colindex', String(column + 2));
    this.column = column;
    const isBeyond = column >= count;
    if (this.element.hidden !== isBeyond) this.element.hidden = isBeyond;
  }

  /** Sets the title. */
  describe(title: string): void {
    if (this.title === title) return;
    this.title = title;
    this.element.title = title;
  }
}
