import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes } from '../../src/platform/ids';
import { newCode } from '../../src/certificates/verification-code';
import { api } from './api';
import type { RunningApp } from './app';
import type { Crowd } from './crowd';
import { swept } from './sweeps';

/** The sweep finds a completed cycle without a certificate, and issues it; somebody verifies one, and changes how they look. */
export async function certified(running: RunningApp, { customer_id, assignments, admin }: Crowd): Promise<void> {
  const database = running.app.get(Database);
  const now = running.clock.now();
  const cycle = [customer_id, idToBytes(assignments[0]!)];
  await running.app.get(Transactions).run(async () => {
    await database.write('DELETE FROM certificate WHERE customer_id = ? AND assignment_id = ?', cycle);
    await database.write(
      "UPDATE training_assignment SET state = 'completed', completed_at = ?, updated_at = ? WHERE customer_id = ? AND assignment_id = ?",
      [now, now, ...cycle],
    );
  });
  // Its own timer may be at it.
  while (!(await swept(running, 'certificates')).whole);
  await api(running).get(`/verify/${newCode()}`);
  await api(running, admin).patch('/api/settings/certificates', { title: 'Award' });
}
