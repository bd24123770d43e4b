import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { Department } from '../../src/modules/staff/department.entity';
import { checkTenantSql, TenantQueries } from '../../src/tenancy/tenant-queries';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import type { Tenant } from '../../src/tenancy/tenant';
import { createTestDataSource } from '../support/template';

describe('the tenant repository', () => {
  let close: () => Promise<void>;
  let transactions: TransactionManager;
  let database: Database;
  let departments: TenantRepository<Department>;
  let acme: Tenant;
  let globex: Tenant;
  const weld = newId();

  beforeAll(async () => {
    const testSource = await createTestDataSource();
    close = testSource.close;
    database = new Database(testSource.dataSource);
    transactions = new TransactionManager(testSource.dataSource);
    departments = new TenantRepository(database, new Clock(), Department);
    const tenantFactory = new TenantFactory(database);
    const customerState = { time_zone: 'UTC', financial_year_start_month: 1, matrix_version: 0, status: 'A' };
    acme = tenantFactory.forNewCustomer({ customer_id: 1, ...customerState });
    globex = tenantFactory.forNewCustomer({ customer_id: 2, ...customerState });
    await transactions.run(() => departments.insert(acme, { department_id: weld, name: 'Weld', parent_id: null }));
  });
  afterAll(() => close());

  it('finds no rows of another customer with any condition', async () => {
    expect(await departments.find(globex)).toEqual([]);
    expect(await departments.findOne(globex, { department_id: weld })).toBeNull();
    expect(await departments.find(globex, { anyOf: [{ name: 'Weld' }, { customer_id: 1 }] })).toEqual([]);
    expect(await departments.count(globex, { customer_id: 1 })).toBe(0);
  });

  it('changes and removes no rows of another customer', async () => {
    await transactions.run(async () => {
      expect(await departments.update(globex, { department_id: weld }, { name: 'Stolen' })).toBe(0);
      expect(await departments.remove(globex, { department_id: weld })).toBe(0);
    });
    expect((await departments.findOne(acme, { department_id: weld }))?.name).toBe('Weld');
  });

  it('always writes its own customer_id', async () => {
    const department_id = newId();
    await transactions.run(() =>
      departments.insert(globex, { customer_id: 1, department_id, name: 'Lab', parent_id: null }),
    );
    expect(await departments.findOne(acme, { department_id })).toBeNull();
    await transactions.run(() => departments.update(globex, { department_id }, { customer_id: 1, name: 'Lab 2' }));
    expect((await departments.findOne(globex, { department_id }))?.name).toBe('Lab 2');
  });

  it('lets the database refuse a reference to another customer', async () => {
    const linking = transactions.run(() =>
      departments.insert(globex, { department_id: newId(), name: 'Annex', parent_id: weld }),
    );
    await expect(linking).rejects.toThrow(/foreign key/i);
  });

  it('increments the version with each change and refuses a stale one', async () => {
    const before = (await departments.findOne(acme, { department_id: weld }))!.row_version;
    await transactions.run(() => departments.updateVersioned(acme, { department_id: weld }, { name: 'Weld' }, before));
    expect((await departments.findOne(acme, { department_id: weld }))!.row_version).toBe(before + 1);
    const stale = transactions.run(() =>
      departments.updateVersioned(acme, { department_id: weld }, { name: 'X' }, before),
    );
    await expect(stale).rejects.toMatchObject({ kind: 'stale', facts: { row_version: before + 1 } });
  });

  it('treats % and _ in a search as literals', async () => {
    expect(await departments.find(acme, { name_sort: { like: '%' } })).toEqual([]);
    expect(await departments.find(acme, { name_sort: { like: 'el' } })).toHaveLength(1);
  });

  it('runs no report query whose tables are not all bound to the tenant', async () => {
    expect(() => checkTenantSql('SELECT 1 FROM staff s WHERE s.customer_id = :customer_id')).not.toThrow();
    expect(() =>
      checkTenantSql(
        'SELECT 1 FROM staff s JOIN department d ON d.department_id = s.department_id WHERE s.customer_id = :customer_id',
      ),
    ).toThrow('d.customer_id');
    expect(() => checkTenantSql('SELECT 1 FROM staff')).toThrow();
    const queries = new TenantQueries(database);
    const rows = await queries.rows(
      globex,
      'SELECT d.name FROM department d WHERE d.customer_id = :customer_id AND d.name = :name',
      { name: 'Weld' },
    );
    expect(rows).toEqual([]);
  });

  it('treats a text that looks like an id as text', async () => {
    const rows = await new TenantQueries(database).rows(
      acme,
      'SELECT d.name FROM department d WHERE d.customer_id = :customer_id AND d.name_key = :name',
      { name: weld },
    );
    expect(rows).toEqual([]);
    const found = await new TenantQueries(database).rows(
      acme,
      'SELECT d.name FROM department d WHERE d.customer_id = :customer_id AND d.department_id = :department_id',
      { department_id: weld },
    );
    expect(found).toEqual([{ name: 'Weld' }]);
  });
});
