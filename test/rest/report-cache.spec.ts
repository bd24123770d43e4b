import { AnswerCache, CACHE_BYTES } from '../../src/modules/reports/answer-cache';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

const REPORTS = [
  'skill-matrix',
  'skill-matrix?_start=0&_end=2&skill_start=0&skill_end=1',
  'targeted-skills?_start=0&_end=2&skill_start=0&skill_end=1',
  'skill-matrix/summary',
  'skill-matrix-datewise',
  'targeted-skills',
  'skill-wise',
  'skill-wise?skill_code=WELD',
] as const;

describe('a cached report', () => {
  let running: RunningApp;
  let plant: Plant;
  let asha: string;
  let bala: string;
  let weld: string;
  const company = async (staff_code: string): Promise<Plant & { asha: string; bala: string; weld: string }> => {
    const created = await openPlant(running);
    const person = async (first_name: string) =>
      (await created.createStaff({ first_name, last_name: staff_code })).staff_id;
    const [first, second] = [await person('Asha'), await person('Bala')];
    const { skill_id } = await created.createSkill({ skill_code: 'WELD', name: 'Welding', required_headcount: 2 });
    const assessment = { skill_id, kind: 'assessment', effective_date: '2026-01-05' };
    await created.api.post('/api/skill-evidence', { ...assessment, staff_id: first, level: 3 });
    await created.api.post('/api/skill-evidence', { ...assessment, staff_id: second, level: 2 });
    for (const staff_id of [first, second])
      await created.api.post('/api/skill-targets', {
        staff_id,
        skill_id,
        level: 3,
        from_date: '2026-01-01',
        reason: 'line 2',
      });
    return { ...created, asha: first, bala: second, weld: skill_id };
  };
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-01T06:00:00Z');
  });
  beforeEach(async () => {
    const created = await company('North');
    ({ asha, bala, weld } = created);
    plant = created;
  });
  afterAll(() => running.close());

  const read = async (path: string, as = plant.api) => {
    const { status, body } = await as.get(`/api/reports/${path}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const readAll = async () =>
    Object.fromEntries(await Promise.all(REPORTS.map(async (path) => [path, await read(path)])));

  it.each(REPORTS)('is read from the database once: %s', async (path) => {
    const first = await statementsOfRequests(() => read(path));
    const again = await statementsOfRequests(() => read(path));
    expect([first.length > 1, again.length]).toEqual([true, 1]);
    expect(await read(path)).toEqual(await read(path));
  });

  it.each(REPORTS)('is computed once for concurrent requests: %s', async (path) => {
    const one = await statementsOfRequests(() => read(path));
    await plant.api.patch(`/api/skills/${weld}`, { name: 'Welding, all kinds' });
    const answers: unknown[] = [];
    const many = await statementsOfRequests(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 12 }, () => read(path)))));
    });
    expect(many).toHaveLength(one.length + 11);
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('never shows the state before a change', async () => {
    await readAll();
    await plant.api.patch(`/api/staff/${asha}`, { last_name: 'Married' });
    const matrix = await read('skill-matrix');
    expect(matrix.rows.map((row: { last_name: string }) => row.last_name)).toContain('Married');
    const [before] = (await read('skill-wise')).rows;
    await plant.api.patch(`/api/skills/${weld}`, { required_headcount: 4 });
    const [after] = (await read('skill-wise')).rows;
    expect([before.coverage, after.coverage]).toEqual([50, 25]);
    const evidence = { staff_id: bala, skill_id: weld, kind: 'assessment', level: 4, effective_date: '2026-02-01' };
    await plant.api.post('/api/skill-evidence', evidence);
    expect((await read('skill-matrix/summary')).totals.closing.compliance).toBe(100);
    await plant.api.post(`/api/staff/${bala}/leave`, { last_active_day: '2026-02-20' });
    expect((await read('skill-matrix/summary')).row_count).toBe(1);
    expect((await read('skill-matrix')).rows).toHaveLength(1);
  });

  it.each([
    'skill-matrix/summary',
    'skill-wise',
    'skill-wise?skill_code=WELD',
    'skill-wise?staff_id=',
    'expiring-skills',
  ])('is never mixed up with a part that was requested: %s', async (report) => {
    const path = report.endsWith('=') ? `${report}${asha}` : report;
    const mark = path.includes('?') ? '&' : '?';
    const whole = await read(path);
    // A new version, of which a window is requested first.
    await plant.api.patch(`/api/skills/${weld}`, { description: 'Again' });
    for (const window of ['_start=0&_end=1', '_start=1&_end=2', '_start=0&_end=1&skill_start=0&skill_end=0'])
      if (!report.startsWith('expiring')) await read(`${path}${mark}${window}`);
      else await read(`${path}${mark}_start=0&_end=1`);
    expect(await read(path)).toEqual(whole);
  });

  it('is computed again on the next day', async () => {
    const today = await read('skill-matrix/summary');
    running.clock.freeze('2026-03-02T06:00:00Z');
    const tomorrow = await read('skill-matrix/summary', plant.as(await plant.signIn({ role: 'admin' })));
    running.clock.freeze('2026-03-01T06:00:00Z');
    expect([today.on, tomorrow.on]).toEqual(['2026-03-01', '2026-03-02']);
  });

  it('is separate for a learner, after an admin', async () => {
    await readAll();
    const learner = plant.as(await plant.signInLearner(bala));
    for (const path of REPORTS) {
      const json = JSON.stringify(await read(path, learner));
      expect([path, json.includes(asha)]).toEqual([path, false]);
    }
    const own = await read('skill-matrix/summary', learner);
    expect([own.row_count, own.totals.staff]).toEqual([1, 1]);
    // In the other direction: the admin sees everyone, and a colleague only their own row.
    expect((await read('skill-matrix/summary')).row_count).toBe(2);
    const colleague = await read('skill-matrix/summary', plant.as(await plant.signInLearner(asha)));
    expect([colleague.totals.closing.compliant, own.totals.closing.compliant]).toEqual([1, 0]);
  });

  it('is separate for a manager, after an admin, and for a former manager', async () => {
    await plant.api.patch(`/api/staff/${asha}`, { manager_id: bala });
    const outsiderId = (await plant.createStaff({ first_name: 'Chen' })).staff_id;
    await readAll();
    const manager = plant.as(await plant.signInLearner(bala));
    for (const path of REPORTS) {
      const json = JSON.stringify(await read(path, manager));
      expect([path, json.includes(outsiderId)]).toEqual([path, false]);
    }
    const [all, line, own] = await Promise.all(
      [plant.api, manager, plant.as(await plant.signInLearner(asha))].map((as) => read('skill-matrix/summary', as)),
    );
    expect([all.row_count, line.row_count, own.row_count]).toEqual([3, 2, 1]);
    await plant.api.patch(`/api/staff/${asha}`, { manager_id: outsiderId });
    expect((await read('skill-matrix/summary', manager)).row_count).toBe(1);
    expect(JSON.stringify(await read('skill-matrix', manager))).not.toContain(asha);
  });

  it('is separate per organisation, also for the same platform staff', async () => {
    const south = await company('South');
    const { headers } = await fixtures(running).platformStaff();
    const platform = plant.as(headers);
    for (const path of REPORTS) {
      const mark = path.includes('?') ? '&' : '?';
      const replies = [
        await read(path),
        await read(path, south.api),
        await read(`${path}${mark}customer_id=${plant.customer_id}`, platform),
        await read(`${path}${mark}customer_id=${south.customer_id}`, platform),
      ].map((body) => JSON.stringify(body));
      const contained = replies.map((text) => [text.includes(weld), text.includes(south.weld)]);
      expect([path, contained]).toEqual([
        path,
        [
          [true, false],
          [false, true],
          [true, false],
          [false, true],
        ],
      ]);
    }
  });

  it('is completed for the other callers when one disconnects', async () => {
    await plant.api.patch(`/api/skills/${weld}`, { name: 'Welding again' });
    const aborter = new AbortController();
    const url = `${running.url}/api/reports/skill-matrix/summary`;
    const first = fetch(url, { headers: plant.admin, signal: aborter.signal }).catch(() => 'gave up');
    const second = read('skill-matrix/summary');
    aborter.abort();
    expect(await first).toBe('gave up');
    expect((await second).totals.staff).toBe(2);
  });

  describe('in the cache', () => {
    let cache: AnswerCache;
    let tenant: Tenant;
    beforeEach(async () => {
      cache = running.app.get(AnswerCache, { strict: false });
      tenant = await running.app.get(TenantFactory).forSystem(plant.customer_id);
    });
    const fetchCached = (name: string, make: () => Promise<string>, bytes = 10) =>
      cache.getOrCompute(tenant, { key: [name], isLong: true, compute: make, sizeOf: () => bytes });

    it('is not stored when it fails: all waiting callers get the error, and the next call computes it', async () => {
      let times = 0;
      const fail = () => {
        times++;
        return Promise.reject(new Error('the database went away'));
      };
      const results = await Promise.allSettled([
        fetchCached('a', fail),
        fetchCached('a', fail),
        fetchCached('a', fail),
      ]);
      expect([times, results.map(({ status }) => status)]).toEqual([1, ['rejected', 'rejected', 'rejected']]);
      expect(await fetchCached('a', () => Promise.resolve('made'))).toBe('made');
    });

    it('is evicted before the cache exceeds its size, and never stored when it is too large', async () => {
      const part = CACHE_BYTES / 8;
      for (let n = 0; n < 20; n++) {
        await fetchCached(`part ${n}`, () => Promise.resolve('first'), part);
        expect(cache.cachedBytes).toBeLessThanOrEqual(CACHE_BYTES);
      }
      expect(await fetchCached('part 19', () => Promise.resolve('made again'), part)).toBe('first');
      expect(await fetchCached('part 0', () => Promise.resolve('made again'), part)).toBe('made again');
      await fetchCached('huge', () => Promise.resolve('first'), CACHE_BYTES / 2);
      expect(await fetchCached('huge', () => Promise.resolve('made again'), 10)).toBe('made again');
    });

    it('is computed two at a time', async () => {
      let working = 0;
      let most = 0;
      const work = async () => {
        most = Math.max(most, ++working);
        await new Promise((go) => setImmediate(go));
        working--;
        return 'made';
      };
      await Promise.all(Array.from({ length: 16 }, (_, n) => fetchCached(`one of many ${n}`, work)));
      expect(most).toBe(2);
    });
  });
});
