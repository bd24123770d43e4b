import { DataSource } from 'typeorm';
import { SlowStatementLogger } from '../../src/infrastructure/database/slow-statement-logger';
import { getStatementTimer, redactValues } from '../../src/infrastructure/database/statement-timer';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation } from '../support/organisation';

describe('slow statements', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('are reported with text, duration and outcome, reads and writes alike', async () => {
    const calls: [string, number, boolean][] = [];
    const stop = getStatementTimer(running.app.get(DataSource)).onFinished((...args) => calls.push(args));
    const { admin } = await openOrganisation(running);
    await api(running, admin).get('/api/staff');
    await api(running, admin).post('/api/training-categories', { code: 'SECRET-CODE', name: 'Secret name' });
    stop();
    const texts = calls.map(([sql]) => redactValues(sql));
    expect(texts.filter((sql) => /^SELECT .* FROM [`"]?staff\b/.test(sql))).not.toEqual([]);
    expect(texts.filter((sql) => /^INSERT INTO [`"]?training_category\b/.test(sql))).not.toEqual([]);
    expect(texts.some((sql) => sql.startsWith('COMMIT'))).toBe(true);
    expect(texts.join('\n')).not.toMatch(/SECRET|Secret/);
    expect(calls.filter(([, took, failed]) => typeof took !== 'number' || failed)).toEqual([]);
  });

  it('are counted and logged from SLOW_STATEMENT_MS on', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const dataSource = {} as DataSource;
    const warn = jest.fn();
    const slow = new SlowStatementLogger(dataSource, { slowStatementMs: 1_000 } as never, { warn } as never);
    const runFor = (milliseconds: number) =>
      getStatementTimer(dataSource).measure("SELECT 'Mara'", async () => void (now += milliseconds));
    try {
      await runFor(999);
      expect([slow.count, warn.mock.calls]).toEqual([0, []]);
      await runFor(1_000);
      const line = { msg: 'slow statement', ms: 1_000, sql: "SELECT '…'" };
      expect([slow.count, warn.mock.calls]).toEqual([1, [[line, 'Database']]]);
    } finally {
      slow.onModuleDestroy();
      jest.restoreAllMocks();
    }
  });

  it.each([
    ["SELECT a FROM t WHERE b = 'Mara O''Neill' AND c = 42", "SELECT a FROM t WHERE b = '…' AND c = #"],
    ['SELECT a FROM t1 WHERE b IN (?, ?, ?, ?, ?)', 'SELECT a FROM t1 WHERE b IN (?, …)'],
    ['INSERT INTO t (a, b) VALUES (?, ?), (?, ?), (?, ?)', 'INSERT INTO t (a, b) VALUES (?, ?), …'],
    ['INSERT INTO t VALUES (?, ?, ?, ?), (?, ?, ?, ?)', 'INSERT INTO t VALUES (?, …), …'],
    ["SELECT x'00'\n  FROM  t LIMIT 20", "SELECT x'…' FROM t LIMIT #"],
  ])('are logged without values: %s', (sql, expected) => {
    expect(redactValues(sql)).toBe(expected);
  });
});
