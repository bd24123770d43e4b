import type { Database } from '../platform/database/database';
import type { CustomerState } from './customer-state.entity';

/**
 * The counters of `customer_state` that name everything a report was made of: `matrix_version` grows with levels, targets
 * and what is overdue; `directory_version` with people, managers, departments, job roles, skills and headcounts
 * (reports.md §6); `attempt_version` with attempts that end. An entity says which of them its rows raise, so that no
 * writer of it can forget to.
 */
export type ReportVersion = keyof Pick<CustomerState, 'matrix_version' | 'directory_version' | 'attempt_version'>;

type Counts = (columns: Readonly<Record<string, unknown>>) => boolean;
interface Raised {
  version: ReportVersion;
  /** Whether an UPDATE that sets these columns counts. */
  changed?: Counts;
  /** Whether a new row counts. */
  added?: Counts;
}
const raisedBy = new Map<unknown, Raised>();

/** @param when what counts, where not everything does; removed rows always do */
export const Raises =
  (version: ReportVersion, when: Omit<Raised, 'version'> = {}): ClassDecorator =>
  (entity) => {
    raisedBy.set(entity, { version, ...when });
  };

/** null: no report shows it, or nothing of it that this touches. */
export function versionRaisedBy(
  entity: unknown,
  by: { change?: object; added?: readonly object[] },
): ReportVersion | null {
  const known = raisedBy.get(entity);
  if (!known) return null;
  const { changed = () => true, added = () => true } = known;
  if (by.change && !changed(by.change as Record<string, unknown>)) return null;
  if (by.added && !by.added.some((row) => added(row as Record<string, unknown>))) return null;
  return known.version;
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
