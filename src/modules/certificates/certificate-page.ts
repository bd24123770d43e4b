import PDFDocument from 'pdfkit';
import qrcode from 'qrcode-generator';
import { directionOf, type Language } from '../../contract/languages';
import { isolateBidi } from '../../contract/bidi';
import { PdfText, type PdfDocument } from '../../common/documents/pdf-text';
import { formatLongDay, certificateText, formatScore } from './certificate-texts';
import type { Certificate } from './certificate.entity';
import { formatVerificationCode } from './verification-code';

/** The frozen content of a certificate and the current design. */
export interface CertificatePageData extends Pick<
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
  /** Address of the verification page. */
  address: string;
}

/** A4 landscape, in points. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const FRAME_MARGIN = 28;
const MARGIN = 64;
const TEXT_COLOR = '#1f1f29';
const MUTED_COLOR = '#595959';
const QR_SIDE = 78;
const SIGNATURE_WIDTH = 220;
/** Lower end of the body, above the signature. */
const BODY_BOTTOM = HEIGHT - MARGIN - 94;
const SCALES = [1, 0.9, 0.8, 0.7, 0.6];
type Align = 'start' | 'end' | 'center';

export async function* drawCertificatePage(data: CertificatePageData): AsyncGenerator<Uint8Array> {
  const { language, number, staff_name, accent } = data;
  const page = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    font: null,
    lang: language,
    info: { Title: `${certificateText(language, 'title')} ${number} · ${staff_name}`, Creator: 'Skilgrid' },
  });
  const writer = new PageWriter(page, directionOf(language));
  drawFrame(page, accent);
  drawHeader(writer, page, data);
  drawBody(writer, data);
  drawFooter(writer, page, data);
  page.end();
  yield* page;
}

function drawFrame(page: PdfDocument, accent: string): void {
  page
    .lineWidth(2.2)
    .rect(FRAME_MARGIN, FRAME_MARGIN, WIDTH - 2 * FRAME_MARGIN, HEIGHT - 2 * FRAME_MARGIN)
    .stroke(accent);
  page
    .lineWidth(0.6)
    .rect(FRAME_MARGIN + 6, FRAME_MARGIN + 6, WIDTH - 2 * FRAME_MARGIN - 12, HEIGHT - 2 * FRAME_MARGIN - 12)
    .stroke(accent);
}

function drawHeader(
  writer: PageWriter,
  page: PdfDocument,
  { organisation_name, logo, title, accent, language }: CertificatePageData,
): void {
  if (logo) page.image(logo, MARGIN, 54, { fit: [WIDTH - 2 * MARGIN, 56], align: 'center', valign: 'center' });
  writer.write(organisation_name, { y: logo ? 132 : 96, sizes: [14, 10], color: MUTED_COLOR });
  writer.write(title ?? certificateText(language, 'title'), { y: 184, sizes: [38, 20], color: accent });
}

/** Picks the largest scale at which the body fits above the footer. */
function drawBody(writer: PageWriter, data: CertificatePageData): void {
  const scale = SCALES.find((each) => layOutBody(writer, data, { scale: each, isDrawing: false }) <= BODY_BOTTOM);
  layOutBody(writer, data, { scale: scale ?? SCALES.at(-1)!, isDrawing: true });
}

/** @returns y of the last line */
function layOutBody(
  writer: PageWriter,
  data: CertificatePageData,
  { scale, isDrawing }: { scale: number; isDrawing: boolean },
): number {
  const { language, staff_name, training_name, score_hundredths, completed_on, valid_until, text } = data;
  const write = (content: string, top: number, options: Omit<TextOptions, 'y'>): number => {
    const [largest, smallest] = options.sizes;
    const sizes = [Math.max(smallest, largest * scale), smallest] as const;
    return writer.write(content, { ...options, sizes, y: top, isDrawing });
  };
  const label = { sizes: [13, 9], color: MUTED_COLOR } as const;
  let y = write(certificateText(language, 'awarded'), 222, label);
  y = write(staff_name, y + 40 * scale, { sizes: [30, 16], color: TEXT_COLOR, lines: 2 });
  y = write(certificateText(language, 'for'), y + 30 * scale, label);
  y = write(training_name, y + 32 * scale, { sizes: [22, 13], color: TEXT_COLOR, lines: 2 });
  const details = [
    certificateText(language, 'completed', { day: formatLongDay(language, completed_on) }),
    valid_until === null
      ? certificateText(language, 'unlimited')
      : certificateText(language, 'valid', { day: formatLongDay(language, valid_until) }),
    ...(score_hundredths === null
      ? []
      : [certificateText(language, 'score', { score: formatScore(language, score_hundredths) })]),
  ];
  y = write(details.join('  ·  '), y + 28 * scale, { sizes: [12, 8], color: TEXT_COLOR });
  return text ? write(text, y + 22 * scale, { sizes: [11, 8], color: MUTED_COLOR, lines: 4 }) : y;
}

