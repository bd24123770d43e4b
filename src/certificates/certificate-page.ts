import PDFDocument from 'pdfkit';
import qrcode from 'qrcode-generator';
import { directionOf, type Language } from '../contract/languages';
import { isolated } from '../contract/bidi';
import { PdfText, type Page } from '../platform/documents/pdf-text';
import { dayIn, said, scoreIn } from './certificate-texts';
import type { Certificate } from './certificate.entity';
import { inGroups } from './verification-code';

/** What is drawn: the words that are frozen, and how the organisation wants them to look. */
export interface Drawn extends Pick<
  Certificate,
  'number' | 'staff_name' | 'training_name' | 'organisation_name' | 'code'
> {
  completed_on: string;
  valid_until: string | null;
  score_hundredths: number | null;
  language: Language;
  title: string | null;
  text: string | null;
  signature_name: string | null;
  signature_role: string | null;
  accent: string;
  logo: Buffer | null;
  signature: Buffer | null;
  /** Where anybody verifies it. */
  address: string;
}

/** A4, lying. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const EDGE = 28;
const MARGIN = 64;
const INK = '#1f1f29';
const SOFT = '#595959';
const QR_SIDE = 78;
const SIGNED_WIDTH = 220;
/** Above the signature. */
const MIDDLE_ENDS = HEIGHT - MARGIN - 94;
const SCALES = [1, 0.9, 0.8, 0.7, 0.6];
type Align = 'start' | 'end' | 'center';

/** One page, from the top down. */
export async function* certificatePage(drawn: Drawn): AsyncGenerator<Uint8Array> {
  const { language, number, staff_name, accent } = drawn;
  const page = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, font: null, lang: language },
    info: { Title: `${said(language, 'title')} ${number} · ${staff_name}`, Creator: 'Skilgrid' },
  });
  const sheet = new Sheet(page, directionOf(language));
  frame(page, accent);
  head(sheet, page, drawn);
  middle(sheet, drawn);
  foot(sheet, page, drawn);
  page.end();
  yield* page;
}

function frame(page: Page, accent: string): void {
  page
    .lineWidth(2.2)
    .rect(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE)
    .stroke(accent);
  page
    .lineWidth(0.6)
    .rect(EDGE + 6, EDGE + 6, WIDTH - 2 * EDGE - 12, HEIGHT - 2 * EDGE - 12)
    .stroke(accent);
}

function head(sheet: Sheet, page: Page, { organisation_name, logo, title, accent, language }: Drawn): void {
  if (logo) page.image(logo, MARGIN, 54, { fit: [WIDTH - 2 * MARGIN, 56], align: 'center', valign: 'center' });
  sheet.write(organisation_name, { y: logo ? 132 : 96, sizes: [14, 10], color: SOFT });
  sheet.write(title ?? said(language, 'title'), { y: 184, sizes: [38, 20], color: accent });
}

/** As large as it has room above what stands at the foot: two long names and four lines of text leave none otherwise. */
function middle(sheet: Sheet, drawn: Drawn): void {
  const scale = SCALES.find((each) => between(sheet, drawn, { scale: each, draws: false }) <= MIDDLE_ENDS);
  between(sheet, drawn, { scale: scale ?? SCALES.at(-1)!, draws: true });
}

/** @returns where its last line stands */
function between(sheet: Sheet, drawn: Drawn, { scale, draws }: { scale: number; draws: boolean }): number {
  const { language, staff_name, training_name, score_hundredths, completed_on, valid_until, text } = drawn;
  const write = (words: string, after: number, written: Omit<Written, 'y'>): number => {
    const [largest, smallest] = written.sizes;
    const sizes = [Math.max(smallest, largest * scale), smallest] as const;
    return sheet.write(words, { ...written, sizes, y: after, draws });
  };
  const label = { sizes: [13, 9], color: SOFT } as const;
  let y = write(said(language, 'awarded'), 222, label);
  y = write(staff_name, y + 40 * scale, { sizes: [30, 16], color: INK, lines: 2 });
  y = write(said(language, 'for'), y + 30 * scale, label);
  y = write(training_name, y + 32 * scale, { sizes: [22, 13], color: INK, lines: 2 });
  const facts = [
    said(language, 'completed', { day: dayIn(language, completed_on) }),
    valid_until === null ? said(language, 'unlimited') : said(language, 'valid', { day: dayIn(language, valid_until) }),
    ...(score_hundredths === null ? [] : [said(language, 'score', { score: scoreIn(language, score_hundredths) })]),
  ];
  y = write(facts.join('  ·  '), y + 28 * scale, { sizes: [12, 8], color: INK });
  return text ? write(text, y + 22 * scale, { sizes: [11, 8], color: SOFT, lines: 4 }) : y;
}

