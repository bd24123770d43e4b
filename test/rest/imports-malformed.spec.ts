import { writeXlsx } from 'hucre/xlsx';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';
import { zip } from '../support/zip';

const MEGABYTE = 1024 * 1024;
const WORKBOOK = '<workbook/>';
const STAFF = 'Staff code,First name,Last name,Joined';
const GOOD = 'M-1,Asha,Rao,2024-03-01';
const binary = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const oleFile = (text: string) => binary([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], '\0'.repeat(64), text);
const sheet = () =>
  writeXlsx({ sheets: [{ name: 'A', rows: [STAFF.split(','), GOOD.split(',')] }] }).then((bytes) => Buffer.from(bytes));

type Content = string | Buffer | Promise<Buffer>;
type Facts = Readonly<Record<string, string | number>>;

/** Name, content, status, error code and facts. */
const REFUSED: readonly [name: string, content: () => Content, status: number, code: string, facts?: Facts][] = [
  ['a PNG', () => binary('\x89PNG\r\n\x1a\n\0\0\0\rIHDR"'), 422, 'table_no_workbook'],
  ['a JPEG', () => binary([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0\n,"'), 422, 'table_no_workbook'],
  ['a PDF', () => '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 422, 'table_no_workbook'],
  ['a web page', () => '<!DOCTYPE html>\n<table><tr><td>a</td></tr></table>\n', 422, 'table_no_workbook'],
  ['an XML file', () => '<?xml version="1.0"?>\n<staff>\n<one/>\n</staff>\n', 422, 'table_no_workbook'],
  ['an RTF file', () => '{\\rtf1\\ansi\nAsha\n}\n', 422, 'table_no_workbook'],
  ['a DOCX', () => zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' }), 422, 'table_no_workbook'],
  ['a ZIP archive', () => zip({ 'readme.txt': 'hello' }), 422, 'table_no_workbook'],
  ['an empty file', () => '', 422, 'table_empty'],
  ['a byte order mark alone', () => binary([0xef, 0xbb, 0xbf]), 422, 'table_empty'],
  ['a byte order mark and a line end', () => binary([0xef, 0xbb, 0xbf], '\r\n'), 422, 'table_empty'],
  ['headings alone', () => `${STAFF}\n`, 422, 'table_empty'],
  ['headings above rows of empty cells', () => `${STAFF}\n,,,\n  ,,,\n`, 422, 'table_empty'],
  ['blank lines alone', () => '\n\r\n  \n\t\n', 422, 'table_empty'],
  ['a quotation mark that is not closed', () => `${STAFF}\nM-1,"Asha,Rao\n`, 422, 'table_quote_open', { row: 2 }],
  [
    'one late in a long file',
    () => `${STAFF}\n${`${GOOD}\n`.repeat(20_000)}M-2,"Asha,Rao\n${`${GOOD}\n`.repeat(20_000)}`,
    422,
    'table_quote_open',
    { row: 20_002 },
  ],
  ['NUL bytes', () => `${STAFF}\nM-1,Asha,R\0ao,2024-03-01\n`, 422, 'table_no_workbook'],
  ['a program called .csv', () => binary('\x7fELF\x02\x01\x01\0\0\0\0\0'), 422, 'table_no_workbook'],
  ['too many rows', () => `Staff code\n${'x\n'.repeat(50_001)}`, 413, 'table_too_large_rows', { limit: 50_000 }],
  ['too many columns', () => `${'x,'.repeat(100)}y\n1\n`, 413, 'table_too_large_columns', { limit: 100 }],
  ['too many bytes', () => Buffer.alloc(20 * MEGABYTE + 1, 'a,b\n'), 413, 'table_too_large_bytes', { limit: 20 }],
  [
    'a workbook of too many bytes',
    () => Buffer.concat([zip({ 'xl/workbook.xml': WORKBOOK }), Buffer.alloc(5 * MEGABYTE)]),
    413,
    'table_too_large_bytes',
    { limit: 5 },
  ],
  ['a workbook in the old format', () => oleFile('Workbook'), 422, 'table_old_workbook'],
  [
    'a workbook that Excel has encrypted',
    () => oleFile(Buffer.from('EncryptedPackage', 'utf16le').toString('latin1')),
    422,
    'table_locked',
  ],
  [
    'a workbook in an encrypted archive',
    () => {
      const bytes = zip({ 'xl/workbook.xml': WORKBOOK });
      bytes[bytes.indexOf(Buffer.from('PK\x01\x02')) + 8] = 1;
      return bytes;
    },
    422,
    'table_locked',
  ],
  ['a workbook that is cut off', async () => (await sheet()).subarray(0, 700), 422, 'table_no_workbook'],
  ['a workbook without a sheet', () => zip({ 'xl/workbook.xml': WORKBOOK }), 422, 'table_no_workbook'],
  [
    'a workbook that unpacks to very much',
    () => zip({ 'xl/workbook.xml': WORKBOOK, 'xl/worksheets/sheet1.xml': Buffer.alloc(101 * MEGABYTE, ' ') }),
    413,
    'table_too_large_unpacked',
    { limit: 100 },
  ],
  [
    'a workbook with an XML entity',
    () => zip({ 'xl/workbook.xml': `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${WORKBOOK}` }),
    422,
    'table_entities',
  ],
  [
    'a workbook that refers to another',
    () => zip({ 'xl/workbook.xml': WORKBOOK, 'xl/externalLinks/externalLink1.xml': '<a/>' }),
    422,
    'table_links',
  ],
  ['a workbook with a macro', () => zip({ 'xl/workbook.xml': WORKBOOK, 'xl/vbaProject.bin': 'x' }), 422, 'table_links'],
  ['a workbook within an archive', async () => zip({ 'staff.xlsx': await sheet() }), 422, 'table_no_workbook'],
  [
    'a workbook that has a part twice',
    () =>
      zip([
        ['xl/workbook.xml', WORKBOOK],
        ['xl/workbook.xml', WORKBOOK],
      ]),
    422,
    'table_no_workbook',
  ],
  [
    'two columns of one name',
    () => 'Staff code,First name,Last name,Joined,staff code *\nM-1,A,B,2024-03-01,M-2\n',
    422,
    'table_heads_twice',
    { name: 'staff code *', first: 1, second: 5 },
  ],
];

type Place = [row: number, field: string | null, code: string];
const SKILLS = 'skill_code,name,min_level';
const CHECKED: readonly [name: string, resource: string, content: string, places: readonly Place[]][] = [
  ['a code twice', 'staff', `${STAFF}\n${GOOD}\nm-1,B,C,2024-03-01\n`, [[3, 'staff_code', 'row_before']]],
  [
    'a circle of managers',
    'staff',
    `${STAFF},Manager\nM-1,A,B,2024-03-01,M-2\nM-2,A,B,2024-03-01,M-1\n`,
    [
      [2, 'manager_id', 'below_itself'],
      [3, 'manager_id', 'below_itself'],
    ],
  ],
  ['a day that no month has', 'staff', `${STAFF}\nM-1,A,B,31.02.2025\n`, [[2, 'joined', 'day']]],
  ['text where a number belongs', 'skills', `${SKILLS}\nM-1,Welding,three\n`, [[2, 'min_level', 'whole']]],
  ['a level beyond the scale', 'skills', `${SKILLS}\nM-1,Welding,9\n`, [[2, 'min_level', 'max']]],
  [
    'references that do not exist',
    'staff',
    `${STAFF},Department,Manager\nM-1,A,B,2024-03-01,Nowhere,\nM-2,A,B,2024-03-01,,X-9\n`,
    [
      [2, 'department_id', 'not_known'],
      [3, 'manager_id', 'not_known'],
    ],
  ],
  [
    'a cell that is too long',
    'staff',
    `${STAFF}\nM-1,${'x'.repeat(30_000)},B,2024-03-01\n`,
    [[2, 'first_name', 'too_long']],
  ],
  ['a row that is too long', 'staff', `${STAFF}\n${GOOD}\nM-2,A,B,2024-03-01,,C\n`, [[3, null, 'row_too_long']]],
  ['an address that is none', 'staff', `${STAFF},Email\nM-1,A,B,2024-03-01,asha@\n`, [[2, 'email', 'email']]],
  ['an unknown choice', 'staff', `${STAFF},Language\nM-1,A,B,2024-03-01,xx\n`, [[2, 'language', 'choice']]],
  ['a required cell that is empty', 'staff', `${STAFF}\nM-1,,B,2024-03-01\n`, [[2, 'first_name', 'required']]],
  ['a key that is empty', 'staff', `${STAFF}\n,A,B,2024-03-01\n`, [[2, 'staff_code', 'required']]],
  [
    'text where yes or no belongs',
    'skills',
    `${SKILLS},Critical\nM-1,Welding,3,perhaps\n`,
    [[2, 'critical', 'yes_or_no']],
  ],
];

describe('a malformed file', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let staffBefore: unknown;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk' });
    await api(running, plant.admin).post('/api/staff', { staff_code: 'S-1', first_name: 'Omar', joined: '2024-03-01' });
    staffBefore = await staff();
  });
  afterAll(() => running.close());

  const client = () => importClient(running, plant.admin);
  const staff = async () => (await api(running, plant.admin).get('/api/staff?_end=200')).body;

  it.each(REFUSED)('is refused when it is sent: %s', async (_, content, status, code, facts = {}) => {
    const answer = await client().send('staff', await content(), 'staff.csv');
    expect([answer.status, answer.body.code, answer.body.facts]).toEqual([
      status,
      code,
      expect.objectContaining(facts),
    ]);
    expect(await staff()).toEqual(staffBefore);
  });

  it.each(CHECKED)('reports wrong rows before the import: %s', async (_, resource, content, errorPlaces) => {
    const { import_id, counts } = await client().sendAndCheck(resource, content);
    const rows = await client().rows(import_id, 'error');
    expect(rows.map(({ row_no, reasons: [first] }) => [row_no, first.field, first.code])).toEqual(errorPlaces);
    expect(counts.error).toBe(errorPlaces.length);
    expect(await staff()).toEqual(staffBefore);
  });

  it('is not checked without its key column', async () => {
    const uploadReply = await client().send('staff', 'First name,Last name,Joined\nA,B,2024-03-01\n');
    const { status, body } = await client().check(uploadReply.body);
    expect([status, body.code, body.details.columns[0].code]).toEqual([422, 'invalid_fields', 'required']);
    expect(await staff()).toEqual(staffBefore);
  });
});
