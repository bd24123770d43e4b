import { Database } from '../../src/infrastructure/database/database';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import type { Reply } from './api';
import type { RunningApp } from './app';
import type { Plant } from './plant';

/** Assignment rules of one organisation and their effects. */
export function assignmentRuleFixture(running: RunningApp, plant: Plant) {
  const expectOk = (reply: Reply) => {
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const waitForJobs = () => running.app.get(JobWorker, { strict: false }).drain();
  const createNamed = async (resource: 'departments' | 'job-roles', name: string, more: object = {}): Promise<string> =>
    expectOk(await plant.api.post(`/api/${resource}`, { name, ...more })).id;
  const createRule = async (name: string, training_id: readonly string[], more: object = {}): Promise<string> =>
    expectOk(await plant.api.post('/api/assignment-rules', { name, training_id, ...more })).id;
  /** State of every assignment: `person/training` → state. */
  const assignmentStates = async (): Promise<Record<string, string>> => {
    const { body } = await plant.api.get('/api/training-assignments?_end=200');
    return Object.fromEntries(
      (body as { staff_id: string; training_id: string; state: string }[]).map((each) => [
        `${each.staff_id}/${each.training_id}`,
        each.state,
      ]),
    );
  };
  /** `person/training` of every assignment that is not removed. */
  const openAssignments = async (): Promise<string[]> =>
    Object.entries(await assignmentStates())
      .filter(([, state]) => state !== 'removed')
      .map(([pair]) => pair)
      .sort();
  /** The sources (`rule`, `manual`, …) of the current assignments. */
  const assignmentSources = async (): Promise<string[]> => {
    const rows = await running.app
      .get(Database)
      .rows<{ source: string }>(
        'SELECT source FROM assignment_source WHERE customer_id = ? AND refused_at IS NULL ORDER BY source',
        [plant.customer_id],
      );
    return rows.map(({ source }) => source);
  };
  return { expectOk, waitForJobs, createNamed, createRule, assignmentStates, openAssignments, assignmentSources };
}
