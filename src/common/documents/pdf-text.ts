import type PDFDocument from 'pdfkit';
import { splitIntoRuns } from './pdf-runs';

export type PdfDocument = PDFDocument;
export type Align = 'start' | 'end' | 'center';
interface TextPosition {
  readonly x: number;
  /** The baseline, shared by all fonts of a line. */
  readonly y: number;
  readonly width: number;
  readonly align: Align;
  readonly direction: 'ltr' | 'rtl';
  readonly color: string;
}

/** Measures text, breaks it into lines and draws it run by run on one baseline. */
export class PdfText {
  private readonly widths = new Map<string, number>();

  constructor(
    private readonly page: PdfDocument,
    readonly size: number,
  ) {}

  get lineHeight(): number {
    return this.size * 1.36;
  }

  width(text: string, direction: 'ltr' | 'rtl'): number {
    const key = `${direction} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.page.fontSize(this.size);
      width = splitIntoRuns(text, direction).reduce(
        (sum, run) => sum + this.page.font(run.font).widthOfString(run.text),
        0,
      );
      if (this.widths.size < 20_000) this.widths.set(key, width);
    }
    return width;
  }

  /** Breaks between words, between Chinese characters, and inside a word that is wider than the line. */
  lines(text: string, maxWidth: number, direction: 'ltr' | 'rtl'): string[] {
    return text.split(/\r\n|[\r\n\u2028]/).flatMap((paragraph) => {
      if (this.width(paragraph, direction) <= maxWidth) return [paragraph];
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.match(WORD_PATTERN) ?? []) {
        if (this.width((line + word).trimEnd(), direction) <= maxWidth) {
          line += word;
          continue;
        }
        if (line) lines.push(line.trimEnd());
        line = word;
        while (this.width(line.trimEnd(), direction) > maxWidth && [...line].length > 1) {
          const head = this.fittingPrefix(line, maxWidth, direction);
          lines.push(head);
          line = line.slice(head.length);
        }
      }
      if (line.trim()) lines.push(line.trimEnd());
      return lines;
    });
  }

  private fittingPrefix(word: string, maxWidth: number, direction: 'ltr' | 'rtl'): string {
    const letters = [...word];
    let [fitting, tooLong] = [1, letters.length];
    while (tooLong - fitting > 1) {
      const middle = (fitting + tooLong) >> 1;
      if (this.width(letters.slice(0, middle).join(''), direction) <= maxWidth) fitting = middle;
      else tooLong = middle;
    }
    return letters.slice(0, fitting).join('');
  }

  draw(line: string, { x, y, width, align, direction, color }: TextPosition): void {
    if (!line) return;
    const rest = width - this.width(line, direction);
    const isRight = (align === 'end') !== (direction === 'rtl');
    let at = x + (align === 'center' ? rest / 2 : isRight ? rest : 0);
    this.page.fontSize(this.size).fillColor(color);
    for (const { text, font } of splitIntoRuns(line, direction)) {
      this.page.font(font).text(text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += this.page.widthOfString(text);
    }
  }
}

/** Words with trailing white space; each Chinese character counts as a word. */
const WORD_PATTERN = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]|[^\s\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]+\s*|\s+/gu;
