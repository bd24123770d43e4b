import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Department } from '../../src/staff/department.entity';
import { ApiKey } from '../../src/tenancy/api-key.entity';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { Tenants } from '../../src/tenancy/tenants';
import { until } from '../support/eventually';
import { statementsOf } from '../support/statements';
import { testDataSource } from '../support/template';

describe('a statement', () => {
  let close: () => Promise<void>;
  let database: Database;
  let departments: TenantRepository<Department>;
  let acme: Tenant;

  beforeAll(async () => {
    const opened = await testDataSource();
    close = opened.close;
    database = new Database(opened.dataSource);
    departments = new TenantRepository(database, new Clock(), Department);
    const facts = { time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' };
    acme = new Tenants(database).forNew({ customer_id: 1, ...facts });
  });
  afterAll(() => close());

  const textOf = async (work: () => Promise<unknown>) => (await statementsOf(work)).join('; ');

  it('is counted for whoever asks, not for a worker that happens to wake up meanwhile', async () => {
    let wakes = 0;
    const worker = setInterval(() => {
      wakes++;
      void departments.count(acme);
    }, 1);
    const asked = await statementsOf(async () => {
      for (let n = 0; n < 5; n++) {
        await departments.find(acme, {});
        const before = wakes;
        await until(() => wakes > before, 'the worker wakes up');
      }
    });
    clearInterval(worker);
    expect(asked).toHaveLength(5);
  });

  it('says the numbers of its page in its text, and no other value', async () => {
    const text = await textOf(() =>
      departments.find(acme, { name: '7' }, { order: [['name', 'asc']], limit: 20, offset: 40 }),
    );
    expect(text).toMatch(/WHERE \(t\.name = \?\) AND t\.customer_id = \? ORDER BY t\.name ASC LIMIT 20 OFFSET 40$/);
  });

  it('that finds by words and sorts by the id alone knows the id by its name', async () => {
    const keys = new TenantRepository(database, new Clock(), ApiKey);
    const search = { kind: 'api-keys', words: ['robot'] };
    const page = await keys.page(acme, { order: [['api_key_id', 'asc']], limit: 20, search });
    expect([page.rows, page.total]).toEqual([[], 0]);
  });
});
