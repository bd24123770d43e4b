import type { AttemptRow } from '@contract/attempts.resource';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import type { TrainingAssignmentRow } from '@contract/training-assignments.resource';

/** `at`: an instant, or a day where no time is stored. */
export type ActivityEvent =
  | { type: 'assigned' | 'completed'; at: string; id: string; row: TrainingAssignmentRow }
  | { type: 'attempt'; at: string; id: string; row: AttemptRow }
  | { type: 'evidence'; at: string; id: string; row: SkillEvidenceRow };

/** The latest rows of each kind; each list needs at least as many rows as the merged list shows. */
export interface RecentRecords {
  assigned: readonly TrainingAssignmentRow[];
  completed: readonly TrainingAssignmentRow[];
  attempts: readonly AttemptRow[];
  evidence: readonly SkillEvidenceRow[];
}

/** The latest `count` events, newest first; an event without a time sorts at the end of its day. */
export function mergeActivity(
  { assigned, completed, attempts, evidence }: RecentRecords,
  count: number,
): ActivityEvent[] {
  const events: ActivityEvent[] = [
    ...assigned.map((row) => ({ type: 'assigned' as const, at: row.assigned_on, id: `a${row.assignment_id}`, row })),
    ...completed.flatMap((row) =>
      row.completed_at === null
        ? []
        : { type: 'completed' as const, at: row.completed_at, id: `c${row.assignment_id}`, row },
    ),
    ...attempts.flatMap((row) =>
      row.submitted_at === null ? [] : { type: 'attempt' as const, at: row.submitted_at, id: row.attempt_id, row },
    ),
    ...evidence.map((row) => ({ type: 'evidence' as const, at: row.effective_date, id: row.evidence_id, row })),
  ];
  const sortKey = ({ at }: ActivityEvent) => (at.length === 10 ? `${at}T~` : at);
  return events.toSorted((a, b) => (sortKey(a) < sortKey(b) ? 1 : sortKey(a) > sortKey(b) ? -1 : 0)).slice(0, count);
}
