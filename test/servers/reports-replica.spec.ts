/** REPORTS_DATABASE_URL: reports and exports read a replica as long as it has what was committed before they asked. */
import { createConnection, type Connection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { openReplica } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { watchOf } from '../../src/platform/database/statement-watch';
import { schemaWork } from '../../src/platform/database/transaction-context';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { Log } from '../../src/platform/logging/log';
import { Clock } from '../../src/platform/clock';
import { Department } from '../../src/staff/department.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { until } from '../support/eventually';
import { fileOf } from '../support/file';
import { given } from '../support/given';
import { OwnReplica } from '../support/own-replica';
import { openPlant, type Plant } from '../support/plant';
import { asleep, swept } from '../support/sweeps';

const PASSWORD = 'hunter22';
const TOKEN = 'a-token-of-the-tests-long-enough';

describe('reports and exports with a replica', () => {
  let servers: OwnReplica;
  let running: RunningApp;
  let plant: Plant;
  let env: Record<string, string>;
  const warned: string[] = [];
  beforeAll(async () => {
    servers = await OwnReplica.create();
    await servers.replica.ask(`CREATE USER reports@127.0.0.1 IDENTIFIED BY '${PASSWORD}'`);
    await servers.replica.ask('GRANT SELECT ON skilgrid.* TO reports@127.0.0.1');
    const copy = servers.replica.url.replace('root@', `reports:${PASSWORD}@`);
    env = { DATABASE_URL: servers.writer.url, REPORTS_DATABASE_URL: copy, METRICS_TOKEN: TOKEN };
    running = await startApp({ env });
    jest.spyOn(running.app.get(Log), 'warn').mockImplementation((line) => {
      warned.push(JSON.stringify(line));
    });
    asleep(running, 'jobs-export');
    plant = await openPlant(running, { staff: 1_000 });
    await plant.staff();
    await plant.skill();
  });
  afterAll(async () => {
    await running?.close();
    await servers?.forget();
  });

  const matrix = () => plant.api.get('/api/reports/skill-matrix');
  const asOf = ({ headers }: Reply): string | null => headers.get('x-data-as-of');
  /** Somebody new: whoever asks for the matrix now must find them in it. */
  let hired = 1;
  const hire = async (): Promise<void> => {
    await plant.staff();
    hired++;
  };
  const isWhole = (reply: Reply): void =>
    expect([reply.status, reply.body.rows?.length ?? reply.body]).toEqual([200, hired]);
  /** Once it is read there; no answer of this one is reused. */
  const untilThere = async (): Promise<void> =>
    until(async () => asOf(await plant.api.get('/api/reports/attention')) !== null);
  const ready = async () => (await fetch(`${running.url}/health/ready`)).status;
  const counted = async (outcome: string): Promise<number> => {
    const text = await (
      await fetch(`${running.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).text();
    return Number(new RegExp(`skilgrid_report_reads_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
  };
  const selects = async (server: 'writer' | 'replica'): Promise<number> => {
    const [row] = await servers[server].ask<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Com_select'");
    return Number(row!.Value);
  };

  it('answer with what was written right before, and say since when they may lack something', async () => {
    await untilThere();
    const [read, count] = [await selects('replica'), await counted('replica')];
    let answered = 0;
    await until(async () => {
      await hire();
      const asked = Date.now();
      const reply = await matrix();
      isWhole(reply);
      const instant = asOf(reply);
      // A busy machine: then the writer has answered.
      if (instant === null) return false;
      expect(Date.parse(instant)).toBeGreaterThanOrEqual(asked);
      expect(Date.parse(instant)).toBeLessThanOrEqual(Date.now());
      return ++answered === 10;
    });
    expect(await counted('replica')).toBeGreaterThanOrEqual(count + 10);
    // How far it has come, who stands in the matrix, and the cells.
    expect(await selects('replica')).toBeGreaterThanOrEqual(read + 30);
  });

  it('are heard there by whoever listens for slow statements', async () => {
    await until(async () => {
      await untilThere();
      await hire();
      const heard: string[] = [];
      const stop = watchOf(running.app.get(DataSource)).onAnswered((sql) => heard.push(sql));
      const reply = await matrix();
      stop();
      if (asOf(reply) === null) return false;
      expect(heard.filter((sql) => /MASTER_GTID_WAIT|FROM staff /.test(sql)).length).toBeGreaterThanOrEqual(2);
      return true;
    });
  });

  it('wait at the replica for what was written right before', async () => {
    await until(async () => {
      await untilThere();
      await servers.hold();
      await hire();
      let isAnswered = false;
      const asked = matrix().finally(() => (isAnswered = true));
      const waiting =
        "SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT MASTER_GTID_WAIT%'";
      await until(async () => isAnswered || Number((await servers.replica.ask<{ n: number }>(waiting))[0]!.n) > 0);
      await servers.goOn();
      const reply = await asked;
      isWhole(reply);
      return asOf(reply) !== null;
    });
  });

  it('are all read there: every report, every export, and the four calls of the specification', async () => {
    const { paths } = (await plant.api.get('/api/docs-json')).body as { paths: Record<string, { get?: object }> };
    const asked = Object.keys(paths).filter(
      (path) => /^\/(api\/reports|api\/exports|Result)\//.test(path) && paths[path]!.get,
    );
    expect(asked.length).toBeGreaterThan(30);
    const { staff_id } = await plant.staff();
    hired++;
    const { skill_id } = await plant.skill();
    const pair = `?staff_id=${staff_id}&skill_id=${skill_id}`;
    const needed: Record<string, string> = {
      '/api/reports/targeted-skills/person': `?staff_id=${staff_id}`,
      '/api/reports/skill-wise/holders': `?skill_id=${skill_id}`,
      '/api/reports/skill-wise/person': `?staff_id=${staff_id}`,
      '/api/reports/skill-wise/trail': pair,
      '/api/reports/explain': pair,
      '/api/reports/skill-history': `?staff_id=${staff_id}`,
    };
    for (const path of asked)
      await until(async () => {
        await untilThere();
        await hire();
        const reply = await plant.api.get(path + (needed[path] ?? ''));
        if (reply.status === 403) return path.startsWith('/api/exports/'); // lists of the house's own
        expect([path, reply.status]).toEqual([path, 200]);
        return asOf(reply) !== null;
      });
  });

  it('keep organisations apart there as everywhere', async () => {
    await until(async () => {
      const other = await openPlant(running);
      await other.staff({ last_name: 'Somebody else' });
      const reply = await other.api.get('/api/reports/skill-matrix');
      expect(reply.body.rows).toEqual([expect.objectContaining({ last_name: 'Somebody else' })]);
      isWhole(await matrix());
      return asOf(reply) !== null;
    });
  });

  it('are made there as jobs, too', async () => {
    const { tenant, admin } = await given(running).organisation({ staffLimit: 500 });
    const records = new TenantRepository(running.app.get(Database), running.app.get(Clock), Department);
    const row = (_: unknown, n: number) => ({ department_id: newId(), name: `Hall ${n}`, parent_id: null });
    const rows = Array.from({ length: 10_001 }, row);
    for (let from = 0; from < rows.length; from += 400)
      await running.app.get(Transactions).run(() => records.insert(tenant, rows.slice(from, from + 400)));
    await until(async () => {
      await untilThere();
      const { status, body } = await api(running, admin).get('/api/exports/departments?columns=name');
      expect(status).toBe(202);
      const read = await counted('replica');
      await swept(running, 'jobs-export');
      const file = await fileOf(running, `/api/jobs/${body.job_id}/file`, admin);
      expect(file.bytes.toString('utf8').trim().split('\n')).toHaveLength(1 + rows.length);
      return (await counted('replica')) > read;
    });
  });

  it('have sessions there that are those of the writer, and can write nothing', async () => {
    const settled =
      'SELECT @@sql_mode AS m, @@time_zone AS z, @@group_concat_max_len AS g, @@tx_isolation AS i, @@autocommit AS a, @@innodb_lock_wait_timeout AS l, @@optimizer_switch AS o, @@collation_connection AS c';
    // By an account that may write.
    const dataSource = await openReplica(servers.replica.url, running.app.get(DataSource));
    try {
      const there = new Database(dataSource);
      expect(await there.rows(settled)).toEqual(await running.app.get(Database).rows(settled));
      await expect(there.rows('DELETE FROM staff')).rejects.toThrow('Every write passes through transactions.run');
      // As migrations are let through; many at once, so that each of the connections is tried.
      const slowly = () => there.rows('DELETE FROM staff WHERE SLEEP(0.01) = 0');
      const tries = await Promise.allSettled(Array.from({ length: 24 }, () => schemaWork.run(true, slowly)));
      expect(tries.map((each) => (each as PromiseRejectedResult).reason?.driverError?.errno)).toEqual(
        tries.map(() => 1792),
      );
    } finally {
      await dataSource.destroy();
    }
    await hire();
    isWhole(await matrix());
  });

  it('are answered by the writer while the replica is behind, which is then left alone for a while', async () => {
    await untilThere();
    const [late, resting] = [await counted('late'), await counted('resting')];
    await servers.hold();
    await hire();
    const reply = await matrix();
    isWhole(reply);
    expect(asOf(reply)).toBeNull();
    // A busy machine may take as long as it is left alone: then it is asked once more, and may not even say that it is late.
    await until(async () => {
      await hire();
      isWhole(await matrix());
      return (await counted('resting')) > resting && (await counted('late')) > late;
    });
    expect(await ready()).toBe(200);
    await servers.goOn();
    await untilThere();
    isWhole(await matrix());
  });

  it('goes on at the writer in the middle of what a replica that dies was asked', async () => {
    const asks = () => [plant.api.get('/api/reports/skill-wise'), plant.api.get('/api/exports/staff')] as const;
    let asked!: ReturnType<typeof asks>;
    let lock!: Connection;
    let away = 0;
    await until(async () => {
      await untilThere();
      away = await counted('away');
      lock = await locked(servers);
      asked = asks();
      if (await areStuck(servers, asked)) return true;
      // A busy machine: then the writer has answered.
      lock.destroy();
      await Promise.all(asked);
      return false;
    });
    await servers.replica.kill();
    const replies = await Promise.all(asked);
    lock.destroy();
    expect(replies.map((reply) => [reply.status, asOf(reply)])).toEqual([
      [200, null],
      [200, null],
    ]);
    expect(replies[0].body.totals.staff).toBe(hired);
    expect(String(replies[1].body).trim().split('\n')).toHaveLength(1 + hired);
    expect(await counted('away')).toBeGreaterThan(away);

    // And whoever asks later is not kept waiting by it, nor kept away.
    for (let times = 0; times < 5; times++) {
      await hire();
      const reply = await matrix();
      isWhole(reply);
      expect(asOf(reply)).toBeNull();
      expect(await ready()).toBe(200);
    }
    await servers.replica.start();
    const read = await selects('replica');
    await untilThere();
    expect(await selects('replica')).toBeGreaterThan(read);
  });

  it('are answered by the writer when the replica falls silent, before a report is begun and in the middle of it', async () => {
    await untilThere();
    const lock = await locked(servers);
    // A window stands in no line, and has no time of its own: what the replica kept waiting is not the writer's silence.
    const begun = plant.api.get('/api/reports/skill-matrix-datewise?_start=0&_end=50&skill_start=0&skill_end=60');
    await areStuck(servers, [begun]);
    servers.replica.silence();
    try {
      await hire();
      const [middle, before] = [await begun, await matrix()];
      expect([middle.status, asOf(middle)]).toEqual([200, null]);
      isWhole(before);
      expect(asOf(before)).toBeNull();
      expect(await ready()).toBe(200);
    } finally {
      servers.replica.wake();
      lock.destroy();
    }
    await untilThere();
    // Whoever ends while it is silent does not wait for it.
    const { replica } = servers;
    const other = await startApp({ env });
    expect((await api(other, plant.admin).get('/api/reports/totals')).status).toBe(200);
    replica.silence();
    try {
      await other.close();
    } finally {
      replica.wake();
    }
  });

  it('do not keep a server from starting without its replica, and find it when it comes', async () => {
    await servers.replica.kill();
    const { replica } = servers;
    const other = await startApp({ env });
    try {
      const read = () => api(other, plant.admin).get('/api/reports/skill-matrix');
      const reply = await read();
      isWhole(reply);
      expect(asOf(reply)).toBeNull();
      expect((await fetch(`${other.url}/health/ready`)).status).toBe(200);
      await replica.start();
      await until(async () => {
        await hire();
        const later = await read();
        isWhole(later);
        return asOf(later) !== null;
      });
    } finally {
      await other.close();
    }
  });

  it('say in the log why the main database answers, and no secret', () => {
    const told = warned.filter((line) => line.includes('REPORTS_DATABASE_URL'));
    expect(told.length).toBeGreaterThan(0);
    for (const line of told) expect(line).toMatch(/the replica is (late|away) \([^)]+\); the main database answers/);
    expect(warned.filter((line) => line.includes(PASSWORD))).toEqual([]);
  });
});

/** Nothing of staff is answered at the replica any more; that it has all it says all the same. */
async function locked({ replica: { port } }: OwnReplica): Promise<Connection> {
  const lock = await createConnection({ host: '127.0.0.1', port, user: 'root', database: 'skilgrid' });
  lock.on('error', () => undefined);
  await lock.query('LOCK TABLES staff WRITE');
  return lock;
}

/** Whether all that was asked waits there for what is locked; false: the writer has answered one of them. */
async function areStuck({ replica }: OwnReplica, asked: readonly Promise<Reply>[]): Promise<boolean> {
  const stuck =
    "SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE STATE = 'Waiting for table metadata lock'";
  let isAnswered = false;
  for (const each of asked) void each.finally(() => (isAnswered = true));
  await until(async () => isAnswered || Number((await replica.ask<{ n: number }>(stuck))[0]!.n) >= asked.length);
  return !isAnswered;
}
