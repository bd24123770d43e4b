import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile, openWorkbook, workbookPart } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';

/** Texts as gathered by the build. */
const loadTexts = async (lang: string) =>
  JSON.parse(await readFile(join(__dirname, '../../dist/words', `${lang}.json`), 'utf8')) as Record<string, string>;
const HOSTILE = '=HYPERLINK("http://evil.example")';

describe('a list as a file', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({
      name: 'Nordwerk Metallbau',
      time_zone: 'Asia/Kolkata',
      staffLimit: 500,
    });
    other = await fixtures(running).organisation({ name: 'Bakery' });
    const admin = api(running, plant.admin);
    const createRow = async (path: string, body: object) => {
      const { status, body: row } = await admin.post(`/api/${path}`, body);
      expect([path, status, row]).toEqual([path, 201, row]);
      return row.id as string;
    };
    ids.shop = await createRow('departments', { name: HOSTILE });
    ids.hall = await createRow('departments', { name: 'Halle <1> & "2"' });
    const person = (staff_code: string, first_name: string, last_name: string, more: object = {}) =>
      createRow('staff', { staff_code, first_name, last_name, joined: '2024-02-29', department_id: ids.shop, ...more });
    ids.ann = await person('A-1', 'Ann', 'Lee');
    ids.omar = await person('A-2', 'عمر', 'الحداد (مدير)', { department_id: ids.hall, manager_id: ids.ann });
    ids.mei = await person('A-3', '美玲', '王', { manager_id: ids.ann, language: 'zh' });
    const foreignStaff = await api(running, other.admin).post('/api/staff', {
      staff_code: 'B-1',
      first_name: 'Foreign',
      last_name: 'Baker',
      joined: '2024-01-01',
    });
    expect(foreignStaff.status).toBe(201);
  });
  afterAll(() => running.close());

  const readList = async (path: string, headers = plant.admin) => (await api(running, headers).get(path)).body;

  it.each([['en'], ['ar']])('as a spreadsheet (%s) is the list row by row, in the order of the list', async (lang) => {
    const rows = await readList('/api/staff?_sort=last_name&_order=desc&_end=200');
    const { bytes, headers } = await downloadFile(
      running,
      `/api/exports/staff?format=xlsx&lang=${lang}&columns=staff_code,first_name,last_name,department_id,joined,status&_sort=last_name&_order=desc`,
      plant.admin,
    );
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="staff-\d{4}-\d\d-\d\d\.xlsx"$/);
    expect(headers.get('x-export-rows')).toBe('3');
    const { heads, sheets } = await openWorkbook(bytes);
    expect(new Set(heads).size).toBe(heads.length);
    const texts = await loadTexts(lang);
    expect(heads[0]).toBe(texts['staff.fields.staff_code']);
    const names: Record<string, string> = { [ids.shop!]: HOSTILE, [ids.hall!]: 'Halle <1> & "2"' };
    expect(sheets[0]!.rows.slice(1).map((row) => row.slice(0, 7))).toEqual(
      rows.map((row: any) => [
        ...[row.staff_code, row.first_name, row.last_name, names[row.department_id], row.department_id],
        new Date(`${row.joined}T00:00:00Z`),
        texts[`staff.choices.status.${row.status}`],
      ]),
    );
    expect(Boolean(sheets[0]!.view?.rightToLeft)).toBe(lang === 'ar');
    expect(sheets[0]!.freezePane).toMatchObject({ rows: 1, columns: 1 });
  });

  it('has an info sheet with organisation, filters, time zone and author', async () => {
    const { bytes } = await downloadFile(
      running,
      '/api/exports/staff?format=xlsx&q=ann&_sort=staff_code&_order=asc',
      plant.admin,
    );
    const { info: facts, rows } = await openWorkbook(bytes);
    expect(rows).toHaveLength(1);
    expect(facts).toMatchObject({
      Organisation: 'Nordwerk Metallbau',
      'Time zone': 'Asia/Kolkata',
      'Created by': `Ines Maria Brandt (${plant.user_name})`,
      Filters: 'q: ann',
      Order: 'staff_code · asc',
    });
    expect(facts['Created on']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Kolkata\)$/);
  });

  it('as CSV escapes formulas and keeps every character', async () => {
    const { text, bytes, headers } = await downloadFile(
      running,
      '/api/exports/staff?columns=staff_code,last_name,department_id&_sort=staff_code',
      plant.admin,
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFStaff code,Last name,Department,Department (ID)');
    expect(lines[1]).toBe(`A-1,Lee,"'=HYPERLINK(""http://evil.example"")",${ids.shop}`);
    expect(lines[2]).toContain('الحداد (مدير)');
    expect(lines[3]).toContain('A-3,王,');
  });

  it('in a spreadsheet stores formula-like text as text', async () => {
    const { bytes } = await downloadFile(running, '/api/exports/departments?format=xlsx&columns=name', plant.admin);
    const { rows } = await openWorkbook(bytes);
    expect(rows.map((row) => row['Department'] ?? Object.values(row)[0]).toSorted()).toEqual(
      [HOSTILE, 'Halle <1> & "2"'].toSorted(),
    );
    const sheet = await workbookPart(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    const style = Number(/s="(\d+)" t="inlineStr"><is><t xml:space="preserve">=HYPER/.exec(sheet)![1]);
    const styles = /<cellXfs.*<\/cellXfs>/.exec(await workbookPart(bytes, 'xl/styles.xml'))![0];
    expect([...styles.matchAll(/<xf [^>]*>/g)][style]![0]).toContain('quotePrefix="1"');
  });

  it('has the rows and columns of the viewer’s own list', async () => {
    const { text } = await downloadFile(running, '/api/exports/staff', other.admin);
    expect(text).toContain('Baker');
    expect(text).not.toContain('Lee');
    const foreignExport = await downloadFile(
      running,
      `/api/exports/staff?customer_id=${plant.customer_id}`,
      other.admin,
    );
    expect(foreignExport.status).toBe(404);
    const { signIn, admin, customer_id } = await openOrganisation(running);
    const createRow = async (staff_code: string, more: object = {}) =>
      (
        await api(running, admin).post('/api/staff', {
          staff_code,
          first_name: staff_code,
          last_name: 'X',
          joined: '2024-01-01',
          ...more,
        })
      ).body.id as string;
    const boss = await createRow('BOSS');
    const subordinate = await createRow('BELOW', { manager_id: boss });
    await createRow('BESIDE');
    const codes = async (headers: Record<string, string>) => {
      const file = await downloadFile(
        running,
        '/api/exports/staff?columns=staff_code,manager_id&_sort=staff_code',
        headers,
      );
      return file.text.trimEnd().split('\r\n').slice(1);
    };
    expect(await codes(await signIn({ role: 'user', staff_id: boss, eid: 'BOSS' }))).toEqual([
      `BELOW,BOSS X,${boss}`,
      'BOSS,,',
    ]);
    // A reader without access to the referenced record does not see its name.
    expect(await codes(await signIn({ role: 'user', staff_id: subordinate, eid: 'BELOW' }))).toEqual([
      `BELOW,,${boss}`,
    ]);
    expect(
      (
        await downloadFile(
          running,
          '/api/exports/questions',
          await signIn({ role: 'user', staff_id: subordinate, eid: 'BELOW' }),
        )
      ).status,
    ).toBe(403);
    expect(customer_id).toBeGreaterThan(0);
  });

  it('refuses unknown parameters and paging', async () => {
    for (const query of [
      'format=pdf',
      'format=xls',
      'lang=xx',
      'columns=password',
      'columns=',
      '_start=0',
      'surprise=1',
      '_sort=nothing',
    ]) {
      const { status } = await downloadFile(running, `/api/exports/staff?${query}`, plant.admin);
      expect([query, status]).toEqual([query, 400]);
    }
    expect((await downloadFile(running, '/api/exports/staff', {})).status).toBe(401);
    const prefetchReply = await downloadFile(running, '/api/exports/staff', {
      ...plant.admin,
      'sec-purpose': 'prefetch',
    });
    expect(prefetchReply.status).toBe(403);
  });

  it('has amounts in currency units, with or without a currency column', async () => {
    const { headers } = await fixtures(running).platformStaff();
    const createPriced = async (currency: string) => {
      const body = { subscription_name: `Priced in ${currency}`, subscription_price: 4900, currency };
      expect((await api(running, headers).post('/api/subscription-packages', body)).status).toBe(201);
    };
    for (const currency of ['EUR', 'JPY', 'KWD']) await createPriced(currency);
    for (const columns of ['subscription_name,subscription_price', 'subscription_name,subscription_price,currency']) {
      const { bytes } = await downloadFile(
        running,
        `/api/exports/subscription-packages?format=csv&q=Priced&_sort=subscription_name&columns=${columns}`,
        headers,
      );
      const rows = bytes.toString('utf8').trim().split(/\r?\n/).slice(1);
      expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
        ['Priced in EUR', '49'],
        ['Priced in JPY', '4900'],
        ['Priced in KWD', '4.9'],
      ]);
    }
  });

  it('is audited with its list, row count and checksum', async () => {
    const { headers } = await downloadFile(
      running,
      '/api/exports/staff?format=xlsx&status=invited&status=active',
      plant.admin,
    );
    const [event] = await readList('/api/audit-events?action=export.make');
    expect(event.became).toMatchObject({ list: 'staff', format: 'xlsx', rows: Number(headers.get('x-export-rows')) });
    const checksum = Buffer.from(event.became.sha256, 'hex').toString('base64');
    expect(headers.get('repr-digest')).toBe(`sha-256=:${checksum}:`);
  });

  it('costs the same number of statements for 3 and 300 rows, with every row once', async () => {
    const path = '/api/exports/staff?format=xlsx&_sort=staff_code';
    const statementsForFew = await statementsOfRequests(() => downloadFile(running, path, plant.admin));
    const admin = api(running, plant.admin);
    for (let n = 0; n < 300; n++) {
      const body = {
        staff_code: `M-${1000 + n}`,
        first_name: 'Many',
        last_name: `N ${n}`,
        joined: '2024-01-01',
        manager_id: ids.ann,
      };
      expect((await admin.post('/api/staff', body)).status).toBe(201);
    }
    let bytes!: Buffer;
    const statementsForMany = await statementsOfRequests(
      async () => void ({ bytes } = await downloadFile(running, path, plant.admin)),
    );
    expect(statementsForMany).toHaveLength(statementsForFew.length);
    const { rows } = await openWorkbook(bytes);
    const codes = rows.map((row) => row['Staff code']);
    expect(codes).toHaveLength(303);
    expect(codes).toEqual([...new Set(codes)].toSorted());
  });
});
