import { looksLikePdf, countPdfPages } from '../../src/modules/trainings/pdf-pages';
import type { RandomAccessBytes } from '../../src/modules/trainings/stored-file-reader';
import { HOSTILE_PDFS, compressedPdf, pdfOf, pdfPagesOf, pageTree } from '../support/pdfs';

type Drawn = (text?: string) => Record<'text' | 'addPage' | 'end', Drawn>;
let bytesRead = 0;
const file = (bytes: Buffer): RandomAccessBytes => ({
  read: async (into, offset, length, position) => {
    bytesRead += length;
    return bytes.copy(into, offset, position, position + length);
  },
});
const countPages = (bytes: Buffer) => countPdfPages(file(bytes), bytes.length);

describe('the pages of a PDF', () => {
  beforeEach(() => {
    bytesRead = 0;
  });

  it.each([1, 3, 250])('are counted: %d', async (pages) => {
    expect(await countPages(pdfPagesOf(pages))).toBe(pages);
  });

  it('are counted in page trees and compressed files', async () => {
    expect(await countPages(pdfOf(pageTree(20, 25)))).toBe(500);
    expect(await countPages(compressedPdf(pageTree(3, 4)))).toBe(12);
  });

  it('are counted in files of another program', async () => {
    const chunks: Buffer[] = [];
    const PDFDocument = require('pdfkit') as new () => NodeJS.ReadableStream &
      Record<'text' | 'addPage' | 'end', Drawn>;
    const document = new PDFDocument();
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finished = new Promise((resolve) => document.once('end', resolve));
    document.text('One').addPage().text('Two').addPage().text('Three').addPage().text('Four').end();
    await finished;
    expect(await countPages(Buffer.concat(chunks))).toBe(4);
  });

  it('are counted, not read from a wrong /Count', async () => {
    const wrongCount = { ...pageTree(2, 3), 2: '<< /Type /Pages /Count 99 /Kids [3 0 R 7 0 R] >>' };
    expect(await countPages(pdfOf(wrongCount))).toBe(6);
  });

  it('are counted with few reads', async () => {
    await countPages(pdfOf(pageTree(40, 25)));
    expect(bytesRead).toBeLessThan(8 * 1024 ** 2);
  });

  it.each(Object.keys(HOSTILE_PDFS))('of a hostile file are not counted: %s', async (what) => {
    const pages = await countPages(HOSTILE_PDFS[what]!);
    expect(pages === null || pages === 1).toBe(true);
    expect(bytesRead).toBeLessThan(64 * 1024 ** 2);
  });

  it('of truncated or corrupted files cause no failure', async () => {
    const [plain, packed] = [pdfPagesOf(5), compressedPdf(pageTree(2, 2))];
    for (const finished of [plain, packed])
      for (let length = 1; length < finished.length; length += 7) {
        const truncated = finished.subarray(0, length);
        expect([null, 4, 5]).toContain(await countPages(truncated));
        const corrupted = Buffer.from(finished);
        corrupted.writeUInt8((corrupted.readUInt8(length) + length) & 255, length);
        const pages = await countPages(corrupted);
        expect(pages === null || (pages >= 1 && pages <= 2_000)).toBe(true);
      }
  });

  it('are counted only in files that start as a PDF', () => {
    expect(looksLikePdf(pdfPagesOf(1))).toBe(true);
    for (const other of ['<html>', 'PK\x03\x04', '', '%PDF-', '%PDF-9.9', 'MZ'])
      expect([other, looksLikePdf(Buffer.from(other))]).toEqual([other, false]);
  });
});
