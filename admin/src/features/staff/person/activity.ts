import type { AttemptRow } from '@contract/attempts.resource';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import type { TrainingAssignmentRow } from '@contract/training-assignments.resource';

/** One thing that happened to a person. `at`: a day, or an instant where one is known. */
export type Happened =
  | { what: 'assigned' | 'completed'; at: string; id: string; row: TrainingAssignmentRow }
  | { what: 'attempt'; at: string; id: string; row: AttemptRow }
  | { what: 'evidence'; at: string; id: string; row: SkillEvidenceRow };

/** Of each, the latest so many: then the latest so many of all are among them. */
export interface Lately {
  assigned: readonly TrainingAssignmentRow[];
  completed: readonly TrainingAssignmentRow[];
  attempts: readonly AttemptRow[];
  evidence: readonly SkillEvidenceRow[];
}

/** The latest `count` of all, newest first; what has only its day stands at its end. Pure. */
export function happenedLately({ assigned, completed, attempts, evidence }: Lately, count: number): Happened[] {
  const all: Happened[] = [
    ...assigned.map((row) => ({ what: 'assigned' as const, at: row.assigned_on, id: `a${row.assignment_id}`, row })),
    ...completed.flatMap((row) =>
      row.completed_at === null
        ? []
        : { what: 'completed' as const, at: row.completed_at, id: `c${row.assignment_id}`, row },
    ),
    ...attempts.flatMap((row) =>
      row.submitted_at === null ? [] : { what: 'attempt' as const, at: row.submitted_at, id: row.attempt_id, row },
    ),
    ...evidence.map((row) => ({ what: 'evidence' as const, at: row.effective_date, id: row.evidence_id, row })),
  ];
  const key = ({ at }: Happened) => (at.length === 10 ? `${at}T~` : at);
  return all.toSorted((a, b) => (key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0)).slice(0, count);
}
