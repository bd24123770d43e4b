import { writeXlsx } from 'hucre/xlsx';
import { readTable } from '../../src/common/tables/table-rows';
import { zip } from '../support/zip';

const LIMITS = { rows: 100, columns: 20, cell: 1000 };
const read = (content: string | Uint8Array) => readTable(Buffer.from(content as string), LIMITS);
const cellsOf = async (content: string | Uint8Array) => (await read(content)).rows.map(({ cells }) => cells);
const errorCodeOf = async (content: string | Uint8Array): Promise<string> =>
  read(content).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );

describe('a table that is sent as text', () => {
  const TEXT = 'Kürzel;Größe\nÄ-1;12,5\n';
  const utf16be = Buffer.from(TEXT, 'utf16le').swap16();
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16, the other way round', utf16be],
    ['windows-1252', Buffer.from(TEXT, 'latin1')],
  ])('is read in %s', async (_, bytes) => {
    const { heads, rows } = await read(bytes);
    expect([heads, rows]).toEqual([['Kürzel', 'Größe'], [{ row_no: 2, cells: ['Ä-1', '12,5'] }]]);
  });

  it.each([',', ';', '\t', '|'])('may have %j as separator, with other separators in its cells', async (separator) => {
    const text = [
      ['code', 'name', 'note'].join(separator),
      ['A', '"x, y; z|\t""q"""', '1,5'].join(separator === ',' ? ',' : separator),
    ];
    const cells = await cellsOf(`${text.join('\n').replace('1,5', separator === ',' ? '"1,5"' : '1,5')}\n`);
    expect(cells).toEqual([['A', 'x, y; z|\t"q"', '1,5']]);
  });

  it('may declare its separator', async () => {
    expect(await cellsOf('sep=;\r\na;b\r\n1,2;3\r\n')).toEqual([['1,2', '3']]);
  });

  it('keeps quoted line breaks, and counts rows like a spreadsheet', async () => {
    const { rows } = await read('a,b\r\n"one\r\ntwo",2\r\n\r\n,\r\nx,y');
    expect(rows).toEqual([
      { row_no: 2, cells: ['one\r\ntwo', '2'] },
      { row_no: 5, cells: ['x', 'y'] },
    ]);
  });

  it.each([
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['LF', 'a,b\n1,2\n'],
    ['CR', 'a,b\r1,2\r'],
    ['no end', 'a,b\n1,2'],
    ['mixed ends', 'a,b\r1,2\r\n'],
  ])('is read with lines that have %s', async (_, content) => {
    expect(await cellsOf(content)).toEqual([['1', '2']]);
  });

  it('may have a quotation mark within a bare cell, and rows of different lengths', async () => {
    expect(await cellsOf('a,b,c\n1,3" pipe\n"x"y,2,3,4\n')).toEqual([
      ['1', '3" pipe'],
      ['"x"y', '2', '3', '4'],
    ]);
  });

  it('is read completely when longer than one decoding chunk', async () => {
    const cell = 'ü"'.repeat(900);
    const text = `a,b\r\n${Array.from({ length: 90 }, (_, n) => `"${cell.replaceAll('"', '""')}",${n}\r\n`).join('')}`;
    for (const encoding of ['utf8', 'utf16le', 'latin1'] as const) {
      const { rows } = await readTable(Buffer.from(text, encoding), { ...LIMITS, cell: 5_000 });
      expect(rows.map(({ cells }) => cells)).toEqual(Array.from({ length: 90 }, (_, n) => [cell, String(n)]));
    }
    const open = readTable(Buffer.from(`${text}"x`), LIMITS);
    await expect(open).rejects.toMatchObject({ code: 'table_quote_open', facts: { row: 92 } });
  });

  it('reports the spreadsheet row of an unclosed quotation mark', async () => {
    const rows = ['a;b', '"1\n2";3', '', ';', '4;"5', '6;7'].join('\n');
    for (const content of [rows, `sep=;\n${rows}`])
      await expect(read(content)).rejects.toMatchObject({ code: 'table_quote_open', facts: { row: 5 } });
  });

  it.each([
    ['table_empty', 'a,b\n'],
    ['table_empty', ''],
    ['table_quote_open', 'a,b\n1,"x\n'],
    ['table_no_workbook', Buffer.from('a,b\n1,\u0000\n')],
    ['table_too_large_rows', `a\n${'1\n'.repeat(101)}`],
    ['table_too_large_columns', `${'a,'.repeat(20)}b\n1\n`],
  ])('is refused as %s', async (code, content) => {
    expect(await errorCodeOf(content)).toBe(code);
  });
});

describe('a workbook', () => {
  it('is read from its first sheet: texts, numbers and days', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'A', rows: [['code', 'n', 'day'], ['=x', 1.5, new Date(Date.UTC(2024, 2, 1))], [], ['007', 2, null]] },
        { name: 'B', rows: [['other']] },
      ],
    });
    expect((await read(bytes)).rows).toEqual([
      { row_no: 2, cells: ['=x', '1.5', '2024-03-01'] },
      { row_no: 4, cells: ['007', '2'] },
    ]);
  });

  const WORKBOOK = '<workbook/>';
  it.each([
    ['table_old_workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0])],
    ['table_no_workbook', zip({ 'word/document.xml': '<document/>' })],
    ['table_no_workbook', zip({ 'xl/workbook.xml': WORKBOOK }).subarray(0, 40)],
    ['table_links', zip({ 'xl/workbook.xml': WORKBOOK, 'xl/externalLinks/externalLink1.xml': '<externalLink/>' })],
    ['table_links', zip({ 'xl/workbook.xml': WORKBOOK, 'xl/vbaProject.bin': 'x' })],
    [
      'table_entities',
      zip({
        'xl/workbook.xml': `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${WORKBOOK}`,
      }),
    ],
    ['table_entities', zip({ 'xl/workbook.xml': Buffer.from(`\ufeff<!DOCTYPE x>${WORKBOOK}`, 'utf16le') })],
  ])('that is malicious is refused as %s', async (code, bytes) => {
    expect(await errorCodeOf(bytes)).toBe(code);
  });

  it('that is a decompression bomb is refused before it is fully decompressed', async () => {
    const withCorruptEnd = (megabytes: number): Buffer => {
      const part = Buffer.alloc(megabytes * 1024 * 1024, ' ');
      const bytes = zip({ 'xl/workbook.xml': WORKBOOK, 'xl/worksheets/sheet1.xml': part });
      // Decompression fails at the end of the last part, directly before the directory.
      const end = bytes.readUInt32LE(bytes.length - 6);
      return bytes.fill(0xff, end - 100, end);
    };
    const bomb = withCorruptEnd(101);
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect(await errorCodeOf(bomb)).toBe('table_too_large_unpacked');
    expect(await errorCodeOf(withCorruptEnd(1))).toBe('table_no_workbook');
  });

  it('that has one long text in very many cells is refused as too large', async () => {
    const text = 'x'.repeat(1024 * 1024);
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: Array.from({ length: 101 }, () => [text]) }] });
    expect(bytes.length).toBeLessThan(1024 * 1024);
    expect(await errorCodeOf(bytes)).toBe('table_too_large_unpacked');
  });
});
