/** The parts of pdfkit in use; the package has no types. */
declare module 'pdfkit' {
  class PDFDocument implements AsyncIterable<Uint8Array> {
    constructor(options: object);
    page: { width: number; height: number };
    font(path: string): this;
    fontSize(size: number): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options: object): this;
    fillColor(color: string): this;
    image(source: Buffer, x: number, y: number, options: object): this;
    rect(x: number, y: number, width: number, height: number): this;
    fill(color?: string): this;
    lineWidth(width: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(color: string): this;
    addPage(): this;
    bufferedPageRange(): { start: number; count: number };
    switchToPage(number: number): this;
    /** Internal to pdfkit: the pages that its `flushPages` writes all at once. */
    _pageBuffer: { end(): void }[];
    endPageMarkings(page: object): void;
    end(): void;
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>;
  }
  export = PDFDocument;
}
