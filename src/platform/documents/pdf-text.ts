import type PDFDocument from 'pdfkit';
import { runsOf } from './pdf-runs';

export type Page = PDFDocument;
export type Align = 'start' | 'end' | 'center';
interface Place {
  readonly x: number;
  /** Of the baseline: one for all fonts of a line. */
  readonly y: number;
  readonly width: number;
  readonly align: Align;
  readonly direction: 'ltr' | 'rtl';
  readonly color: string;
}

/** Texts on pages: measured, broken into lines, and drawn run by run on one baseline. */
export class PdfText {
  private readonly widths = new Map<string, number>();

  constructor(
    private readonly page: Page,
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
      width = runsOf(text, direction).reduce((sum, run) => sum + this.page.font(run.font).widthOfString(run.text), 0);
      if (this.widths.size < 20_000) this.widths.set(key, width);
    }
    return width;
  }

  /** Broken between words, between Chinese characters, and where a word alone is too long within it. */
  lines(text: string, most: number, direction: 'ltr' | 'rtl'): string[] {
    return text.split(/\r\n|[\r\n\u2028]/).flatMap((paragraph) => {
      if (this.width(paragraph, direction) <= most) return [paragraph];
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.match(WORDS) ?? []) {
        if (this.width((line + word).trimEnd(), direction) <= most) {
          line += word;
          continue;
        }
        if (line) lines.push(line.trimEnd());
        line = word;
        while (this.width(line.trimEnd(), direction) > most && [...line].length > 1) {
          const head = this.headOf(line, most, direction);
          lines.push(head);
          line = line.slice(head.length);
        }
      }
      if (line.trim()) lines.push(line.trimEnd());
      return lines;
    });
  }

  private headOf(word: string, most: number, direction: 'ltr' | 'rtl'): string {
    const letters = [...word];
    let [fits, not] = [1, letters.length];
    while (not - fits > 1) {
      const middle = (fits + not) >> 1;
      if (this.width(letters.slice(0, middle).join(''), direction) <= most) fits = middle;
      else not = middle;
    }
    return letters.slice(0, fits).join('');
  }

  draw(line: string, { x, y, width, align, direction, color }: Place): void {
    if (!line) return;
    const rest = width - this.width(line, direction);
    const isRight = (align === 'end') !== (direction === 'rtl');
    let at = x + (align === 'center' ? rest / 2 : isRight ? rest : 0);
    this.page.fontSize(this.size).fillColor(color);
    for (const { text, font } of runsOf(line, direction)) {
      this.page.font(font).text(text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += this.page.widthOfString(text);
    }
  }
}

/** Words with what stands behind them; each Chinese character is one. */
const WORDS = /[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]|[^\s\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]+\s*|\s+/gu;
