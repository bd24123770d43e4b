import { deflateSync } from 'node:zlib';

type Objects = Readonly<Record<number, string>>;

/** Objects by their numbers, laid out with a table of where each begins. */
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

/** A document that can be read: each page says which it is. */
export function pdfPagesOf(count: number): Buffer {
  const pages = Array.from({ length: count }, (_, at) => at + 1);
  const objects: Record<number, string> = {
    1: CATALOG,
    2: `<< /Type /Pages /Count ${count} /Kids [${refs(pages.map((page) => 2 + 2 * page))}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  };
  for (const page of pages) {
    const drawn = `BT /F1 48 Tf 72 640 Td (Page ${page} of ${count}) Tj ET`;
    objects[2 + 2 * page] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${3 + 2 * page} 0 R >>`;
    objects[3 + 2 * page] = `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
  }
  return pdfOf(objects);
}

/** The same tree, its objects deflated together and its table a stream, as newer writers do. */
export function packedPdf(objects: Objects): Buffer {
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
  const stream = (number: number, said: string, data: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`${number} 0 obj\n<< ${said} /Length ${data.length} /Filter /FlateDecode >>\nstream\n`, 'latin1'),
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
  // By PNG's "up": each row says how it differs from the one above.
  let above = [0, 0, 0, 0];
  const told = rows.flatMap(([kind = 0, place = 0, index = 0]) => {
    const row = [kind, place >> 8, place & 255, index];
    const differs = row.map((byte, column) => (byte - above[column]!) & 255);
    above = row;
    return [2, ...differs];
  });
  const said = `/Type /XRef /Size ${table + 1} /W [1 2 1] /Root 1 0 R /DecodeParms << /Predictor 12 /Columns 4 >>`;
  const tables = stream(table, said, deflateSync(Buffer.from(told)));
  return Buffer.concat([head, packs, tables, Buffer.from(`startxref\n${at}\n%%EOF\n`, 'latin1')]);
}

/** Pages below branches below branches. */
export function treeOf(branches: number, leaves: number): Objects {
  const objects: Record<number, string> = { 1: CATALOG };
  const kids: number[] = [];
  let next = 3;
  for (let branch = 0; branch < branches; branch++) {
    const own = next++;
    kids.push(own);
    const pages = Array.from({ length: leaves }, () => next++);
    objects[own] = `<< /Type /Pages /Parent 2 0 R /Count ${leaves} /Kids [${refs(pages)}] >>`;
    for (const page of pages) objects[page] = `<< /Type /Page /Parent ${own} 0 R >>`;
  }
  objects[2] = `<< /Type /Pages /Count ${branches * leaves} /Kids [${refs(kids)}] >>`;
  return objects;
}

const ZEROES = deflateSync(Buffer.alloc(36));

/** What is no document, or says more than it is. */
export const HOSTILE: Readonly<Record<string, Buffer>> = {
  'cut off': pdfPagesOf(12).subarray(0, 700),
  'nothing but its first line': Buffer.from('%PDF-1.7\n'),
  'its table is somewhere beyond its end': Buffer.from('%PDF-1.4\nstartxref\n999999999\n%%EOF\n'),
  'its table leads to itself': (() => {
    const file = pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 0 /Kids [] >>' });
    const at = file.toString('latin1').lastIndexOf('xref\n0');
    return Buffer.from(file.toString('latin1').replace('/Root', `/Prev ${at} /Root`), 'latin1');
  })(),
  'two thousand million pages': pdfOf({
    1: CATALOG,
    2: '<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>',
    3: '<< /Type /Page >>',
  }).subarray(0),
  'a page that holds itself': pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 2 /Kids [2 0 R] >>' }),
  'each branch is the one below it, twice': pdfOf({
    1: CATALOG,
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [at + 2, `<< /Count 9 /Kids [${at + 3} 0 R ${at + 3} 0 R] >>`]),
    ),
    32: '<< /Type /Page >>',
  }),
  'brackets without end': pdfOf({ 1: '['.repeat(60_000), 2: '<< >>' }),
  'text without end': pdfOf({ 1: `<< /A (${'('.repeat(60_000)} >>`, 2: '<< >>' }),
  'a table of a thousand million objects': Buffer.from(
    '%PDF-1.4\nxref\n0 1000000000\n0000000000 65535 f \ntrailer\n<< /Size 2 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
  ),
  'a few bytes that become a gigabyte': (() => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 ** 2));
    const head = `1 0 obj\n<< /Type /XRef /W [1 2 1] /Size 9 /Root 1 0 R /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`;
    return Buffer.concat([
      Buffer.from(`%PDF-1.5\n${head}`, 'latin1'),
      bomb,
      Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n', 'latin1'),
    ]);
  })(),
  encrypted: pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', 3: '<< >>' }, '/Encrypt 3 0 R '),
  'not numbers where numbers are': pdfOf({ 1: CATALOG, 2: '<< /Type /Pages /Count /Many /Kids (none) >>' }),
  'a length that is a point': tableStream('/Root 1 0 R /Length .', Buffer.alloc(36)),
  'a length that is a sign': tableStream('/Root 1 0 R /Length +', Buffer.alloc(36)),
  'columns that are a point': tableStream(
    `/Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns . >> /Length ${ZEROES.length}`,
    ZEROES,
  ),
  'rows that lie before the first': tableStream('/Root 10 0 R /Index [0 -5 10 20] /Length 36', Buffer.alloc(36)),
  'one place under hundreds of numbers': packsOf(300, 65_536, true),
  'places that unpack to more than anybody keeps': packsOf(40, 1024 ** 2, false),
};

function tableStream(said: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n1 0 obj\n<< /Type /XRef /W [1 2 1] /Size 9 ${said} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n', 'latin1'),
  ]);
}

/** Each page is deflated alone, with so many blanks behind it; or all of them are one, whose number is another each time. */
function packsOf(pages: number, blanks: number, isOne: boolean): Buffer {
  const packed = deflateSync(Buffer.from(`1 0\n<< /Type /Page >>${' '.repeat(blanks)}`, 'latin1'));
  const parts = [Buffer.from('%PDF-1.5\n', 'latin1')];
  let length = parts[0]!.length;
  const put = (number: number, said: string, data?: Buffer): number => {
    const at = length;
    const body = data ? [Buffer.from('\nstream\n'), data, Buffer.from('\nendstream')] : [];
    const whole = Buffer.concat([Buffer.from(`${number} 0 obj\n${said}`), ...body, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
    return at;
  };
  const numbers = Array.from({ length: pages }, (_, at) => 3 + at);
  const rows = [
    [0, 0],
    [1, put(1, CATALOG)],
  ];
  rows.push([1, put(2, `<< /Type /Pages /Count 0 /Kids [${refs(numbers)}] >>`)]);
  for (const number of numbers) rows.push([2, number + pages]);
  const said = `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>`;
  const places = numbers.map((number, at) => (isOne && at > 0 ? 0 : put(number + pages, said, packed)));
  for (const place of places) rows.push([1, place || places[0]!]);
  const table = Buffer.from(
    rows.flatMap(([kind = 0, place = 0]) => [kind, place >> 16, (place >> 8) & 255, place & 255]),
  );
  const more = `/Size ${rows.length} /Root 1 0 R /Length ${table.length}`;
  const at = put(rows.length, `<< /Type /XRef /W [1 3 0] ${more} >>`, table);
  return Buffer.concat([...parts, Buffer.from(`startxref\n${at}\n%%EOF\n`)]);
}
