import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { engine } from '../support/database';
import { openOrganisation, type Organisation } from '../support/organisation';
import { fillOrganisation, sizes, walk } from '../support/size';
import { statementsOfRequests } from '../support/statements';
import { swept, unscheduled } from '../support/sweeps';

/** Ninety days of two results, twelve weeks of completions, the session's row and two more. */
const READS = 90 * 2 + 12 * 7 + 20;

describe('the totals of a large organisation', () => {
  let running: RunningApp;
  let organisation: Organisation;

  beforeAll(async () => {
    running = await startApp();
    // A round of its own in the middle of the writing would count half, and call that day counted.
    unscheduled(running, 'totals');
    // The days on which everything of `fillOrganisation` happens have just passed.
    running.clock.freeze('2017-07-25T09:00:00Z');
    organisation = await openOrganisation(running);
    if (engine === 'mariadb') await fillOrganisation(running, organisation, sizes);
    await swept(running, 'totals');
  }, 3_600_000);
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const ask = () => api(running, organisation.admin).get('/api/reports/totals');

  it('are asked of nothing that grows: the session, how it stands, and the buckets of some weeks', async () => {
    const sent = await statementsOfRequests(ask);
    const tables = sent.map((sql) => [...sql.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table));
    expect(tables.slice(1)).toEqual([['totals_sweep', 'totals_state'], ['daily_total']]);
  });

  it('are all there, and read as few rows as for a small one', async () => {
    const { body } = await ask();
    const all = Object.values<number>(body.assignments).reduce((sum, each) => sum + each, 0);
    expect(all).toBe(engine === 'mariadb' ? sizes.staff : 0);
    if (engine !== 'mariadb') return;
    // One in a thousand has not been submitted (test/support/size.ts).
    expect(body.quizzes.passed + body.quizzes.failed).toBe(sizes.attempts - Math.floor(sizes.attempts / 1_000));
    const { reads, status } = await walk(running, '/api/reports/totals', organisation.admin);
    expect(status).toBe(200);
    expect(reads.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(READS);
  });
});
