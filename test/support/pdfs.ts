import { deflateSync } from 'node:zlib';

type Objects = Readonly<Record<number, string>>;

/** Builds a PDF of numbered objects with a cross-reference table. */
export function pdfOf(objects: Objects, more = ''): Buffer {
  const parts = ['%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'];
  const at: Record<number, number> = {};
  let length = parts[0]!.length;
  for (const [number, body] of Object.entries(objects)) {
    at[Number(number)] = length;
    const text = `${number} 0 obj\n${body}\nendobj\n`;
    parts.push(text);
    length += text.length;
  }
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  const lines = Array.from({ length: size }, (_, number) =>
    at[number] === undefined ? '0000000000 65535 f \n' : `${String(at[number]).padStart(10, '0')} 00000 n \n`,
  );
  parts.push(
    `xref\n0 ${size}\n${lines.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${more}>>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const refs = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ');

/** A readable document whose pages show their numbers. */
export function pdfPagesOf(count: number): Buffer {
  const pages = Array.from({ length: count }, (_, at) => at + 1);
  const objects: Record<number, string> = {
    1: CATALOG,
    2: `<< /Type /Pages /Count ${count} /Kids [${refs(pages.map((page) => 2 + 2 * page))}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  };
  for (const page of pages) {
    const content = `BT /F1 48 Tf 72 640 Td (Page ${page} of ${count}) Tj ET`;
    objects[2 + 2 * page] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${3 + 2 * page} 0 R >>`;
    objects[3 + 2 * page] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  }
  return pdfOf(objects);
}

/** The same objects in a compressed object stream, with a cross-reference stream, as newer writers do. */
export function compressedPdf(objects: Objects): Buffer {
  const numbers = Object.keys(objects).map(Number);
  const [pack, table] = [Math.max(...numbers) + 1, Math.max(...numbers) + 2];
  const bodies = numbers.map((number) => `${objects[number]!}\n`);
  let offset = 0;
  const heads = numbers.map((number, at) => {
    const head = `${number} ${offset}`;
    offset += bodies[at]!.length;
    return head;
  });
  const first = `${heads.join(' ')}\n`;
  const packed = deflateSync(Buffer.from(first + bodies.join(''), 'latin1'));
  const stream = (number: number, dictionary: string, data: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(
        `${number} 0 obj\n<< ${dictionary} /Length ${data.length} /Filter /FlateDecode >>\nstream\n`,
        'latin1',
      ),
      data,
      Buffer.from('\nendstream\nendobj\n', 'latin1'),
    ]);
  const head = Buffer.from('%PDF-1.5\n', 'latin1');
  const packs = stream(pack, `/Type /ObjStm /N ${numbers.length} /First ${first.length}`, packed);
  const at = head.length + packs.length;
  const rows = Array.from({ length: table + 1 }, (_, number) => {
    const index = numbers.indexOf(number);
    if (index >= 0) return [2, pack, index];
    if (number === pack) return [1, head.length, 0];
    return number === table ? [1, at, 0] : [0, 0, 0];
  });
  // PNG "up" filter: each row is the difference from the row above.
  let above = [0, 0, 0, 0];
  const bytes = rows.flatMap(([kind = 0, place = 0, index = 0]) => {
    const row = [kind, place >> 8, place & 255, index];
    const difference = row.map((byte, column) => (byte - above[column]!) & 255);
    above = row;
    return [2, ...difference];
  });
  const dictionary = `/Type /XRef /Size ${table + 1} /W [1 2 1] /Root 1 0 R /DecodeParms << /Predictor 12 /Columns 4 >>`;
  const tables = stream(table, dictionary, deflateSync(Buffer.from(bytes)));
  return Buffer.concat([head, packs, tables, Buffer.from(`startxref\n${at}\n%%EOF\n`, 'latin1')]);
}

/** A page tree with two levels. */
export function pageTree(branches: number, leaves: number): Objects {
  const objects: Record<number, string> = { 1: CATALOG };
  const kids: number[] = [];
  let next = 3;
  for (let branch = 0; branch < branches; branch++) {
    const branchNumber = next++;
    kids.push(branchNumber);
    const pages = Array.from({ length: leaves }, () => next++);
    objects[branchNumber] = `<< /Type /Pages /Parent 2 0 R /Count ${leaves} /Kids [${refs(pages)}] >>`;
    for (const page of pages) objects[page] = `<< /Type /Page /Parent ${branchNumber} 0 R >>`;
  }
  objects[2] = `<< /Type /Pages /Count ${branches * leaves} /Kids [${refs(kids)}] >>`;
  return objects;
}

const ZEROES = deflateSync(Buffer.alloc(36));

/** Invalid documents and documents that attack a reader. */
export const HOSTILE_PDFS: Readonly<Record<string, Buffer>> = {
  'cut off': pdfPagesOf(12).subarray(0, 700),
  'only the first line': Buffer.from('%PDF-1.7\n'),
  'a table beyond the end of the file': Buffer.from('%PDF-1.4\nstartxref\n999999999\n%%EOF\n'),
  'a table that links to itself': (() => {
    const file = pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 0 /Kids [] >>' });
    const at = file.toString('latin1').lastIndexOf('xref\n0');
    return Buffer.from(file.toString('latin1').replace('/Root', `/Prev ${at} /Root`), 'latin1');
  })(),
  'two billion pages': pdfOf({
    1: CATALOG,
    2: '<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>',
    3: '<< /Type /Page >>',
  }).subarray(0),
  'a page tree that contains itself': pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 2 /Kids [2 0 R] >>' }),
  'a page tree that doubles at every level': pdfOf({
    1: CATALOG,
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [at + 2, `<< /Count 9 /Kids [${at + 3} 0 R ${at + 3} 0 R] >>`]),
    ),
    32: '<< /Type /Page >>',
  }),
  'unclosed brackets': pdfOf({ 1: '['.repeat(60_000), 2: '<< >>' }),
  'unclosed text': pdfOf({ 1: `<< /A (${'('.repeat(60_000)} >>`, 2: '<< >>' }),
  'a table of a billion objects': Buffer.from(
    '%PDF-1.4\nxref\n0 1000000000\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
  ),
  'a decompression bomb': (() => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 ** 2));
    const head = `1 0 obj\n<< /Type /XRef /W [1 2 1] /Size 9 /Root 1 0 R /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`;
    return Buffer.concat([
      Buffer.from(`%PDF-1.5\n${head}`, 'latin1'),
      bomb,
      Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n', 'latin1'),
    ]);
  })(),
  encrypted: pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', 3: '<< >>' }, '/Encrypt 3 0 R '),
  'names instead of numbers': pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count /Many /Kids (none) >>' }),
  'a length of "."': tableStream('/Root 1 0 R /Length .', Buffer.alloc(36)),
  'a length of "+"': tableStream('/Root 1 0 R /Length +', Buffer.alloc(36)),
  'a column count of "."': tableStream(
    `/Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns . >> /Length ${ZEROES.length}`,
    ZEROES,
  ),
  'negative row numbers': tableStream('/Root 10 0 R /Index [0 -5 10 20] /Length 36', Buffer.alloc(36)),
  'one object stream under hundreds of numbers': objectStreams(300, 65_536, true),
  'object streams that decompress to too much data': objectStreams(40, 1024 ** 2, false),
};

function tableStream(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n1 0 obj\n<< /Type /XRef /W [1 2 1] /Size 9 ${dictionary} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n', 'latin1'),
  ]);
}

/** One object stream per page with `blanks` bytes of padding; with `isOne` all pages share one stream. */
function objectStreams(pages: number, blanks: number, isOne: boolean): Buffer {
  const packed = deflateSync(Buffer.from(`1 0\n<< /Type /Page >>${' '.repeat(blanks)}`, 'latin1'));
  const parts = [Buffer.from('%PDF-1.5\n', 'latin1')];
  let length = parts[0]!.length;
  const addObject = (number: number, dictionary: string, data?: Buffer): number => {
    const at = length;
    const body = data ? [Buffer.from('\nstream\n'), data, Buffer.from('\nendstream')] : [];
    const whole = Buffer.concat([Buffer.from(`${number} 0 obj\n${dictionary}`), ...body, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
    return at;
  };
  const numbers = Array.from({ length: pages }, (_, at) => 3 + at);
  const rows = [
    [0, 0],
    [1, addObject(1, CATALOG)],
  ];
  rows.push([1, addObject(2, `<< /Type /Pages /Count 0 /Kids [${refs(numbers)}] >>`)]);
  for (const number of numbers) rows.push([2, number + pages]);
  const dictionary = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>`;
  const places = numbers.map((number, at) => (isOne && at > 0 ? 0 : addObject(number + pages, dictionary, packed)));
  for (const place of places) rows.push([1, place || places[0]!]);
  const table = Buffer.from(
    rows.flatMap(([kind = 0, place = 0]) => [kind, place >> 16, (place >> 8) & 255, place & 255]),
  );
  const more = `/Size ${rows.length} /Root 1 0 R /Length ${table.length}`;
  const at = addObject(rows.length, `<< /Type /XRef /W [1 3 0] ${more} >>`, table);
  return Buffer.concat([...parts, Buffer.from(`startxref\n${at}\n%%EOF\n`)]);
}
