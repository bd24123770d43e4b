import type { Database } from '../infrastructure/database/database';
import type { CustomerState } from './customer-state.entity';

/**
 * Counters of `customer_state` that identify the data behind a report: `matrix_version` changes with levels, targets
 * and overdue trainings; `directory_version` with staff, managers, departments, job roles, skills and headcounts;
 * `attempt_version` with completed attempts (docs/skill-levels.md). The entity declares which counter its rows raise.
 */
export type ReportVersion = keyof Pick<CustomerState, 'matrix_version' | 'directory_version' | 'attempt_version'>;

type ChangePredicate = (columns: Readonly<Record<string, unknown>>) => boolean;
interface VersionRule {
  version: ReportVersion;
  /** Whether an UPDATE of these columns raises the counter. Default: always. */
  changed?: ChangePredicate;
  /** Whether a new row raises the counter. Default: always. */
  added?: ChangePredicate;
}
const versionRules = new Map<unknown, VersionRule>();

/** @param when restricts the changes that count; deleted rows always count */
export const RaisesReportVersion =
  (version: ReportVersion, when: Omit<VersionRule, 'version'> = {}): ClassDecorator =>
  (entity) => {
    versionRules.set(entity, { version, ...when });
  };

/** null: the change does not affect a report. */
export function findRaisedVersion(
  entity: unknown,
  write: { changes?: object; added?: readonly object[] },
): ReportVersion | null {
  const rule = versionRules.get(entity);
  if (!rule) return null;
  const { changed = () => true, added = () => true } = rule;
  if (write.changes && !changed(write.changes as Record<string, unknown>)) return null;
  if (write.added && !write.added.some((row) => added(row as Record<string, unknown>))) return null;
  return rule.version;
}

/**
 * Runs once at the end of the open transaction, so that the hot row of the customer is locked only for the COMMIT. The
 * counter commits together with the rows, so a reader of the new number sees the new rows. This is no lock: concurrent
 * writers of a ledger are separated by LedgerLocks.
 */
export function raiseReportVersion(database: Database, customer_id: number, version: ReportVersion): void {
  database.beforeCommit(`versions of ${customer_id}`, version, async (versions: ReadonlySet<ReportVersion>) => {
    const set = [...versions].toSorted().map((name) => `${name} = COALESCE(${name}, 0) + 1`);
    await database.write(`UPDATE customer_state SET ${set.join(', ')} WHERE customer_id = ?`, [customer_id]);
  });
}
