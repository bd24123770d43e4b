import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { Department } from '../../src/modules/staff/department.entity';
import { ApiKey } from '../../src/auth/api-key.entity';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { waitUntil } from '../support/eventually';
import { statementsOf } from '../support/recorded-statements';
import { createTestDataSource } from '../support/template';

describe('a statement', () => {
  let close: () => Promise<void>;
  let database: Database;
  let departments: TenantRepository<Department>;
  let acme: Tenant;

  beforeAll(async () => {
    const testSource = await createTestDataSource();
    close = testSource.close;
    database = new Database(testSource.dataSource);
    departments = new TenantRepository(database, new Clock(), Department);
    const customerState = { time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' };
    acme = new TenantFactory(database).forNewCustomer({ customer_id: 1, ...customerState });
  });
  afterAll(() => close());

  const textOf = async (callback: () => Promise<unknown>) => (await statementsOf(callback)).join('; ');

  it('is recorded for its caller, not for a concurrent worker', async () => {
    let wakes = 0;
    const worker = setInterval(() => {
      wakes++;
      void departments.count(acme);
    }, 1);
    const recorded = await statementsOf(async () => {
      for (let n = 0; n < 5; n++) {
        await departments.find(acme, {});
        const before = wakes;
        await waitUntil(() => wakes > before, 'the worker wakes up');
      }
    });
    clearInterval(worker);
    expect(recorded).toHaveLength(5);
  });

  it('contains the page limits in its text, and no other value', async () => {
    const text = await textOf(() =>
      departments.find(acme, { name: '7' }, { order: [['name', 'asc']], limit: 20, offset: 40 }),
    );
    expect(text).toMatch(/WHERE \(t\.name = \?\) AND t\.customer_id = \? ORDER BY t\.name ASC LIMIT 20 OFFSET 40$/);
  });

  it('that searches and sorts only by the id selects the id column', async () => {
    const keys = new TenantRepository(database, new Clock(), ApiKey);
    const search = { kind: 'api-keys', words: ['robot'] };
    const page = await keys.findPage(acme, { order: [['api_key_id', 'asc']], limit: 20, search });
    expect([page.rows, page.total]).toEqual([[], 0]);
  });
});
