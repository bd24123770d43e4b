import { Database } from '../../src/platform/database/database';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import type { Reply } from './api';
import type { RunningApp } from './app';
import type { Plant } from './plant';

/** Rules of one organisation, and what they have brought about. */
export function rulesOf(running: RunningApp, plant: Plant) {
  const ok = (reply: Reply) => {
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const settle = () => running.app.get(JobWorker, { strict: false }).settle();
  const named = async (resource: 'departments' | 'job-roles', name: string, more: object = {}): Promise<string> =>
    ok(await plant.api.post(`/api/${resource}`, { name, ...more })).id;
  const rule = async (name: string, training_id: readonly string[], more: object = {}): Promise<string> =>
    ok(await plant.api.post('/api/assignment-rules', { name, training_id, ...more })).id;
  /** Everything of the organisation, open or not: `person/training` → its state. */
  const states = async (): Promise<Record<string, string>> => {
    const { body } = await plant.api.get('/api/training-assignments?_end=200');
    return Object.fromEntries(
      (body as { staff_id: string; training_id: string; state: string }[]).map((each) => [
        `${each.staff_id}/${each.training_id}`,
        each.state,
      ]),
    );
  };
  /** Who has what to do now. */
  const held = async (): Promise<string[]> =>
    Object.entries(await states())
      .filter(([, state]) => state !== 'removed')
      .map(([pair]) => pair)
      .sort();
  /** Why: `rule`, `manual`, …, of each assignment that stands. */
  const reasons = async (): Promise<string[]> => {
    const rows = await running.app
      .get(Database)
      .rows<{ source: string }>(
        'SELECT source FROM assignment_source WHERE customer_id = ? AND refused_at IS NULL ORDER BY source',
        [plant.customer_id],
      );
    return rows.map(({ source }) => source);
  };
  return { ok, settle, named, rule, states, held, reasons };
}
