import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fileOf, openWorkbook, partOf } from '../support/file';
import { given, type Registered } from '../support/given';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/statements';

/** As the build has gathered them. */
const wordsOf = async (lang: string) =>
  JSON.parse(await readFile(join(__dirname, '../../dist/words', `${lang}.json`), 'utf8')) as Record<string, string>;
const HOSTILE = '=HYPERLINK("http://evil.example")';

describe('a list as a file', () => {
  let running: RunningApp;
  let plant: Registered;
  let other: Registered;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    running = await startApp();
    plant = await given(running).organisation({
      name: 'Nordwerk Metallbau',
      time_zone: 'Asia/Kolkata',
      staffLimit: 500,
    });
    other = await given(running).organisation({ name: 'Bakery' });
    const admin = api(running, plant.admin);
    const made = async (path: string, body: object) => {
      const { status, body: row } = await admin.post(`/api/${path}`, body);
      expect([path, status, row]).toEqual([path, 201, row]);
      return row.id as string;
    };
    ids.shop = await made('departments', { name: HOSTILE });
    ids.hall = await made('departments', { name: 'Halle <1> & "2"' });
    const person = (staff_code: string, first_name: string, last_name: string, more: object = {}) =>
      made('staff', { staff_code, first_name, last_name, joined: '2024-02-29', department_id: ids.shop, ...more });
    ids.ann = await person('A-1', 'Ann', 'Lee');
    ids.omar = await person('A-2', 'عمر', 'الحداد (مدير)', { department_id: ids.hall, manager_id: ids.ann });
    ids.mei = await person('A-3', '美玲', '王', { manager_id: ids.ann, language: 'zh' });
    const foreign = await api(running, other.admin).post('/api/staff', {
      ...{ staff_code: 'B-1', first_name: 'Foreign', last_name: 'Baker', joined: '2024-01-01' },
    });
    expect(foreign.status).toBe(201);
  });
  afterAll(() => running.close());

  const listed = async (path: string, headers = plant.admin) => (await api(running, headers).get(path)).body;

  it.each([['en'], ['ar']])('as a spreadsheet (%s) is the list row by row, in the order of the list', async (lang) => {
    const rows = await listed('/api/staff?_sort=last_name&_order=desc&_end=200');
    const { bytes, headers } = await fileOf(
      running,
      `/api/exports/staff?format=xlsx&lang=${lang}&columns=staff_code,first_name,last_name,department_id,joined,status&_sort=last_name&_order=desc`,
      plant.admin,
    );
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="staff-\d{4}-\d\d-\d\d\.xlsx"$/);
    expect(headers.get('x-export-rows')).toBe('3');
    const { heads, sheets } = await openWorkbook(bytes);
    expect(new Set(heads).size).toBe(heads.length);
    const words = await wordsOf(lang);
    expect(heads[0]).toBe(words['staff.fields.staff_code']);
    const names: Record<string, string> = { [ids.shop!]: HOSTILE, [ids.hall!]: 'Halle <1> & "2"' };
    expect(sheets[0]!.rows.slice(1).map((row) => row.slice(0, 7))).toEqual(
      rows.map((row: any) => [
        ...[row.staff_code, row.first_name, row.last_name, names[row.department_id], row.department_id],
        new Date(`${row.joined}T00:00:00Z`),
        words[`staff.choices.status.${row.status}`],
      ]),
    );
    expect(Boolean(sheets[0]!.view?.rightToLeft)).toBe(lang === 'ar');
    expect(sheets[0]!.freezePane).toMatchObject({ rows: 1, columns: 1 });
  });

  it('says on a sheet of its own what it is: whose, asked how, in which zone, made by whom', async () => {
    const { bytes } = await fileOf(
      running,
      '/api/exports/staff?format=xlsx&q=ann&_sort=staff_code&_order=asc',
      plant.admin,
    );
    const { facts, rows } = await openWorkbook(bytes);
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

  it('as CSV runs no formula and keeps every letter', async () => {
    const { text, bytes, headers } = await fileOf(
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

  it('in a spreadsheet keeps a hostile text a text, also when its cell is edited', async () => {
    const { bytes } = await fileOf(running, '/api/exports/departments?format=xlsx&columns=name', plant.admin);
    const { rows } = await openWorkbook(bytes);
    expect(rows.map((row) => row['Department'] ?? Object.values(row)[0]).toSorted()).toEqual(
      [HOSTILE, 'Halle <1> & "2"'].toSorted(),
    );
    const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    const style = Number(/s="(\d+)" t="inlineStr"><is><t xml:space="preserve">=HYPER/.exec(sheet)![1]);
    const styles = /<cellXfs.*<\/cellXfs>/.exec(await partOf(bytes, 'xl/styles.xml'))![0];
    expect([...styles.matchAll(/<xf [^>]*>/g)][style]![0]).toContain('quotePrefix="1"');
  });

  it('is nobody else’s, and shows to each what their list shows', async () => {
    const { text } = await fileOf(running, '/api/exports/staff', other.admin);
    expect(text).toContain('Baker');
    expect(text).not.toContain('Lee');
    const named = await fileOf(running, `/api/exports/staff?customer_id=${plant.customer_id}`, other.admin);
    expect(named.status).toBe(404);
    const { signIn, admin, customer_id } = await openOrganisation(running);
    const made = async (staff_code: string, more: object = {}) =>
      (
        await api(running, admin).post('/api/staff', {
          staff_code,
          first_name: staff_code,
          last_name: 'X',
          joined: '2024-01-01',
          ...more,
        })
      ).body.id as string;
    const boss = await made('BOSS');
    const below = await made('BELOW', { manager_id: boss });
    await made('BESIDE');
    const codes = async (headers: Record<string, string>) => {
      const file = await fileOf(running, '/api/exports/staff?columns=staff_code,manager_id&_sort=staff_code', headers);
      return file.text.trimEnd().split('\r\n').slice(1);
    };
    expect(await codes(await signIn({ role: 'user', staff_id: boss, eid: 'BOSS' }))).toEqual([
      `BELOW,BOSS X,${boss}`,
      'BOSS,,',
    ]);
    // Who may not look a record up is not told what it is called.
    expect(await codes(await signIn({ role: 'user', staff_id: below, eid: 'BELOW' }))).toEqual([`BELOW,,${boss}`]);
    expect(
      (await fileOf(running, '/api/exports/questions', await signIn({ role: 'user', staff_id: below, eid: 'BELOW' })))
        .status,
    ).toBe(403);
    expect(customer_id).toBeGreaterThan(0);
  });

  it('refuses what it does not know, and paging', async () => {
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
      const { status } = await fileOf(running, `/api/exports/staff?${query}`, plant.admin);
      expect([query, status]).toEqual([query, 400]);
    }
    expect((await fileOf(running, '/api/exports/staff', {})).status).toBe(401);
    const ahead = await fileOf(running, '/api/exports/staff', { ...plant.admin, 'sec-purpose': 'prefetch' });
    expect(ahead.status).toBe(403);
  });

  it('has amounts in units of their currency, whether the currency is a column or not', async () => {
    const { headers } = await given(running).platformStaff();
    const priced = async (currency: string) => {
      const body = { subscription_name: `Priced in ${currency}`, subscription_price: 4900, currency };
      expect((await api(running, headers).post('/api/subscription-packages', body)).status).toBe(201);
    };
    for (const currency of ['EUR', 'JPY', 'KWD']) await priced(currency);
    for (const columns of ['subscription_name,subscription_price', 'subscription_name,subscription_price,currency']) {
      const { bytes } = await fileOf(
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

  it('is an event: what was taken along, how much of it, and its sum', async () => {
    const { headers } = await fileOf(
      running,
      '/api/exports/staff?format=xlsx&status=invited&status=active',
      plant.admin,
    );
    const [event] = await listed('/api/audit-events?action=export.make');
    expect(event.became).toMatchObject({ list: 'staff', format: 'xlsx', rows: Number(headers.get('x-export-rows')) });
    const sum = Buffer.from(event.became.sha256, 'hex').toString('base64');
    expect(headers.get('repr-digest')).toBe(`sha-256=:${sum}:`);
  });

  it('is as many statements for three rows as for three hundred, and every row once', async () => {
    const path = '/api/exports/staff?format=xlsx&_sort=staff_code';
    const few = await statementsOfRequests(() => fileOf(running, path, plant.admin));
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
    const many = await statementsOfRequests(async () => void ({ bytes } = await fileOf(running, path, plant.admin)));
    expect(many).toHaveLength(few.length);
    const { rows } = await openWorkbook(bytes);
    const codes = rows.map((row) => row['Staff code']);
    expect(codes).toHaveLength(303);
    expect(codes).toEqual([...new Set(codes)].toSorted());
  });
});
