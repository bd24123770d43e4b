import type { DataSource } from 'typeorm';
import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { LedgerLock } from '../../src/modules/staff/ledger-lock.entity';
import { Department } from '../../src/modules/staff/department.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import type { Tenant } from '../../src/tenancy/tenant';
import { createTestDataSource } from '../support/template';

describe('transactions', () => {
  let dataSource: DataSource;
  let close: () => Promise<void>;
  let database: Database;
  let transactions: TransactionManager;
  let departments: TenantRepository<Department>;
  let acme: Tenant;

  beforeAll(async () => {
    ({ dataSource, close } = await createTestDataSource());
    database = new Database(dataSource);
    transactions = new TransactionManager(dataSource);
    departments = new TenantRepository(database, new Clock(), Department);
    acme = new TenantFactory(database).forNewCustomer({
      customer_id: 1,
      time_zone: 'UTC',
      financial_year_start_month: 1,
      matrix_version: 0,
      status: 'A',
    });
  });
  afterAll(() => close());

  const add = (name: string) => departments.insert(acme, { department_id: newId(), name, parent_id: null });
  const names = async () => (await departments.find(acme, {}, { order: [['name', 'asc']] })).map((each) => each.name);

  it('rolls back a closure that throws', async () => {
    await expect(
      transactions.run(async () => {
        await add('Paint shop');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await names()).not.toContain('Paint shop');
  });

  it('refuses a write outside of it', async () => {
    await expect(add('Loose')).rejects.toThrow('transactions.run');
  });

  it('a single statement commits by itself; a second one is refused and not sent', async () => {
    const rename = (name: string, oldName: string) =>
      database.write('UPDATE department SET name = ? WHERE customer_id = 1 AND name = ?', [name, oldName]);
    await transactions.run(() => add('Alone'));
    expect(await transactions.autocommit(() => rename('By itself', 'Alone'))).toBe(1);
    expect(await names()).toContain('By itself');
    const twice = transactions.autocommit(async () => {
      await rename('Nobody', 'nobody');
      await rename('Twice', 'By itself');
    });
    await expect(twice).rejects.toThrow('One statement alone');
    expect(await names()).toContain('By itself');
  });

  it('a single statement joins the open transaction and is rolled back with it', async () => {
    const failing = transactions.run(async () => {
      await transactions.autocommit(() => add('Joined'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await names()).not.toContain('Joined');
  });

  it('joins the outer transaction, and effects wait for the outermost commit', async () => {
    const effects: string[] = [];
    await transactions.run(async () => {
      await transactions.run(async () => {
        await add('Press shop');
        transactions.afterCommit(() => effects.push('committed'));
      });
      expect(effects).toEqual([]);
    });
    expect(effects).toEqual(['committed']);
    expect(await names()).toContain('Press shop');
  });

  it('loses no write of 200 concurrent transactions, every fourth of which rolls back', async () => {
    const work = Array.from({ length: 200 }, (_, i) =>
      transactions
        .run(async () => {
          await add(`D${String(i).padStart(3, '0')}`);
          await new Promise((resolve) => setImmediate(resolve));
          if (i % 4 === 0) throw new Error('rolled back');
        })
        .catch(() => undefined),
    );
    await Promise.all(work);
    const kept = (await names()).filter((name) => /^D\d{3}$/.test(name));
    expect(kept).toHaveLength(150);
    expect(kept.some((name) => Number(name.slice(1)) % 4 === 0)).toBe(false);
  });

  it('retries the whole closure after a deadlock', async () => {
    let tries = 0;
    await transactions.run(async () => {
      tries++;
      await add(`Try ${tries}`);
      if (tries < 3) throw Object.assign(new Error('Deadlock found'), { driverError: { errno: 1213 } });
    });
    expect(tries).toBe(3);
    expect((await names()).filter((name) => name.startsWith('Try'))).toEqual(['Try 3']);
  });

  it('around a whole request rolls back only the failed part with its effects', async () => {
    const effects: string[] = [];
    const part = (name: string, fails = false) =>
      transactions.run(async () => {
        await add(name);
        transactions.afterCommit(() => effects.push(name));
        await transactions.run(() => add(`${name} inside`));
        if (fails) throw new Error('no');
      });
    await transactions.runOutermost(async () => {
      await part('A first');
      await part('A second', true).catch(() => undefined);
      // Concurrently, as in a handler: a rollback of one does not affect the others.
      await Promise.all([part('A third'), part('A fourth', true).catch(() => undefined), part('A fifth')]);
      expect(effects).toEqual([]);
    });
    const kept = (await names()).filter((name) => name.startsWith('A '));
    expect(kept).toEqual(['A fifth', 'A fifth inside', 'A first', 'A first inside', 'A third', 'A third inside']);
    expect(effects).toEqual(['A first', 'A third', 'A fifth']);
  });

  it('repeats once what must persist although its transaction or its part was rolled back', async () => {
    const executed: string[] = [];
    const runWithRetry = (name: string, fails: boolean) =>
      transactions.run(async () => {
        transactions.redoAfterRollback(async () =>
          executed.push(await transactions.run(() => add(name).then(() => name))),
        );
        if (fails) throw new Error('no');
      });
    transactions.redoAfterRollback(async () => executed.push('none is open'));
    await runWithRetry('E kept', false);
    await runWithRetry('E undone', true).catch(() => undefined);
    expect(executed).toEqual(['E undone']);
    await transactions.runOutermost(async () => {
      await runWithRetry('E kept too', false);
      await runWithRetry('E undone part', true).catch(() => undefined);
      expect(executed).toEqual(['E undone']);
    });
    expect(executed).toEqual(['E undone', 'E undone part']);
    const outermost = transactions.runOutermost(async () => {
      await runWithRetry('E whole', false);
      throw new Error('refused');
    });
    await expect(outermost).rejects.toThrow('refused');
    expect((await names()).filter((name) => name.startsWith('E '))).toEqual(['E undone', 'E undone part', 'E whole']);
  });

  it('around a whole request rolls back a failed request, and retries all of it after a deadlock', async () => {
    await expect(
      transactions.runOutermost(async () => {
        await transactions.run(() => add('B part'));
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    let tries = 0;
    await transactions.runOutermost(async () => {
      tries++;
      await transactions.run(() => add(`B ${tries}`));
      await transactions.run(async () => {
        if (tries === 1) throw Object.assign(new Error('Deadlock found'), { driverError: { errno: 1213 } });
      });
    });
    expect((await names()).filter((name) => name.startsWith('B '))).toEqual(['B 2']);
  });

  it('counts only inserted rows when the unique key decides', async () => {
    const locks = new TenantRepository(database, new Clock(), LedgerLock);
    const [weld, lab] = [newId(), newId()];
    const rows = [weld, weld, lab].map((holder_id) => ({ holder_id, taken: 1 }));
    expect(await transactions.run(() => locks.insertMissing(acme, rows))).toBe(2);
    expect(await transactions.run(() => locks.insertMissing(acme, rows))).toBe(0);
  });
});
