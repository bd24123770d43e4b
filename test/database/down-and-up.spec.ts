import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations';
import { dayAt } from '../../src/platform/calendar';
import { openDataSource } from '../../src/platform/database/data-source';
import { drift, migrate } from '../../src/platform/database/migrate';
import { schemaWork } from '../../src/platform/database/transaction-context';
import { entities } from '../../src/schema';
import { api } from '../support/api';
import { startApp } from '../support/app';
import type { TestDatabase } from '../support/database';
import { given, type Registered } from '../support/given';
import { openPlant } from '../support/plant';
import { preparedDatabase } from '../support/template';

/** What is lost with its table, or counted anew once the product runs. */
const GONE: Readonly<Record<string, string>> = {
  training_location: 'Its table goes with 0065.',
  record_count: 'Counted by 0051 on its way up, and by the product.',
  daily_total: 'Counted anew after 0053.',
  totals_state: 'As daily_total.',
  totals_sweep: 'As daily_total.',
  training_revision: 'Its table goes with 0106, which knows on its way up what was published when, not by whom.',
};
/** Sought for, and filtered by, by platform staff and by an organisation's admin. */
const OF_PLATFORM = [
  'customers?q=zoe+masch',
  'customers?q=nord',
  'subscribers?q=zoe',
  'subscription-packages?q=worksh',
  'support-messages?q=platz',
  ...['trial', 'active', 'expired', 'suspended'].map((status) => `subscribers?status=${status}`),
];
const OF_ADMIN = ['staff?q=rao', 'staff?q=asha+rao', 'skills?q=weld', 'trainings?q=saf+fork', 'departments?q=hall'];

const DAY_MS = 86_400_000;
type Facts = Readonly<Record<string, readonly string[]>>;

describe('migrations on tables that are full', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let before: Facts;
  let answers: Readonly<Record<string, unknown>>;
  let headers: Registered['admin'][];

  /** Whoever looks has signed in before: sessions are rows as well. */
  const answered = async (url: string): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    for (const [at, lists] of [OF_PLATFORM, OF_ADMIN].entries())
      for (const list of lists) found[list] = (await api({ url }, headers[at]!).get(`/api/${list}`)).body;
    return found;
  };

  beforeAll(async () => {
    database = await preparedDatabase();
    const running = await startApp({ env: { DATABASE_URL: database.url } });
    // Two months ago, so that a trial which nobody extends is over today.
    const now = Date.now();
    running.clock.freeze(now - 60 * DAY_MS);
    const made = async (name: string) => given(running).organisation({ name, time_zone: 'Asia/Kolkata' });
    const firms = {
      trial: await made('Zoë Maschinenbau'),
      active: await made('Nordwerk Active'),
      over: await made('Nordwerk Over'),
      closed: await made('Nordwerk Suspended'),
    };
    const platform = await given(running).platformStaff();
    const staff = api(running, platform.headers);
    const ok = async (asked: Promise<{ status: number; body: any }>): Promise<any> => {
      const { status, body } = await asked;
      expect([status < 300, body]).toEqual([true, body]);
      return body;
    };
    const { subscription_id: subs_id } = await given(running).package();
    const subs_expiry_date = dayAt(now + 200 * DAY_MS, 'UTC');
    const until = async ({ customer_id }: Registered, command: 'extend' | 'change-plan', more: object) => {
      const [{ id }] = await ok(staff.get(`/api/subscribers?customer_id=${customer_id}`));
      await ok(staff.post(`/api/subscribers/${id}/${command}`, { subs_expiry_date, ...more }));
    };
    await until(firms.trial, 'extend', {});
    await until(firms.active, 'change-plan', { subs_id });
    await ok(staff.post(`/api/customers/${firms.closed.customer_id}/suspend`));
    await ok(
      api(running, firms.trial.admin).post('/api/support-messages', { subject: 'Mehr Plätze', message: 'Zwölf.' }),
    );
    const plant = await openPlant(running);
    await plant.staff({ last_name: 'Räo' });
    await plant.staff({ first_name: 'Bala', last_name: 'Iyer' });
    await plant.skill({ name: 'Welding, MIG' });
    await plant.published({ title: 'Safety on the forklift' });
    await ok(plant.api.post('/api/departments', { name: 'Hall 1' }));
    running.clock.release();
    headers = [await given(running).signIn(platform), await plant.signIn({ role: 'admin' })];
    answers = await answered(running.url);
    await running.app.close();
    dataSource = await openDataSource({ url: database.url, entities, migrations });
    before = await factsIn(dataSource);
  }, 600_000);
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('were full', () => {
    const full = ['search_word', 'search_text', 'customer', 'customer_state', 'subscriber', 'staff', 'support_message'];
    expect(full.filter((table) => !before[table]?.length)).toEqual([]);
    expect(Object.entries(answers).filter(([, rows]) => !Array.isArray(rows) || !rows.length)).toEqual([]);
  });

  it.each(['0066', '0060', '0050'])('undone to before %s and done again, the same facts are there', async (number) => {
    await schemaWork.run(true, async () => {
      const first = migrations.findIndex(({ name }) => name.endsWith(number));
      for (let last = migrations.length - 1; last >= first; last--) await dataSource.undoLastMigration();
    });
    expect((await drift(dataSource)).length).toBeGreaterThan(0);
    await migrate(dataSource);
    expect(await drift(dataSource)).toEqual([]);
    expect(await factsIn(dataSource)).toEqual(before);
  });

  it('and the product finds what it found', async () => {
    const running = await startApp({ env: { DATABASE_URL: database.url } });
    try {
      expect(await answered(running.url)).toEqual(answers);
    } finally {
      await running.app.close();
    }
  });
});

/** Every row of every table. Words stand in no order; an id that only words name a record by is that record's name. */
async function factsIn(dataSource: DataSource): Promise<Facts> {
  const names = new Map<string, string>();
  const tables = new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName));
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const table of tables) {
    if (table in GONE) continue;
    const found: Record<string, unknown>[] = await dataSource.query(`SELECT * FROM ${table}`);
    rows.set(table, found);
    for (const { search_id, customer_id, subscription_id } of found)
      if (search_id) names.set(hex(search_id), `${table} ${String(customer_id ?? subscription_id)}`);
  }
  const shown = (column: string, value: unknown): unknown => {
    if (column === 'words') return String(value).split(' ').toSorted();
    if (!(value instanceof Uint8Array)) return value;
    return names.get(hex(value)) ?? hex(value);
  };
  return Object.fromEntries(
    [...rows].map(([table, found]) => [
      table,
      found
        .map((row) =>
          JSON.stringify(
            Object.entries(row)
              .toSorted()
              .map(([name, value]) => [name, shown(name, value)]),
          ),
        )
        .toSorted(),
    ]),
  );
}

const hex = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('hex');
