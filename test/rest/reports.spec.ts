/** The acceptance table of docs/skill-levels.md, from the database to the answer. */
import { CELL_STATUSES, type CellStatus } from '../../src/contract/skill-matrix';
import { addDays } from '../../src/common/calendar';
import { SkillLedgerService, type Grant } from '../../src/modules/skills/skill-ledger.service';
import type { Name, Skill } from '../support/acceptance-company';
import { createAcceptanceCompany, type Records } from '../support/acceptance-records';
import { startApp, type RunningApp } from '../support/app';
import { seededRandom } from '../support/seeded-random';
import { randomLedger } from '../support/ledger';
import { openPlant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';
import { levelOn } from '../../src/modules/skills/skill-level';

const WINDOW = 'from=2026-03-01&to=2026-03-31';

interface Matrix {
  rows: { id: string; first_name: string; figures: Record<string, number | null> | null }[];
  columns: { id: string; skill_code: string; figures: Record<string, number | null> | null }[];
  cells: (number | null)[][];
  totals: Record<string, Record<string, number | null>>;
  bridge: Record<string, number>;
  [more: string]: unknown;
}

describe('the reports', () => {
  let running: RunningApp;
  let plant: Records;
  beforeAll(async () => {
    running = await startApp();
    // 1 April, 11:30 in Kolkata.
    running.clock.freeze('2026-04-01T06:00:00Z');
    plant = await createAcceptanceCompany(running);
  });
  afterAll(() => running.close());

  const get = async <T = Matrix>(path: string, records: Records = plant): Promise<T> => {
    const reply = await records.api.get(`/api/reports/${path}`);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };
  const cellOf = (matrix: Matrix, name: Name, code: Skill): (number | null)[] | undefined => {
    const row = matrix.rows.findIndex((each) => each.first_name === name && plantIds().includes(each.id));
    const column = matrix.columns.findIndex((each) => each.skill_code === code);
    return matrix.cells.find((cell) => cell[0] === row && cell[1] === column)?.slice(2);
  };
  const plantIds = () => Object.values(plant.staffIds);
  const status = (name: CellStatus) => CELL_STATUSES.indexOf(name);
  const explain = (name: Name, code: Skill, on: string, records: Records = plant) =>
    get<Record<string, any>>(
      `explain?staff_id=${records.staffIds[name]}&skill_id=${records.skillIds[code]}&on=${on}`,
      records,
    );

  it('rows 1 to 3: totals at the opening and at the closing, and the bridge between them', async () => {
    const { totals, bridge } = await get(`skill-matrix-datewise?${WINDOW}`);
    expect(totals['opening']).toEqual({ required: 7, compliant: 4, compliance: 57.14, attainment: 65, gap: 7 });
    expect(totals['closing']).toEqual({ required: 6, compliant: 2, compliance: 33.33, attainment: 35.29, gap: 11 });
    expect(bridge).toEqual({
      opening: 4,
      gains: 1,
      expiries: 1,
      downgrades: 1,
      revocations: 0,
      joiners: 0,
      leavers: 1,
      retargeted: 0,
      closing: 2,
    });
  });

  it('row 4: an expiry is a change of −3 and no event', async () => {
    expect((await explain('Asha', 'FORK', '2026-03-20')).level).toBe(3);
    expect((await explain('Asha', 'FORK', '2026-03-21')).level).toBe(0);
    const matrix = await get(`skill-matrix-datewise?${WINDOW}`);
    expect(cellOf(matrix, 'Asha', 'FORK')).toEqual([0, 3, status('EXPIRED'), -3, 0]);
    expect(cellOf(matrix, 'Bala', 'WELD')).toEqual([1, 3, status('BELOW'), -2, 1]);
  });

  it('row 5: who has no target is in no denominator, not among the targeted, and still covers', async () => {
    const matrix = await get('skill-matrix?to=2026-03-31');
    expect(cellOf(matrix, 'Devi', 'WELD')).toEqual([2, null, status('EXTRA')]);
    const devi = matrix.rows.find((row) => row.id === plant.staffIds.Devi)!;
    expect(devi.figures).toMatchObject({ required: 0, compliance: null, attainment: null });
    const targeted = await get(`targeted-skills?${WINDOW}`);
    expect(targeted.rows.map((row) => row.first_name)).toEqual(['Asha', 'Bala', 'Chen']);
    expect(matrix.columns.find((column) => column.skill_code === 'FIRE')!.figures).toMatchObject({ qualified: 2 });
  });

  it('row 6: removing an assignment removes neither level nor target', async () => {
    const matrix = await get('skill-matrix?to=2026-03-31');
    expect(cellOf(matrix, 'Devi', 'WELD')![0]).toBe(2);
    expect(cellOf(matrix, 'Chen', 'FORK')).toEqual([0, 3, status('MISSING')]);
  });

  it('row 7: who has left is absent afterwards and present before', async () => {
    const names = async (to: string) => (await get(`skill-matrix?to=${to}`)).rows.map((row) => row.first_name);
    expect(await names('2026-03-31')).not.toContain('Esra');
    const before = await get('skill-matrix?to=2026-02-28');
    expect(cellOf(before, 'Esra', 'FORK')![0]).toBe(3);
    const fork = (matrix: Matrix) =>
      matrix.columns.find((column) => column.skill_code === 'FORK')!.figures!['qualified'];
    expect([fork(before), fork(await get('skill-matrix?to=2026-03-31'))]).toEqual([2, 0]);
    const withLeavers = await get(`skill-matrix-datewise?${WINDOW}&leavers=true`);
    expect(withLeavers.rows.map((row) => row.first_name)).toContain('Esra');
  });

  it('row 8: the same submit is 1 April in Kolkata and 31 March in New York', async () => {
    expect((await explain('Chen', 'QC', '2026-03-31')).level).toBe(0);
    const newYork = await createAcceptanceCompany(running, 'America/New_York');
    const { totals } = await get(`skill-matrix-datewise?${WINDOW}`, newYork);
    expect(totals['closing']).toMatchObject({ required: 6, compliant: 3, compliance: 50, attainment: 52.94 });
    expect((await explain('Chen', 'QC', '2026-03-31', newYork)).level).toBe(3);
  });

  it('row 9: coverage, lowest first', async () => {
    const { rows } = await get<{ rows: Record<string, unknown>[] }>(`skill-wise?${WINDOW}`);
    expect(
      rows.map((row) => [
        row['skill_code'],
        row['qualified'],
        row['required_headcount'],
        row['coverage'],
        row['bus_factor'],
      ]),
    ).toEqual([
      ['FORK', 0, 2, 0, 0],
      ['QC', 0, 1, 0, 0],
      ['WELD', 1, 2, 50, 1],
      ['FIRE', 2, 2, 100, 2],
    ]);
    const holders = await get<{ rows: Record<string, unknown>[] }>(`skill-wise?${WINDOW}&skill_code=weld`);
    expect(holders.rows.filter((row) => Number(row['level']) >= 3).map((row) => row['staff_name'])).toEqual([
      'Asha Rao',
    ]);
  });

  it('row 10: the forecast for 30 April says so, and Bala’s FIRE is expiring before', async () => {
    const forecast = await get('skill-matrix?to=2026-04-30');
    expect(forecast).toMatchObject({ forecast: true, definition: { text: expect.stringContaining('Forecast') } });
    expect(forecast.totals['closing']).toMatchObject({ required: 6, compliant: 2 });
    const figuresOf = (code: Skill) => forecast.columns.find((column) => column.skill_code === code)!.figures;
    expect(figuresOf('FIRE')).toMatchObject({ qualified: 1, coverage: 50 });
    expect(figuresOf('QC')).toMatchObject({ qualified: 1, coverage: 100 });
    const today = await get('skill-matrix?to=2026-03-31');
    expect(today['forecast']).toBe(false);
    expect(cellOf(today, 'Bala', 'FIRE')).toEqual([2, 2, status('EXPIRING')]);
    expect((await explain('Bala', 'FIRE', '2026-03-31')).falls).toEqual({
      on: '2026-04-11',
      level: 0,
      cause: 'lapsed',
    });
  });

  describe('levels over time', () => {
    const ledgerOf = async (rows: Partial<Grant>[], more?: (staff_id: string, skill_id: string) => Promise<void>) => {
      const { staff_id } = await plant.createStaff({ joined: '2020-01-01', last_name: 'Trail' });
      const { skill_id } = await plant.createSkill();
      await running.app.get(SkillLedgerService, { strict: false }).grant(
        plant.tenant,
        rows.map(
          (row) => ({ staff_id, skill_id, source_type: 'hand', kind: 'training', valid_until: null, ...row }) as Grant,
        ),
      );
      await more?.(staff_id, skill_id);
      await plant.api.post(`/api/skills/${skill_id}/archive`);
      return async (...days: string[]) => {
        const levels: number[] = [];
        for (const on of days) {
          levels.push(
            (await get<{ level: number }>(`explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${on}`)).level,
          );
          const matrix = await get(`skill-matrix?to=${on}&staff_id=${staff_id}&skill_id=${skill_id}`);
          expect(matrix.cells[0]?.[2] ?? 0).toBe(levels.at(-1));
        }
        await plant.api.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2025-01-01' });
        return levels;
      };
    };

    it('row 11: several trainings of one skill', async () => {
      const levels = await ledgerOf([
        { level: 2, effective_date: '2025-01-10' },
        { level: 3, effective_date: '2025-06-01', valid_until: '2026-06-01' },
        { level: 1, effective_date: '2025-09-01' },
      ]);
      expect(await levels('2025-05-31', '2025-06-01', '2026-06-01', '2026-06-02')).toEqual([2, 3, 3, 2]);
    });

    it('row 12: an assessment caps beyond its own end', async () => {
      const levels = await ledgerOf([
        { kind: 'certificate', level: 3, effective_date: '2025-01-15', valid_until: '2027-01-15' },
        { kind: 'assessment', level: 1, effective_date: '2025-08-01', valid_until: '2026-02-01' },
        { level: 2, effective_date: '2025-10-05', valid_until: '2026-10-05' },
      ]);
      const days = ['2025-07-31', '2025-08-01', '2025-10-05', '2026-10-05', '2026-10-06', '2027-01-15', '2027-01-16'];
      expect(await levels(...days)).toEqual([3, 1, 2, 2, 1, 1, 0]);
    });

    it('row 13: a raising assessment ends', async () => {
      const levels = await ledgerOf([
        { kind: 'certificate', level: 3, effective_date: '2025-01-15', valid_until: '2028-01-15' },
        { kind: 'assessment', level: 4, effective_date: '2025-08-01', valid_until: '2026-08-01' },
      ]);
      expect(await levels('2026-08-01', '2026-08-02')).toEqual([4, 3]);
    });

    it('row 14: a revocation from 10 February to 10 March', async () => {
      const levels = await ledgerOf([{ level: 3, effective_date: '2025-01-15' }], async (staff_id, skill_id) => {
        const body = { staff_id, skill_id, from_date: '2026-02-10', to_date: '2026-03-10', reason: 'Near miss' };
        expect((await plant.api.post('/api/revocations', body)).status).toBe(201);
      });
      expect(await levels('2026-02-09', '2026-02-10', '2026-03-10', '2026-03-11')).toEqual([3, 0, 0, 3]);
    });
  });

  it('explain a level: the winner, what caps it, what is required and what lapses next', async () => {
    const weld = await explain('Bala', 'WELD', '2026-03-31');
    expect(weld).toMatchObject({
      level: 1,
      target: 3,
      status: 'BELOW',
      // Two give level 1; the one valid longest wins: the training, capped by the assessment.
      cause: 'capped',
      evidence: { kind: 'training', level: 3, valid_until: '2027-06-10' },
      capped_by: { kind: 'assessment', level: 1, valid_until: '2027-03-12' },
    });
    expect(weld.text).toBe(
      'Bala Rao has level 1 in WELD on 2026-03-31; the training of 2025-06-10 would give level 3; it is held down by an assessment of 2026-03-12; the level is valid until 2027-06-10; level 3 is required; from 2027-06-11 it will be level 0.',
    );
    expect(weld.parts.map((part: { code: string }) => part.code)).toEqual([
      'level',
      'capped',
      'capped_by',
      'valid',
      'missing',
      'falls',
    ]);
    expect((await explain('Asha', 'FORK', '2026-03-31')).text).toBe(
      'Asha Rao has level 0 in FORK on 2026-03-31; the training of 2025-03-20 gave level 3 and lapsed after 2026-03-20; level 3 is required.',
    );
    expect((await explain('Chen', 'FORK', '2026-03-31')).text).toContain('nothing that counts was recorded by then');
  });

  it('targeted at one person: actual, target, gap, and what closes it', async () => {
    const { rows, totals } = await get<{ rows: Record<string, unknown>[]; totals: Record<string, unknown> }>(
      `targeted-skills?${WINDOW}&staff_id=${plant.staffIds.Asha}`,
    );
    expect(
      rows.map((row) => [
        row['skill_code'],
        row['target'],
        row['opening_level'],
        row['level'],
        row['gap'],
        row['status'],
      ]),
    ).toEqual([
      ['FORK', 3, 3, 0, 3, 'EXPIRED'],
      ['WELD', 3, 2, 3, 0, 'MET'],
    ]);
    expect(rows[0]).toMatchObject({ suggested_training: expect.any(String), valid_until: null });
    expect(rows[1]).toMatchObject({ suggested_training: null, valid_until: '2028-03-05' });
    expect(totals).toMatchObject({ required: 2, compliant: 1, compliance: 50, gaps_opened: 1, gaps_closed: 1 });
  });

  it('skill-wise by person, and by both: the trail', async () => {
    const person = await get<{ rows: Record<string, unknown>[] }>(
      `skill-wise?${WINDOW}&staff_id=${plant.staffIds.Devi}`,
    );
    expect(person.rows.map((row) => [row['skill_code'], row['level'], row['status']])).toEqual([
      ['FIRE', 2, 'EXTRA'],
      ['WELD', 2, 'EXTRA'],
    ]);
    const trail = await get<{ rows: Record<string, unknown>[] }>(
      `skill-wise?${WINDOW}&staff_id=${plant.staffIds.Bala}&skill_code=WELD`,
    );
    expect(trail.rows.map((row) => [row['kind'], row['level'], row['effective_date']])).toEqual([
      ['assessment', 1, '2026-03-12'],
      ['training', 3, '2025-06-10'],
    ]);
  });

  it('end today by default, and begin with the financial year', async () => {
    const matrix = await get('skill-matrix-datewise');
    expect(matrix).toMatchObject({ on: '2026-04-01', from: '2026-04-01', opening: '2026-03-31', forecast: false });
    expect((await get('skill-matrix-datewise?to=2026-03-31'))['from']).toBe('2025-04-01');
  });

  it('refuse reversed days, invalid days and unknown parameters', async () => {
    const reversed = await plant.api.get('/api/reports/skill-matrix-datewise?from=2026-04-01&to=2026-03-31');
    expect(reversed).toMatchObject({
      status: 422,
      body: { code: 'dates_reversed', facts: { from: '2026-04-01', to: '2026-03-31' } },
    });
    expect((await plant.api.get('/api/reports/skill-matrix?to=2026-02-30')).status).toBe(422);
    expect((await plant.api.get('/api/reports/skill-matrix?surprise=1')).status).toBe(400);
  });

  it('come in parts, whose cells are those of the whole', async () => {
    const whole = await get('skill-matrix?to=2026-03-31');
    const part = await get('skill-matrix?to=2026-03-31&_start=1&_end=3&skill_start=1&skill_end=4');
    expect(part).toMatchObject({ row_count: whole.rows.length, column_count: whole.columns.length, totals: null });
    expect(part.rows.map((row) => row.id)).toEqual(whole.rows.slice(1, 3).map((row) => row.id));
    const expected = whole.cells
      .filter(([row, column]) => row! >= 1 && row! < 3 && column! >= 1 && column! < 4)
      .map(([row, column, ...rest]) => [row! - 1, column! - 1, ...rest]);
    expect(part.cells).toEqual(expected);
    // Esra left in March and is in no part.
    const datewise = await get(`skill-matrix-datewise?${WINDOW}&_start=0&_end=50`);
    expect(datewise).toMatchObject({ row_count: 4, bridge: null });
    expect(datewise.cells).toEqual((await get(`skill-matrix-datewise?${WINDOW}`)).cells);
    const summary = await get(`skill-matrix/summary?${WINDOW}`);
    expect(summary.totals).toEqual((await get(`skill-matrix-datewise?${WINDOW}`)).totals);
  });

  it('show a learner only their own row', async () => {
    const asha = plant.as(await plant.signInLearner(plant.staffIds.Asha));
    const matrix = (await asha.get('/api/reports/skill-matrix?to=2026-03-31')).body as Matrix;
    expect(matrix.rows.map((row) => row.id)).toEqual([plant.staffIds.Asha]);
    expect((await asha.get(`/api/reports/skill-matrix?staff_id=${plant.staffIds.Bala}`)).status).toBe(404);
    expect(
      (await asha.get(`/api/reports/explain?staff_id=${plant.staffIds.Bala}&skill_id=${plant.skillIds.WELD}`)).status,
    ).toBe(404);
    const holders = (await asha.get(`/api/reports/skill-wise?${WINDOW}&skill_code=WELD`)).body;
    expect(holders).toMatchObject({ report: 'evidence-trail' });
    expect((await asha.get(`/api/reports/targeted-skills?${WINDOW}`)).body.rows).toHaveLength(2);
    expect((await asha.get('/api/reports/quiz')).body.rows).toEqual([]);
  });

  it('know nothing of another organisation', async () => {
    const other = await openPlant(running);
    for (const path of [
      `skill-matrix?staff_id=${plant.staffIds.Asha}`,
      `skill-matrix?skill_id=${plant.skillIds.FORK}`,
      `skill-wise?skill_code=FORK`,
      `targeted-skills?staff_id=${plant.staffIds.Asha}`,
      `explain?staff_id=${plant.staffIds.Asha}&skill_id=${plant.skillIds.FORK}`,
      `skill-matrix?customer_id=${plant.customer_id}`,
    ]) {
      expect((await other.api.get(`/api/reports/${path}`)).status).toBe(404);
    }
    expect((await other.api.get('/api/reports/skill-matrix')).body).toMatchObject({ rows: [], columns: [], cells: [] });
  });

  it('take the same few statements for ten staff and for two hundred', async () => {
    const counts: number[][] = [];
    for (const heads of [10, 200]) {
      const big = await openPlant(running, { staff: 300 });
      const { skill_id } = await big.createSkill();
      const ids: string[] = [];
      for (let n = 0; n < heads; n++) ids.push((await big.createStaff({ joined: '2025-01-01' })).staff_id);
      await running.app.get(SkillLedgerService, { strict: false }).grant(
        big.tenant,
        ids.map((staff_id) => ({
          staff_id,
          skill_id,
          kind: 'prior',
          level: 3,
          effective_date: '2025-02-01',
          source_type: 'hand',
        })),
      );
      const cost: number[] = [];
      for (const path of [
        'skill-matrix',
        'skill-matrix-datewise',
        'targeted-skills',
        'skill-wise',
        `skill-wise?skill_id=${skill_id}`,
        'skill-matrix?_start=0&_end=50&skill_start=0&skill_end=60',
        'quiz',
      ]) {
        cost.push((await statementsOfRequests(() => big.api.get(`/api/reports/${path}`))).length);
      }
      counts.push(cost);
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[0]).toEqual([3, 3, 3, 3, 4, 4, 2]);
  });

  it('read from stored spans what the ledger says, on random histories, and rebuilding changes nothing', async () => {
    const dice = seededRandom(20_260_331);
    const random = await openPlant(running, { staff: 100, time_zone: 'UTC' });
    const ledger = running.app.get(SkillLedgerService, { strict: false });
    const { skill_id } = await random.createSkill();
    for (let round = 0; round < 25; round++) {
      const history = randomLedger(dice);
      const { staff_id } = await random.createStaff({ joined: history.joined });
      const ids = await ledger.grant(
        random.tenant,
        dice.shuffle(history.evidence).map((row) => ({
          staff_id,
          skill_id,
          kind: row.kind,
          level: row.level,
          effective_date: row.effective_date,
          valid_until: row.valid_until,
          source_type: 'hand',
          state: row.state === 'pending' ? 'pending' : 'approved',
        })),
      );
      const rows = (await random.api.get(`/api/skill-evidence?staff_id=${staff_id}&_end=200`)).body as Record<
        string,
        unknown
      >[];
      expect(rows).toHaveLength(ids.length);
      for (const revocation of history.revocations) {
        await random.api.post('/api/revocations', { staff_id, skill_id, ...revocation, reason: 'x' });
      }
      const voided = ids[0];
      if (voided && dice.bool(50)) await random.api.post(`/api/skill-evidence/${voided}/void`, { reason: 'x' });
      const { last_active_day } = history;
      if (last_active_day) await random.api.post(`/api/staff/${staff_id}/leave`, { last_active_day });
      const storedEvidence = (await random.api.get(`/api/skill-evidence?staff_id=${staff_id}&_end=200`)).body;
      const on = addDays('2025-01-01', dice.integer(0, 500));
      const matrix = (await random.api.get(`/api/reports/skill-matrix?staff_id=${staff_id}&to=${on}`)).body as Matrix;
      const isThere = history.joined <= on && (last_active_day === null || on <= last_active_day);
      expect(matrix.rows).toHaveLength(isThere ? 1 : 0);
      expect(matrix.cells[0]?.[2] ?? 0).toBe(isThere ? levelOn({ ...history, evidence: storedEvidence }, on) : 0);
    }
    expect(await ledger.rebuild(random.tenant)).toBe(0);
  });
});
