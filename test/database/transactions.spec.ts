import type { DataSource } from 'typeorm';
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { LedgerLock } from '../../src/staff/ledger-lock.entity';
import { Department } from '../../src/staff/department.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { Tenants } from '../../src/tenancy/tenants';
import type { Tenant } from '../../src/tenancy/tenant';
import { testDataSource } from '../support/template';

describe('transactions', () => {
  let dataSource: DataSource;
  let close: () => Promise<void>;
  let database: Database;
  let transactions: Transactions;
  let departments: TenantRepository<Department>;
  let acme: Tenant;

  beforeAll(async () => {
    ({ dataSource, close } = await testDataSource());
    database = new Database(dataSource);
    transactions = new Transactions(dataSource);
    departments = new TenantRepository(database, new Clock(), Department);
    acme = new Tenants(database).forNew({
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

  it('keeps nothing of a closure that throws', async () => {
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

  it('one statement alone commits by itself; a second one is refused, and nothing is sent of it', async () => {
    const named = (name: string, was: string) =>
      database.write('UPDATE department SET name = ? WHERE customer_id = 1 AND name = ?', [name, was]);
    await transactions.run(() => add('Alone'));
    expect(await transactions.alone(() => named('By itself', 'Alone'))).toBe(1);
    expect(await names()).toContain('By itself');
    const twice = transactions.alone(async () => {
      await named('Nobody', 'nobody');
      await named('Twice', 'By itself');
    });
    await expect(twice).rejects.toThrow('One statement alone');
    expect(await names()).toContain('By itself');
  });

  it('one statement alone joins the open transaction and is undone with it', async () => {
    const lost = transactions.run(async () => {
      await transactions.alone(() => add('Joined'));
      throw new Error('changed my mind');
    });
    await expect(lost).rejects.toThrow('changed my mind');
    expect(await names()).not.toContain('Joined');
  });

  it('joins the outer one, and effects wait for the outermost commit', async () => {
    const heard: string[] = [];
    await transactions.run(async () => {
      await transactions.run(async () => {
        await add('Press shop');
        transactions.afterCommit(() => heard.push('committed'));
      });
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(['committed']);
    expect(await names()).toContain('Press shop');
  });

  it('loses no write among 200 at once, of which every fourth rolls back', async () => {
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

  it('repeats the whole closure when the database says that nothing was kept', async () => {
    let tries = 0;
    await transactions.run(async () => {
      tries++;
      await add(`Try ${tries}`);
      if (tries < 3) throw Object.assign(new Error('Deadlock found'), { driverError: { errno: 1213 } });
    });
    expect(tries).toBe(3);
    expect((await names()).filter((name) => name.startsWith('Try'))).toEqual(['Try 3']);
  });

  it('around a whole request undoes alone what fails in it, with its effects, and keeps the rest', async () => {
    const heard: string[] = [];
    const part = (name: string, fails = false) =>
      transactions.run(async () => {
        await add(name);
        transactions.afterCommit(() => heard.push(name));
        await transactions.run(() => add(`${name} inside`));
        if (fails) throw new Error('no');
      });
    await transactions.around(async () => {
      await part('A first');
      await part('A second', true).catch(() => undefined);
      // At once, as a handler may do: neither undoes the other.
      await Promise.all([part('A third'), part('A fourth', true).catch(() => undefined), part('A fifth')]);
      expect(heard).toEqual([]);
    });
    const kept = (await names()).filter((name) => name.startsWith('A '));
    expect(kept).toEqual(['A fifth', 'A fifth inside', 'A first', 'A first inside', 'A third', 'A third inside']);
    expect(heard).toEqual(['A first', 'A third', 'A fifth']);
  });

  it('does again once what has to hold although its transaction, or its part of one, was undone', async () => {
    const counted: string[] = [];
    const count = (name: string, fails: boolean) =>
      transactions.run(async () => {
        transactions.evenIfUndone(async () => counted.push(await transactions.run(() => add(name).then(() => name))));
        if (fails) throw new Error('no');
      });
    transactions.evenIfUndone(async () => counted.push('none is open'));
    await count('E kept', false);
    await count('E undone', true).catch(() => undefined);
    expect(counted).toEqual(['E undone']);
    await transactions.around(async () => {
      await count('E kept too', false);
      await count('E undone part', true).catch(() => undefined);
      expect(counted).toEqual(['E undone']);
    });
    expect(counted).toEqual(['E undone', 'E undone part']);
    const all = transactions.around(async () => {
      await count('E whole', false);
      throw new Error('refused');
    });
    await expect(all).rejects.toThrow('refused');
    expect((await names()).filter((name) => name.startsWith('E '))).toEqual(['E undone', 'E undone part', 'E whole']);
  });

  it('around a whole request keeps nothing when that fails, and repeats all of it after a deadlock', async () => {
    await expect(
      transactions.around(async () => {
        await transactions.run(() => add('B part'));
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    let tries = 0;
    await transactions.around(async () => {
      tries++;
      await transactions.run(() => add(`B ${tries}`));
      await transactions.run(async () => {
        if (tries === 1) throw Object.assign(new Error('Deadlock found'), { driverError: { errno: 1213 } });
      });
    });
    expect((await names()).filter((name) => name.startsWith('B '))).toEqual(['B 2']);
  });

  it('counts new rows only when the unique key decides', async () => {
    const locks = new TenantRepository(database, new Clock(), LedgerLock);
    const [weld, lab] = [newId(), newId()];
    const rows = [weld, weld, lab].map((holder_id) => ({ holder_id, taken: 1 }));
    expect(await transactions.run(() => locks.insertMissing(acme, rows))).toBe(2);
    expect(await transactions.run(() => locks.insertMissing(acme, rows))).toBe(0);
  });
});
