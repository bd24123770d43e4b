import type { AuditEventRow } from '@contract/audit-events.resource';

/** One line of the recent activity: one event, or consecutive events of one kind. */
export interface ActivityGroup {
  readonly newest: AuditEventRow;
  readonly amount: number;
  /** Empty for events of the system. Several only for sign-ins. */
  readonly people: readonly string[];
  /** Names of the subjects, if known. */
  readonly subjects: readonly string[];
}

/** Sign-ins of different people share a line. */
const isGroupedAcrossUsers = (action: string): boolean => action.startsWith('session.');

/** Groups events, newest first, into at most `limit` lines. */
export function groupActivity(events: readonly AuditEventRow[], limit: number): ActivityGroup[] {
  const runs: AuditEventRow[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run && isSameActivity(run[0]!, event)) run.push(event);
    else runs.push([event]);
  }
  return runs.slice(0, limit).map((run) => ({
    newest: run[0]!,
    amount: run.length,
    people: uniqueNames(run.map(({ who, who_name }) => who_name ?? who)),
    subjects: uniqueNames(run.map(({ subject_name }) => subject_name)),
  }));
}

const isSameActivity = (newer: AuditEventRow, event: AuditEventRow): boolean =>
  newer.action === event.action &&
  newer.role === event.role &&
  (newer.who === event.who || isGroupedAcrossUsers(event.action));

const uniqueNames = (names: readonly (string | null)[]): string[] => [
  ...new Set(names.filter((name) => name !== null)),
];