/** Who signs where the language begins, the code where it ends. */
function foot(sheet: Sheet, page: Page, drawn: Drawn): void {
  const { language, signature, signature_name, signature_role, number, code, address } = drawn;
  const bottom = HEIGHT - MARGIN;
  const signed = { x: sheet.place(MARGIN, SIGNED_WIDTH), width: SIGNED_WIDTH, align: 'center' as const };
  if (signature)
    page.image(signature, signed.x, bottom - 84, { fit: [SIGNED_WIDTH, 46], align: 'center', valign: 'bottom' });
  if (signature || signature_name) {
    page
      .lineWidth(0.6)
      .moveTo(signed.x, bottom - 32)
      .lineTo(signed.x + SIGNED_WIDTH, bottom - 32)
      .stroke(SOFT);
    sheet.write(signature_name ?? '', { ...signed, y: bottom - 18, sizes: [11, 7], color: INK });
    sheet.write(signature_role ?? '', { ...signed, y: bottom - 4, sizes: [9, 6], color: SOFT });
  }
  const x = sheet.place(WIDTH - MARGIN - QR_SIDE, QR_SIDE);
  qr(page, `${address}/${code}`, x, bottom - QR_SIDE);
  const width = WIDTH - 2 * MARGIN - SIGNED_WIDTH - QR_SIDE - 36;
  const beside = { x: sheet.place(WIDTH - MARGIN - QR_SIDE - 12 - width, width), width, align: 'end' as const };
  sheet.write(said(language, 'number', { number }), { ...beside, y: bottom - 32, sizes: [10, 7], color: INK });
  sheet.write(isolated(inGroups(code), language), { ...beside, y: bottom - 18, sizes: [10, 7], color: INK });
  sheet.write(said(language, 'verify', { address: address.replace(/^https?:\/\//, '') }), {
    ...{ ...beside, y: bottom - 4 },
    ...{ sizes: [9, 5.5], color: SOFT },
  });
}

function qr(page: Page, address: string, x: number, y: number): void {
  const code = qrcode(0, 'M');
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const side = QR_SIDE / count;
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      // A hair wider than it is: else lines shine through between two.
      if (code.isDark(row, column)) page.rect(x + column * side, y + row * side, side + 0.08, side + 0.08);
  page.fill(INK);
}

interface Written {
  /** Of the first line. */
  y: number;
  /** The largest that fits, from the first down to the second. */
  sizes: readonly [number, number];
  color: string;
  lines?: number;
  /** false: only where it would end is asked. */
  draws?: boolean;
  x?: number;
  width?: number;
  align?: Align;
}

/** Words on the page, as large as there is room for; what is still too long is broken, and cut at last. */
class Sheet {
  constructor(
    private readonly page: Page,
    private readonly direction: 'ltr' | 'rtl',
  ) {}

  /** The same place seen from the side that the language begins on. */
  place(x: number, width: number): number {
    return this.direction === 'rtl' ? WIDTH - x - width : x;
  }

  /** @returns where its last line stands */
  write(
    words: string,
    {
      y,
      sizes: [largest, smallest],
      color,
      lines: most = 1,
      draws = true,
      x = MARGIN,
      width = WIDTH - 2 * MARGIN,
      align = 'center',
    }: Written,
  ): number {
    let text = new PdfText(this.page, largest);
    let lines = text.lines(words, width, this.direction);
    for (let size = largest - 1; lines.length > most && size >= smallest; size--) {
      text = new PdfText(this.page, size);
      lines = text.lines(words, width, this.direction);
    }
    const shown = lines.slice(0, most);
    if (lines.length > most) shown[most - 1] = `${shown[most - 1]!.slice(0, -1)}…`;
    for (const [at, line] of draws ? shown.entries() : [])
      text.draw(line, { x, y: y + at * text.lineHeight, width, align, direction: this.direction, color });
    return y + Math.max(0, shown.length - 1) * text.lineHeight;
  }
}
