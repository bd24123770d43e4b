import { Database } from '../../src/infrastructure/database/database';
import { newId } from '../../src/common/ids';
import { SkillLevelSpan } from '../../src/modules/skills/skill-level-span.entity';
import { Skill } from '../../src/modules/skills/skill.entity';
import { Staff } from '../../src/modules/staff/staff.entity';
import { TenantQueries } from '../../src/tenancy/tenant-queries';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { openOrganisation, type Organisation } from '../support/organisation';
import { requestWithReads } from '../support/large-data';
import { statementsOfRequests } from '../support/recorded-statements';
import { buildSkillRow, buildStaffRow, createRowInserter } from '../support/insert-rows';

const STAFF = 1_800;
const SKILLS = 60;

/** Names are in another order than ids. */
const lastName = (n: number): string => `Rao ${String(n).padStart(5, '0')}`;

describe('the reports of a large organisation', () => {
  let running: RunningApp;
  let organisation: Organisation;
  let skills: string[];

  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-01T06:00:00Z');
    organisation = await openOrganisation(running);
    const insertRows = createRowInserter(running, organisation.tenant);
    const ids = (count: number) => Array.from({ length: count }, () => newId());
    const staff = ids(STAFF);
    skills = ids(SKILLS);
    await insertRows(
      Staff,
      staff.map((staff_id, n) => buildStaffRow(n, { staff_id, last_name: lastName((n * 7_919) % STAFF) })),
    );
    await insertRows(
      Skill,
      skills.map((skill_id, n) => buildSkillRow(n, { skill_id })),
    );
    const spans = staff.flatMap((staff_id, n) =>
      skills
        .filter((_, k) => (n + k) % 3 === 0)
        .map((skill_id) => ({
          staff_id,
          skill_id,
          from_date: '2025-01-10',
          to_date: '9999-12-31',
          level: 3,
          held_level: 3,
          cause: 'training',
          evidence_id: null,
        })),
    );
    await insertRows(SkillLevelSpan, spans);
  });
  afterAll(() => running.close());

  /** MariaDB reports the rows read per statement; for SQLite the query plan is checked. */
  const reads = async (path: string): Promise<{ sql: string; rowsRead: number }[]> => {
    const { status, reads: all } = await requestWithReads(running, path, organisation.admin);
    expect(status).toBe(200);
    return all;
  };
  const plans = async (path: string): Promise<string[]> => {
    const statements = await statementsOfRequests(() => api(running, organisation.admin).get(path));
    const steps = await Promise.all(
      statements.map((sql) =>
        running.app.get(Database).rows<{ detail: string }>(
          `EXPLAIN QUERY PLAN ${sql}`,
          [...sql.matchAll(/\?/g)].map(() => null),
        ),
      ),
    );
    return steps.flat().map(({ detail }) => detail);
  };

  it('find the holders of a skill by an index of the skill', async () => {
    const path = `/api/reports/skill-wise?skill_id=${skills[7]}`;
    const holders = STAFF / 3;
    if (engine === 'mariadb') {
      // Besides the axes, which read each person once as a row of the report.
      const spanReads = (await reads(path)).filter(({ sql }) => /(FROM|JOIN) skill_level_span/.test(sql));
      expect(spanReads.length).toBe(2);
      for (const { rowsRead: read } of spanReads) expect(read).toBeLessThan(4 * holders);
    } else {
      const steps = (await plans(path)).filter((step) => /\bp\b/.test(step));
      expect(steps.length).toBeGreaterThan(1);
      for (const step of steps) expect(step).toMatch(/^SEARCH p USING (COVERING )?INDEX ix_skill_level_span__skill_id/);
    }
  });

  it('are read one after another, while a matrix window does not wait', async () => {
    const queries = running.app.get(TenantQueries, { strict: false });
    const realEach = queries.each.bind(queries);
    const concurrency = { now: 0, most: 0, times: 0 };
    let release = (): void => undefined;
    const released = new Promise<void>((go) => (release = go));
    const eachSpy = jest.spyOn(queries, 'each').mockImplementation(async (tenant, sql, ...rest) => {
      if (!sql.includes('skill_level_span') || sql.includes(':staff_id')) return realEach(tenant, sql, ...rest);
      concurrency.most = Math.max(concurrency.most, ++concurrency.now);
      concurrency.times++;
      await released;
      await realEach(tenant, sql, ...rest);
      concurrency.now--;
    });
    try {
      const get = (path: string) => api(running, organisation.admin).get(`/api/reports/${path}`);
      const reports = ['skill-matrix/summary', 'targeted-skills?beyond=summary', 'expiring-skills'].map(get);
      // While the first one is read and the others wait.
      const buildPath = await get('skill-matrix?_start=0&_end=200&skill_start=0&skill_end=60');
      release();
      const answers = await Promise.all(reports);
      expect([buildPath, ...answers].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(concurrency).toEqual({ now: 0, most: 1, times: 3 });
    } finally {
      release();
      eachSpy.mockRestore();
    }
  });

  it('read a matrix window by its own rows at any position', async () => {
    const buildPath = (first: number) =>
      `/api/reports/skill-matrix?_start=${first}&_end=${first + 50}&skill_start=0&skill_end=30`;
    const first = await api(running, organisation.admin).get(buildPath(0));
    const far = await api(running, organisation.admin).get(buildPath(1_000));
    expect([first.body.row_count, first.body.column_count]).toEqual([STAFF, SKILLS]);
    const names = [...first.body.rows, ...far.body.rows].map((row: { last_name: string }) => row.last_name);
    expect(names).toEqual(Array.from({ length: 100 }, (_, n) => lastName(n < 50 ? n : n + 950)));
    expect((await api(running, organisation.admin).get(buildPath(STAFF + 10))).body.rows).toEqual([]);
    if (engine === 'mariadb') {
      const axisReads = (await reads(buildPath(600))).filter(({ sql }) => /FROM staff s/.test(sql));
      expect(axisReads).toHaveLength(1);
      expect(axisReads[0]!.rowsRead).toBeLessThan(50 + 3 * SKILLS);
    } else {
      const steps = (await plans(buildPath(600))).filter((step) => /\bs\b/.test(step));
      expect(steps.filter((step) => /SCAN|last_name/.test(step))).toEqual([]);
    }
  });
});
