/** REPORTS_DATABASE_URL: reports and exports read a replica that has everything committed before the request. */
import { createConnection, type Connection } from 'mysql2/promise';
import { DataSource } from 'typeorm';
import { openReplica } from '../../src/infrastructure/database/data-source';
import { Database } from '../../src/infrastructure/database/database';
import { getStatementTimer } from '../../src/infrastructure/database/statement-timer';
import { schemaWork } from '../../src/infrastructure/database/transaction-context';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import { Clock } from '../../src/common/clock';
import { Department } from '../../src/modules/staff/department.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { waitUntil } from '../support/eventually';
import { downloadFile } from '../support/downloaded-file';
import { fixtures } from '../support/fixtures';
import { TestReplica } from '../support/test-replica';
import { openPlant, type Plant } from '../support/plant';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

const PASSWORD = 'hunter22';
const TOKEN = 'a-token-of-the-tests-long-enough';

describe('reports and exports with a replica', () => {
  let servers: TestReplica;
  let running: RunningApp;
  let plant: Plant;
  let env: Record<string, string>;
  const warnings: string[] = [];
  beforeAll(async () => {
    servers = await TestReplica.create();
    await servers.replica.query(`CREATE USER reports@127.0.0.1 IDENTIFIED BY '${PASSWORD}'`);
    await servers.replica.query('GRANT SELECT ON skilgrid.* TO reports@127.0.0.1');
    const copy = servers.replica.url.replace('root@', `reports:${PASSWORD}@`);
    env = { DATABASE_URL: servers.writer.url, REPORTS_DATABASE_URL: copy, METRICS_TOKEN: TOKEN };
    running = await startApp({ env });
    jest.spyOn(running.app.get(AppLogger), 'warn').mockImplementation((line) => {
      warnings.push(JSON.stringify(line));
    });
    disableJob(running, 'jobs-export');
    plant = await openPlant(running, { staff: 1_000 });
    await plant.createStaff();
    await plant.createSkill();
  });
  afterAll(async () => {
    await running?.close();
    await servers?.cleanUp();
  });

  const matrix = () => plant.api.get('/api/reports/skill-matrix');
  const dataAsOf = ({ headers }: Reply): string | null => headers.get('x-data-as-of');
  /** Adds a staff member, who must be in the next matrix. */
  let staffCount = 1;
  const hire = async (): Promise<void> => {
    await plant.createStaff();
    staffCount++;
  };
  const expectComplete = (reply: Reply): void =>
    expect([reply.status, reply.body.rows?.length ?? reply.body]).toEqual([200, staffCount]);
  /** Waits until the replica is used; this report is never cached. */
  const waitForReplica = async (): Promise<void> =>
    waitUntil(async () => dataAsOf(await plant.api.get('/api/reports/attention')) !== null);
  const ready = async () => (await fetch(`${running.url}/health/ready`)).status;
  const reportReads = async (outcome: string): Promise<number> => {
    const text = await (
      await fetch(`${running.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).text();
    return Number(new RegExp(`skilgrid_report_reads_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
  };
  const countSelects = async (server: 'writer' | 'replica'): Promise<number> => {
    const [row] = await servers[server].query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Com_select'");
    return Number(row!.Value);
  };

  it('contain preceding writes, and state the time of their data', async () => {
    await waitForReplica();
    const [read, count] = [await countSelects('replica'), await reportReads('replica')];
    let replicaReplies = 0;
    await waitUntil(async () => {
      await hire();
      const requestedAt = Date.now();
      const reply = await matrix();
      expectComplete(reply);
      const instant = dataAsOf(reply);
      // On a busy machine the writer may have answered.
      if (instant === null) return false;
      expect(Date.parse(instant)).toBeGreaterThanOrEqual(requestedAt);
      expect(Date.parse(instant)).toBeLessThanOrEqual(Date.now());
      return ++replicaReplies === 10;
    });
    expect(await reportReads('replica')).toBeGreaterThanOrEqual(count + 10);
    // Three statements each: the replication position, the axes and the cells.
    expect(await countSelects('replica')).toBeGreaterThanOrEqual(read + 30);
  });

  it('are observed at the replica by the slow statement watch', async () => {
    await waitUntil(async () => {
      await waitForReplica();
      await hire();
      const executed: string[] = [];
      const stop = getStatementTimer(running.app.get(DataSource)).onFinished((sql) => executed.push(sql));
      const reply = await matrix();
      stop();
      if (dataAsOf(reply) === null) return false;
      expect(executed.filter((sql) => /MASTER_GTID_WAIT|FROM staff /.test(sql)).length).toBeGreaterThanOrEqual(2);
      return true;
    });
  });

  it('wait at the replica for preceding writes', async () => {
    await waitUntil(async () => {
      await waitForReplica();
      await servers.stopReplication();
      await hire();
      let isAnswered = false;
      const pendingReply = matrix().finally(() => (isAnswered = true));
      const waiting =
        "SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT MASTER_GTID_WAIT%'";
      await waitUntil(
        async () => isAnswered || Number((await servers.replica.query<{ n: number }>(waiting))[0]!.n) > 0,
      );
      await servers.startReplication();
      const reply = await pendingReply;
      expectComplete(reply);
      return dataAsOf(reply) !== null;
    });
  });

  it('are all read at the replica: every report, export and legacy report call', async () => {
    const { paths } = (await plant.api.get('/api/docs-json')).body as { paths: Record<string, { get?: object }> };
    const reportPaths = Object.keys(paths).filter(
      (path) => /^\/(api\/reports|api\/exports|Result)\//.test(path) && paths[path]!.get,
    );
    expect(reportPaths.length).toBeGreaterThan(30);
    const { staff_id } = await plant.createStaff();
    staffCount++;
    const { skill_id } = await plant.createSkill();
    const pair = `?staff_id=${staff_id}&skill_id=${skill_id}`;
    const requiredParams: Record<string, string> = {
      '/api/reports/targeted-skills/person': `?staff_id=${staff_id}`,
      '/api/reports/skill-wise/holders': `?skill_id=${skill_id}`,
      '/api/reports/skill-wise/person': `?staff_id=${staff_id}`,
      '/api/reports/skill-wise/trail': pair,
      '/api/reports/explain': pair,
      '/api/reports/skill-history': `?staff_id=${staff_id}`,
    };
    for (const path of reportPaths)
      await waitUntil(async () => {
        await waitForReplica();
        await hire();
        const reply = await plant.api.get(path + (requiredParams[path] ?? ''));
        if (reply.status === 403) return path.startsWith('/api/exports/'); // lists of platform staff
        expect([path, reply.status]).toEqual([path, 200]);
        return dataAsOf(reply) !== null;
      });
  });

  it('are isolated by customer at the replica', async () => {
    await waitUntil(async () => {
      const other = await openPlant(running);
      await other.createStaff({ last_name: 'Somebody else' });
      const reply = await other.api.get('/api/reports/skill-matrix');
      expect(reply.body.rows).toEqual([expect.objectContaining({ last_name: 'Somebody else' })]);
      expectComplete(await matrix());
      return dataAsOf(reply) !== null;
    });
  });

  it('use the replica in background jobs, too', async () => {
    const { tenant, admin } = await fixtures(running).organisation({ staffLimit: 500 });
    const records = new TenantRepository(running.app.get(Database), running.app.get(Clock), Department);
    const row = (_: unknown, n: number) => ({ department_id: newId(), name: `Hall ${n}`, parent_id: null });
    const rows = Array.from({ length: 10_001 }, row);
    for (let from = 0; from < rows.length; from += 400)
      await running.app.get(TransactionManager).run(() => records.insert(tenant, rows.slice(from, from + 400)));
    await waitUntil(async () => {
      await waitForReplica();
      const { status, body } = await api(running, admin).get('/api/exports/departments?columns=name');
      expect(status).toBe(202);
      const read = await reportReads('replica');
      await runScheduledJob(running, 'jobs-export');
      const file = await downloadFile(running, `/api/jobs/${body.job_id}/file`, admin);
      expect(file.bytes.toString('utf8').trim().split('\n')).toHaveLength(1 + rows.length);
      return (await reportReads('replica')) > read;
    });
  });

  it('use the session settings of the writer at the replica, and cannot write', async () => {
    const SETTINGS_QUERY =
      'SELECT @@sql_mode AS m, @@time_zone AS z, @@group_concat_max_len AS g, @@tx_isolation AS i, @@autocommit AS a, @@innodb_lock_wait_timeout AS l, @@optimizer_switch AS o, @@collation_connection AS c';
    // With an account that may write.
    const dataSource = await openReplica(servers.replica.url, running.app.get(DataSource));
    try {
      const replicaDatabase = new Database(dataSource);
      expect(await replicaDatabase.rows(SETTINGS_QUERY)).toEqual(await running.app.get(Database).rows(SETTINGS_QUERY));
      await expect(replicaDatabase.rows('DELETE FROM staff')).rejects.toThrow(
        'Every write passes through transactions.run',
      );
      // Bypasses the write check as migrations do; many in parallel, so that each connection is tested.
      const slowDelete = () => replicaDatabase.rows('DELETE FROM staff WHERE SLEEP(0.01) = 0');
      const tries = await Promise.allSettled(Array.from({ length: 24 }, () => schemaWork.run(true, slowDelete)));
      expect(tries.map((each) => (each as PromiseRejectedResult).reason?.driverError?.errno)).toEqual(
        tries.map(() => 1792),
      );
    } finally {
      await dataSource.destroy();
    }
    await hire();
    expectComplete(await matrix());
  });

  it('are answered by the writer while the replica lags, which is then not used for a while', async () => {
    await waitForReplica();
    const [lateBefore, restingBefore] = [await reportReads('late'), await reportReads('resting')];
    await servers.stopReplication();
    await hire();
    const reply = await matrix();
    expectComplete(reply);
    expect(dataAsOf(reply)).toBeNull();
    // On a busy machine the pause may be over: then the replica is tried again and may fail in another way.
    await waitUntil(async () => {
      await hire();
      expectComplete(await matrix());
      return (await reportReads('resting')) > restingBefore && (await reportReads('late')) > lateBefore;
    });
    expect(await ready()).toBe(200);
    await servers.startReplication();
    await waitForReplica();
    expectComplete(await matrix());
  });

  it('continue at the writer when the replica dies during a request', async () => {
    const startRequests = () =>
      [plant.api.get('/api/reports/skill-wise'), plant.api.get('/api/exports/staff')] as const;
    let pendingReplies!: ReturnType<typeof startRequests>;
    let lockConnection!: Connection;
    let awayBefore = 0;
    await waitUntil(async () => {
      await waitForReplica();
      awayBefore = await reportReads('away');
      lockConnection = await lockStaffTable(servers);
      pendingReplies = startRequests();
      if (await areWaiting(servers, pendingReplies)) return true;
      // On a busy machine the writer may have answered.
      lockConnection.destroy();
      await Promise.all(pendingReplies);
      return false;
    });
    await servers.replica.kill();
    const replies = await Promise.all(pendingReplies);
    lockConnection.destroy();
    expect(replies.map((reply) => [reply.status, dataAsOf(reply)])).toEqual([
      [200, null],
      [200, null],
    ]);
    expect(replies[0].body.totals.staff).toBe(staffCount);
    expect(String(replies[1].body).trim().split('\n')).toHaveLength(1 + staffCount);
    expect(await reportReads('away')).toBeGreaterThan(awayBefore);

    // Later requests are neither delayed nor refused.
    for (let times = 0; times < 5; times++) {
      await hire();
      const reply = await matrix();
      expectComplete(reply);
      expect(dataAsOf(reply)).toBeNull();
      expect(await ready()).toBe(200);
    }
    await servers.replica.start();
    const read = await countSelects('replica');
    await waitForReplica();
    expect(await countSelects('replica')).toBeGreaterThan(read);
  });

  it('are answered by the writer when the replica becomes silent before or during a report', async () => {
    await waitForReplica();
    const lockConnection = await lockStaffTable(servers);
    // A window does not queue and has no own timeout: the time lost at the replica must not count against the writer.
    const windowReply = plant.api.get('/api/reports/skill-matrix-datewise?_start=0&_end=50&skill_start=0&skill_end=60');
    await areWaiting(servers, [windowReply]);
    servers.replica.suspend();
    try {
      await hire();
      const [interruptedReply, nextReply] = [await windowReply, await matrix()];
      expect([interruptedReply.status, dataAsOf(interruptedReply)]).toEqual([200, null]);
      expectComplete(nextReply);
      expect(dataAsOf(nextReply)).toBeNull();
      expect(await ready()).toBe(200);
    } finally {
      servers.replica.resume();
      lockConnection.destroy();
    }
    await waitForReplica();
    // A shutdown does not wait for a silent replica.
    const { replica } = servers;
    const other = await startApp({ env });
    expect((await api(other, plant.admin).get('/api/reports/totals')).status).toBe(200);
    replica.suspend();
    try {
      await other.close();
    } finally {
      replica.resume();
    }
  });

  it('start without the replica, and use it once it is available', async () => {
    await servers.replica.kill();
    const { replica } = servers;
    const other = await startApp({ env });
    try {
      const read = () => api(other, plant.admin).get('/api/reports/skill-matrix');
      const reply = await read();
      expectComplete(reply);
      expect(dataAsOf(reply)).toBeNull();
      expect((await fetch(`${other.url}/health/ready`)).status).toBe(200);
      await replica.start();
      await waitUntil(async () => {
        await hire();
        const later = await read();
        expectComplete(later);
        return dataAsOf(later) !== null;
      });
    } finally {
      await other.close();
    }
  });

  it('log why the writer answers, without secrets', () => {
    const replicaLines = warnings.filter((line) => line.includes('REPORTS_DATABASE_URL'));
    expect(replicaLines.length).toBeGreaterThan(0);
    for (const line of replicaLines)
      expect(line).toMatch(/the replica is (late|away) \([^)]+\); the main database answers/);
    expect(warnings.filter((line) => line.includes(PASSWORD))).toEqual([]);
  });
});

/** Locks the staff table at the replica, which still reports a current position. */
async function lockStaffTable({ replica: { port } }: TestReplica): Promise<Connection> {
  const lockConnection = await createConnection({ host: '127.0.0.1', port, user: 'root', database: 'skilgrid' });
  lockConnection.on('error', () => undefined);
  await lockConnection.query('LOCK TABLES staff WRITE');
  return lockConnection;
}

/** True when all requests wait for the lock; false when the writer has answered one. */
async function areWaiting({ replica }: TestReplica, pendingReplies: readonly Promise<Reply>[]): Promise<boolean> {
  const waitingQuery =
    "SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE STATE = 'Waiting for table metadata lock'";
  let isAnswered = false;
  for (const each of pendingReplies) void each.finally(() => (isAnswered = true));
  await waitUntil(
    async () => isAnswered || Number((await replica.query<{ n: number }>(waitingQuery))[0]!.n) >= pendingReplies.length,
  );
  return !isAnswered;
}
