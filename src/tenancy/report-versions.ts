import type { Database } from '../platform/database/database';
import type { CustomerState } from './customer-state.entity';

/**
 * The two counters of `customer_state` that name everything a report was made of: `matrix_version` grows with levels,
 * targets and what is overdue; `directory_version` with people, managers, departments, job roles, skills and headcounts
 * (reports.md §6). An entity says which of them its rows raise, so that no writer of it can forget to.
 */
export type ReportVersion = keyof Pick<CustomerState, 'matrix_version' | 'directory_version'>;

interface Raised {
  version: ReportVersion;
  matters: (change: Readonly<Record<string, unknown>>) => boolean;
}
const raisedBy = new Map<unknown, Raised>();

/** @param matters whether an UPDATE that sets these columns counts; new and removed rows always do */
export const Raises =
  (version: ReportVersion, matters: Raised['matters'] = () => true): ClassDecorator =>
  (entity) => {
    raisedBy.set(entity, { version, matters });
  };

/** null: no report shows it, or nothing of it that `change` touches. */
export function versionRaisedBy(entity: unknown, change?: object): ReportVersion | null {
  const known = raisedBy.get(entity);
  return known && (!change || known.matters(change as Record<string, unknown>)) ? known.version : null;
}

/**
 * Once in the open transaction, however many rows change, and after all else: the row of an organisation that everybody
 * writes is held for the COMMIT alone. It commits with the rows it stands for: who reads the new number and then those
 * rows finds the new ones, and what was computed after reading an older number is kept under that one only. It is no lock:
 * two who read the same ledger and rewrite it are kept apart by LedgerLocks.
 */
export function raiseVersion(database: Database, customer_id: number, version: ReportVersion): void {
  database.lastly(`versions of ${customer_id}`, version, async (versions: ReadonlySet<ReportVersion>) => {
    const set = [...versions].toSorted().map((name) => `${name} = COALESCE(${name}, 0) + 1`);
    await database.write(`UPDATE customer_state SET ${set.join(', ')} WHERE customer_id = ?`, [customer_id]);
  });
}
