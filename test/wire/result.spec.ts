import { CELL_STATUSES } from '../../src/contract/skill-matrix';
import { acceptanceRecords, type Records } from '../support/acceptance-records';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given } from '../support/given';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/statements';

const WINDOW = 'fdate=2026-03-01&tdate=2026-03-31';

describe('Result/*', () => {
  let running: RunningApp;
  let plant: Records;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-31T12:00:00Z');
    plant = await acceptanceRecords(running);
  });
  afterAll(() => running.close());
  const result = (call: string, query = '') =>
    plant.api.get(`/Result/${call}?customer_id=${plant.customer_id}${query && `&${query}`}`);

  it('get_skil_matrix_report: who can do what today, in one envelope and three statements, once', async () => {
    let reply!: Awaited<ReturnType<typeof result>>;
    const sent = await statementsOfRequests(async () => (reply = await result('get_skil_matrix_report')));
    expect(reply).toMatchObject({ status: 200, body: { Status: true, status: 1, message: 'OK' } });
    expect(Object.keys(reply.body)).toEqual(['Status', 'status', 'message', 'data']);
    const { data } = reply.body;
    expect(data.on).toBe('2026-03-31');
    expect(data.totals.closing).toMatchObject({
      required: 6,
      compliant: 2,
      compliance: 33.33,
      attainment: 35.29,
      gap: 11,
    });
    expect(data.rows.map((row: { first_name: string }) => row.first_name)).toEqual(['Asha', 'Bala', 'Chen', 'Devi']);
    const [row, column, , , status] = data.cells.find((cell: number[]) => cell[4] === CELL_STATUSES.indexOf('EXPIRED'));
    expect([data.rows[row].first_name, data.columns[column].skill_code]).toEqual(['Asha', 'FORK']);
    expect(CELL_STATUSES[status]).toBe('EXPIRED');
    const again = await statementsOfRequests(() => result('get_skil_matrix_report'));
    expect([sent.length, again.length]).toEqual([3, 1]);
  });

  it('get_skil_matrix_report_date_wise: the bridge', async () => {
    const { data } = (await result('get_skil_matrix_report_date_wise', WINDOW)).body;
    expect(data.totals.opening).toMatchObject({ required: 7, compliant: 4, compliance: 57.14, attainment: 65 });
    expect(data.bridge).toMatchObject({ opening: 4, gains: 1, expiries: 1, downgrades: 1, leavers: 1, closing: 2 });
  });

  it('get_target_skil_matrix_report: everybody with a target, or one person’s targets', async () => {
    const everybody = (await result('get_target_skil_matrix_report', `${WINDOW}&staff_id=`)).body.data;
    expect(everybody.rows.map((row: { first_name: string }) => row.first_name)).toEqual(['Asha', 'Bala', 'Chen']);
    const one = (await result('get_target_skil_matrix_report', `${WINDOW}&staff_id=${plant.who.Asha}`)).body.data;
    expect(one.rows.map((row: { skill_code: string; gap: number }) => [row.skill_code, row.gap])).toEqual([
      ['FORK', 3],
      ['WELD', 0],
    ]);
  });

  it('get_emp_skil_matrix_report: skills, holders of one, skills of one, or the trail', async () => {
    const report = async (query: string) =>
      (await result('get_emp_skil_matrix_report', `${WINDOW}&${query}`)).body.data;
    expect((await report('staff_id=&skil_code=')).rows.map((row: { skill_code: string }) => row.skill_code)).toEqual([
      'FORK',
      'QC',
      'WELD',
      'FIRE',
    ]);
    expect((await report('skil_code=WELD')).report).toBe('skill-holders');
    expect((await report(`staff_id=${plant.who.Devi}`)).rows).toHaveLength(2);
    expect((await report(`staff_id=${plant.who.Bala}&skil_code=WELD`)).rows).toHaveLength(2);
  });

  it('answers days the wrong way round with a sentence and HTTP 200', async () => {
    for (const call of [
      'get_skil_matrix_report_date_wise',
      'get_target_skil_matrix_report',
      'get_emp_skil_matrix_report',
    ]) {
      const reply = await result(call, 'fdate=2026-04-01&tdate=2026-03-31');
      expect(reply).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      expect(reply.body.message).toContain('2026-04-01');
    }
    const noDay = await result('get_skil_matrix_report_date_wise', 'fdate=2026-02-30');
    expect(noDay).toMatchObject({ status: 200, body: { Status: false } });
  });

  it('labels a day to come as a forecast', async () => {
    const { data } = (await result('get_skil_matrix_report_date_wise', 'fdate=2026-03-01&tdate=2026-04-30')).body;
    expect(data.forecast).toBe(true);
    expect(data.totals.closing).toMatchObject({ required: 6, compliant: 2 });
  });

  it('shows a learner own rows only, strangers nothing, and platform staff what they name', async () => {
    const chen = plant.as(await plant.learner(plant.who.Chen));
    const own = await chen.get(`/Result/get_skil_matrix_report?customer_id=${plant.customer_id}`);
    expect(own.body.data.rows.map((row: { id: string }) => row.id)).toEqual([plant.who.Chen]);
    expect((await chen.get(`/Result/get_target_skil_matrix_report?staff_id=${plant.who.Asha}`)).status).toBe(404);
    const other = await openOrganisation(running);
    const foreign = await api(running, other.admin).get(
      `/Result/get_skil_matrix_report?customer_id=${plant.customer_id}`,
    );
    expect(foreign.status).toBe(404);
    expect((await api(running).get('/Result/get_skil_matrix_report')).status).toBe(401);
    const platform = api(running, (await given(running).platformStaff()).headers);
    const viewed = await platform.get(`/Result/get_skil_matrix_report?customer_id=${plant.customer_id}`);
    expect(viewed.body.data.rows).toHaveLength(4);
  });
});
