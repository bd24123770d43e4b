import { looksLikePdf, pdfPages } from '../../src/trainings/pdf-pages';
import type { Bytes } from '../../src/trainings/stored-bytes';
import { HOSTILE, packedPdf, pdfOf, pdfPagesOf, treeOf } from '../support/pdfs';

type Drawn = (text?: string) => Record<'text' | 'addPage' | 'end', Drawn>;
let looked = 0;
const file = (bytes: Buffer): Bytes => ({
  read: async (into, offset, length, position) => {
    looked += length;
    return bytes.copy(into, offset, position, position + length);
  },
});
const counted = (bytes: Buffer) => pdfPages(file(bytes), bytes.length);

describe('the pages of a PDF', () => {
  beforeEach(() => {
    looked = 0;
  });

  it.each([1, 3, 250])('are counted: %d', async (pages) => {
    expect(await counted(pdfPagesOf(pages))).toBe(pages);
  });

  it('are counted in branches, and where the file is packed', async () => {
    expect(await counted(pdfOf(treeOf(20, 25)))).toBe(500);
    expect(await counted(packedPdf(treeOf(3, 4)))).toBe(12);
  });

  it('are counted in what another program has written', async () => {
    const chunks: Buffer[] = [];
    const PDFDocument = require('pdfkit') as new () => NodeJS.ReadableStream &
      Record<'text' | 'addPage' | 'end', Drawn>;
    const made = new PDFDocument();
    made.on('data', (chunk: Buffer) => chunks.push(chunk));
    const whole = new Promise((resolve) => made.once('end', resolve));
    made.text('One').addPage().text('Two').addPage().text('Three').addPage().text('Four').end();
    await whole;
    expect(await counted(Buffer.concat(chunks))).toBe(4);
  });

  it('are not those of a tree that says another number than it has', async () => {
    const lies = { ...treeOf(2, 3), 2: '<< /Type /Pages /Count 99 /Kids [3 0 R 7 0 R] >>' };
    expect(await counted(pdfOf(lies))).toBe(6);
  });

  it('are found with few looks', async () => {
    await counted(pdfOf(treeOf(40, 25)));
    expect(looked).toBeLessThan(8 * 1024 ** 2);
  });

  it.each(Object.keys(HOSTILE))('of a file that is hostile are not counted, whatever it says: %s', async (what) => {
    const pages = await counted(HOSTILE[what]!);
    expect(pages === null || pages === 1).toBe(true);
    expect(looked).toBeLessThan(64 * 1024 ** 2);
  });

  it('of no file at all that is cut somewhere break anything', async () => {
    const [plain, packed] = [pdfPagesOf(5), packedPdf(treeOf(2, 2))];
    for (const whole of [plain, packed])
      for (let length = 1; length < whole.length; length += 7) {
        const cut = whole.subarray(0, length);
        expect([null, 4, 5]).toContain(await counted(cut));
        const torn = Buffer.from(whole);
        torn.writeUInt8((torn.readUInt8(length) + length) & 255, length);
        const pages = await counted(torn);
        expect(pages === null || (pages >= 1 && pages <= 2_000)).toBe(true);
      }
  });

  it('are looked for in what begins as a PDF only', () => {
    expect(looksLikePdf(pdfPagesOf(1))).toBe(true);
    for (const other of ['<html>', 'PK\x03\x04', '', '%PDF-', '%PDF-9.9', 'MZ'])
      expect([other, looksLikePdf(Buffer.from(other))]).toEqual([other, false]);
  });
});
