import { Asked, WrittenStatements } from '../../src/platform/database/asked';
import { Database } from '../../src/platform/database/database';
import { Clock } from '../../src/platform/clock';
import { newId } from '../../src/platform/ids';
import { ApiKey } from '../../src/tenancy/api-key.entity';
import { Department } from '../../src/staff/department.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { Tenants } from '../../src/tenancy/tenants';
import type { Tenant } from '../../src/tenancy/tenant';
import type { Type } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { RecordSql } from '../../src/platform/database/record-sql';
import { predicates, textOf as textOfAll } from '../../src/platform/database/where';
import { Attempt } from '../../src/quizzes/attempt.entity';
import { EvidenceRecord } from '../../src/skills/evidence.entity';
import { Staff } from '../../src/staff/staff.entity';
import { until } from '../support/eventually';
import { questionPairs } from '../support/questions';
import { testDataSource } from '../support/template';
import { statementsOf } from '../support/statements';

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
  const byIds = (count: number) => () =>
    departments.find(acme, { department_id: Array.from({ length: count }, () => newId()) });

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

  it('is written once for its shape, whatever its values are', () => {
    const written = new WrittenStatements();
    let times = 0;
    const ask = (name: string) => {
      const asked = new Asked('by name');
      asked.bind(name);
      return written.of(asked, () => `SELECT 1 FROM staff s WHERE s.name = :p${times++}`);
    };
    expect([ask('Asha'), ask('Bala')].map(({ values }) => values)).toEqual([['Asha'], ['Bala']]);
    expect(times).toBe(1);
  });

  it('that was forgotten for others is written again', () => {
    const written = new WrittenStatements(2);
    const wrote: string[] = [];
    for (const shape of ['a', 'b', 'c', 'c', 'a']) {
      written.of(new Asked(shape), () => {
        wrote.push(shape);
        return 'SELECT 1';
      });
    }
    expect(wrote).toEqual(['a', 'b', 'c', 'a']);
  });

  it('that is asked again and again stays, whatever else is asked meanwhile', () => {
    const written = new WrittenStatements(2);
    const wrote: string[] = [];
    for (const shape of ['a', 'b', 'a', 'c', 'a']) {
      written.of(new Asked(shape), () => {
        wrote.push(shape);
        return 'SELECT 1';
      });
    }
    expect(wrote).toEqual(['a', 'b', 'c']);
  });

  it('of a list as long as nobody else asks by is not kept', () => {
    const metadata = database.metadata(Department);
    const written = new WrittenStatements();
    let times = 0;
    const ask = (count: number) => {
      const asked = new Asked('');
      const ids = Array.from({ length: count }, () => newId());
      const text = textOfAll(predicates<Department>(asked, metadata, { department_id: ids }));
      return written.of(asked, () => {
        times++;
        return text;
      });
    };
    for (const count of [999, 999, 1_200]) ask(count);
    expect(times).toBe(2);
    ask(1_200);
    expect(times).toBe(3);
  });

  it('of short lists that are many is not kept either', () => {
    const metadata = database.metadata(Department);
    const written = new WrittenStatements();
    let times = 0;
    const ids = Array.from({ length: 999 }, () => newId());
    const ask = () => {
      const asked = new Asked('');
      const lists = [ids, ids, ids.slice(0, 5)].map((department_id) => ({ department_id }));
      const text = textOfAll(predicates<Department>(asked, metadata, { anyOf: lists }));
      return written.of(asked, () => (times++, text));
    };
    expect(ask()).toEqual(ask());
    expect(times).toBe(2);
  });

  it('is the same for lists of five and of eight, and another one for nine', async () => {
    const [five, eight, nine] = [await textOf(byIds(5)), await textOf(byIds(8)), await textOf(byIds(9))];
    expect(five).toBe(eight);
    expect(nine).not.toBe(eight);
  });

  it('is not made longer than MariaDB reads as a list', async () => {
    expect((await textOf(byIds(900))).match(/\?/g)).toHaveLength(999 + 1);
    expect((await textOf(byIds(1_200))).match(/\?/g)).toHaveLength(1_200 + 1);
  });

  it('says the numbers of its page in its text, and no other value', async () => {
    const text = await textOf(() =>
      departments.find(acme, { name: '7' }, { order: [['name', 'asc']], limit: 20, offset: 40 }),
    );
    expect(text).toMatch(/WHERE \(\(t\.name = \?\) AND t\.customer_id = \?\) ORDER BY t\.name ASC LIMIT 20 OFFSET 40$/);
  });

  it('that finds by words and sorts by the id alone knows the id by its name', async () => {
    const keys = new TenantRepository(database, new Clock(), ApiKey);
    const search = { kind: 'api-keys', words: ['robot'] };
    const page = await keys.page(acme, { order: [['api_key_id', 'asc']], limit: 20, search });
    expect([page.rows, page.total]).toEqual([[], 0]);
  });

  it.each([Department, Staff, EvidenceRecord, Attempt])(
    'says the same whatever was asked before it: %p',
    (entity: Type<ObjectLiteral>) => {
      const metadata = database.metadata(entity);
      for (const scope of [['customer_id'], []]) {
        const used = new RecordSql<ObjectLiteral>(metadata, scope);
        for (const [before, question] of questionPairs(metadata, scope, 600)) {
          before(used);
          expect(question(used)).toEqual(question(new RecordSql<ObjectLiteral>(metadata, scope)));
        }
      }
    },
  );
});