/** Signature at the start side of the text direction, verification code at the end side. */
function drawFooter(writer: PageWriter, page: PdfDocument, data: CertificatePageData): void {
  const { language, signature, signature_name, signature_role, number, code, address } = data;
  const bottom = HEIGHT - MARGIN;
  const signatureBox = { x: writer.mirrorX(MARGIN, SIGNATURE_WIDTH), width: SIGNATURE_WIDTH, align: 'center' as const };
  if (signature)
    page.image(signature, signatureBox.x, bottom - 84, {
      fit: [SIGNATURE_WIDTH, 46],
      align: 'center',
      valign: 'bottom',
    });
  if (signature || signature_name) {
    page
      .lineWidth(0.6)
      .moveTo(signatureBox.x, bottom - 32)
      .lineTo(signatureBox.x + SIGNATURE_WIDTH, bottom - 32)
      .stroke(MUTED_COLOR);
    writer.write(signature_name ?? '', { ...signatureBox, y: bottom - 18, sizes: [11, 7], color: TEXT_COLOR });
    writer.write(signature_role ?? '', { ...signatureBox, y: bottom - 4, sizes: [9, 6], color: MUTED_COLOR });
  }
  const x = writer.mirrorX(WIDTH - MARGIN - QR_SIDE, QR_SIDE);
  drawQrCode(page, `${address}/${code}`, x, bottom - QR_SIDE);
  const width = WIDTH - 2 * MARGIN - SIGNATURE_WIDTH - QR_SIDE - 36;
  const codeBox = { x: writer.mirrorX(WIDTH - MARGIN - QR_SIDE - 12 - width, width), width, align: 'end' as const };
  writer.write(certificateText(language, 'number', { number }), {
    ...codeBox,
    y: bottom - 32,
    sizes: [10, 7],
    color: TEXT_COLOR,
  });
  writer.write(isolateBidi(formatVerificationCode(code), language), {
    ...codeBox,
    y: bottom - 18,
    sizes: [10, 7],
    color: TEXT_COLOR,
  });
  writer.write(certificateText(language, 'verify', { address: address.replace(/^https?:\/\//, '') }), {
    ...codeBox,
    y: bottom - 4,
    sizes: [9, 5.5],
    color: MUTED_COLOR,
  });
}

function drawQrCode(page: PdfDocument, address: string, x: number, y: number): void {
  const code = qrcode(0, 'M');
  code.addData(address);
  code.make();
  const count = code.getModuleCount();
  const side = QR_SIDE / count;
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      // Slight overlap: otherwise gaps show between the modules.
      if (code.isDark(row, column)) page.rect(x + column * side, y + row * side, side + 0.08, side + 0.08);
  page.fill(TEXT_COLOR);
}

interface TextOptions {
  /** y of the first line. */
  y: number;
  /** Largest and smallest font size; the largest that fits is used. */
  sizes: readonly [number, number];
  color: string;
  lines?: number;
  /** false: only measures. */
  isDrawing?: boolean;
  x?: number;
  width?: number;
  align?: Align;
}

/** Writes texts as large as fits; a text that is still too long is wrapped, then cut. */
class PageWriter {
  constructor(
    private readonly page: PdfDocument,
    private readonly direction: 'ltr' | 'rtl',
  ) {}

  /** Mirrors x for right-to-left languages. */
  mirrorX(x: number, width: number): number {
    return this.direction === 'rtl' ? WIDTH - x - width : x;
  }

  /** @returns y of the last line */
  write(
    content: string,
    {
      y,
      sizes: [largest, smallest],
      color,
      lines: maxLines = 1,
      isDrawing = true,
      x = MARGIN,
      width = WIDTH - 2 * MARGIN,
      align = 'center',
    }: TextOptions,
  ): number {
    let text = new PdfText(this.page, largest);
    let lines = text.lines(content, width, this.direction);
    for (let size = largest - 1; lines.length > maxLines && size >= smallest; size--) {
      text = new PdfText(this.page, size);
      lines = text.lines(content, width, this.direction);
    }
    const visibleLines = lines.slice(0, maxLines);
    if (lines.length > maxLines) visibleLines[maxLines - 1] = `${visibleLines[maxLines - 1]!.slice(0, -1)}…`;
    for (const [at, line] of isDrawing ? visibleLines.entries() : [])
      text.draw(line, { x, y: y + at * text.lineHeight, width, align, direction: this.direction, color });
    return y + Math.max(0, visibleLines.length - 1) * text.lineHeight;
  }
}
