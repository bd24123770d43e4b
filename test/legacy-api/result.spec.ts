import { CELL_STATUSES } from '../../src/contract/skill-matrix';
import { createAcceptanceCompany, type Records } from '../support/acceptance-records';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';

const WINDOW = 'fdate=2026-03-01&tdate=2026-03-31';

describe('Result/*', () => {
  let running: RunningApp;
  let plant: Records;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-31T12:00:00Z');
    plant = await createAcceptanceCompany(running);
  });
  afterAll(() => running.close());
  const result = (call: string, query = '') =>
    plant.api.get(`/Result/${call}?customer_id=${plant.customer_id}${query && `&${query}`}`);

  it('get_skil_matrix_report: today’s matrix in three statements, then cached', async () => {
    let reply!: Awaited<ReturnType<typeof result>>;
    const firstStatements = await statementsOfRequests(async () => (reply = await result('get_skil_matrix_report')));
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
    const cachedStatements = await statementsOfRequests(() => result('get_skil_matrix_report'));
    expect([firstStatements.length, cachedStatements.length]).toEqual([3, 1]);
  });

  it('get_skil_matrix_report_date_wise: the bridge', async () => {
    const { data } = (await result('get_skil_matrix_report_date_wise', WINDOW)).body;
    expect(data.totals.opening).toMatchObject({ required: 7, compliant: 4, compliance: 57.14, attainment: 65 });
    expect(data.bridge).toMatchObject({ opening: 4, gains: 1, expiries: 1, downgrades: 1, leavers: 1, closing: 2 });
  });

  it('get_target_skil_matrix_report: all staff with a target, or one person’s targets', async () => {
    const allRows = (await result('get_target_skil_matrix_report', `${WINDOW}&staff_id=`)).body.data;
    expect(allRows.rows.map((row: { first_name: string }) => row.first_name)).toEqual(['Asha', 'Bala', 'Chen']);
    const personRows = (await result('get_target_skil_matrix_report', `${WINDOW}&staff_id=${plant.staffIds.Asha}`)).body
      .data;
    expect(personRows.rows.map((row: { skill_code: string; gap: number }) => [row.skill_code, row.gap])).toEqual([
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
    expect((await report(`staff_id=${plant.staffIds.Devi}`)).rows).toHaveLength(2);
    expect((await report(`staff_id=${plant.staffIds.Bala}&skil_code=WELD`)).rows).toHaveLength(2);
  });

  it('answers a reversed period with a message and HTTP 200', async () => {
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

  it('labels a future day as a forecast', async () => {
    const { data } = (await result('get_skil_matrix_report_date_wise', 'fdate=2026-03-01&tdate=2026-04-30')).body;
    expect(data.forecast).toBe(true);
    expect(data.totals.closing).toMatchObject({ required: 6, compliant: 2 });
  });

  it('shows a learner only own rows, another customer nothing, and platform staff the named customer', async () => {
    const chen = plant.as(await plant.signInLearner(plant.staffIds.Chen));
    const ownRows = await chen.get(`/Result/get_skil_matrix_report?customer_id=${plant.customer_id}`);
    expect(ownRows.body.data.rows.map((row: { id: string }) => row.id)).toEqual([plant.staffIds.Chen]);
    expect((await chen.get(`/Result/get_target_skil_matrix_report?staff_id=${plant.staffIds.Asha}`)).status).toBe(404);
    const other = await openOrganisation(running);
    const foreign = await api(running, other.admin).get(
      `/Result/get_skil_matrix_report?customer_id=${plant.customer_id}`,
    );
    expect(foreign.status).toBe(404);
    expect((await api(running).get('/Result/get_skil_matrix_report')).status).toBe(401);
    const platform = api(running, (await fixtures(running).platformStaff()).headers);
    const platformReply = await platform.get(`/Result/get_skil_matrix_report?customer_id=${plant.customer_id}`);
    expect(platformReply.body.data.rows).toHaveLength(4);
  });
});
