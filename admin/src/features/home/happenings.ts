import type { AuditEventRow } from '@contract/audit-events.resource';

/** One line of the recent activity: an event, or several of a kind that followed one another. */
export interface Happening {
  /** The newest of them. */
  readonly newest: AuditEventRow;
  readonly amount: number;
  /** By whom; empty: nobody signed in. Several only where they signed in. */
  readonly people: readonly string[];
  /** What they were about, as far as it has a name. */
  readonly subjects: readonly string[];
}

/** Signing in is everybody's: of a morning's, one line is enough. */
const ofEverybody = (action: string): boolean => action.startsWith('session.');

/** The newest `most` lines of events that come newest first. Pure. */
export function happenings(events: readonly AuditEventRow[], most: number): Happening[] {
  const runs: AuditEventRow[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run && isAnother(run[0]!, event)) run.push(event);
    else runs.push([event]);
  }
  return runs.slice(0, most).map((run) => ({
    newest: run[0]!,
    amount: run.length,
    people: named(run.map(({ who, who_name }) => who_name ?? who)),
    subjects: named(run.map(({ subject_name }) => subject_name)),
  }));
}

const isAnother = (newer: AuditEventRow, event: AuditEventRow): boolean =>
  newer.action === event.action && newer.role === event.role && (newer.who === event.who || ofEverybody(event.action));

const named = (names: readonly (string | null)[]): string[] => [...new Set(names.filter((name) => name !== null))];
