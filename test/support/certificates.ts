import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes } from '../../src/common/ids';
import { generateVerificationCode } from '../../src/modules/certificates/verification-code';
import { api } from './api';
import type { RunningApp } from './app';
import type { LargeOrganisation } from './large-organisation';
import { runScheduledJob } from './scheduled-jobs';

/** Issues the certificate of a completed cycle by the scheduled job, verifies it, and changes the design. */
export async function issueMissingCertificate(
  running: RunningApp,
  { customer_id, assignments, admin }: LargeOrganisation,
): Promise<void> {
  const database = running.app.get(Database);
  const now = running.clock.now();
  const cycle = [customer_id, idToBytes(assignments[0]!)];
  await running.app.get(TransactionManager).run(async () => {
    await database.write('DELETE FROM certificate WHERE customer_id = ? AND assignment_id = ?', cycle);
    await database.write(
      "UPDATE training_assignment SET state = 'completed', completed_at = ?, updated_at = ? WHERE customer_id = ? AND assignment_id = ?",
      [now, now, ...cycle],
    );
  });
  // The job's own timer may be running it.
  while (!(await runScheduledJob(running, 'certificates')).isComplete);
  await api(running).get(`/verify/${generateVerificationCode()}`);
  await api(running, admin).patch('/api/settings/certificates', { title: 'Award' });
}
