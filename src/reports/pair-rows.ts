import { fullName } from '../contract/person-name';
import type { Day } from '../platform/calendar';
import { idFromBytes } from '../platform/ids';
import { levelUntil, spanIndexOn } from '../skills/span-reading';
import type { ClosingSpans } from './closing-spans';
import type { MatrixRead } from './matrix-answer';

/** Open assignments whose training gives the skill, and published trainings that would. */
export const LEARNING = `SELECT m.skill_id AS skill_id, t.training_id AS training_id, t.title AS title, m.level AS level, a.due_on AS due_on, CASE WHEN a.assignment_id IS NULL THEN 0 ELSE 1 END AS assigned
 FROM training_skill m
 JOIN training t ON t.customer_id = :customer_id AND t.training_id = m.training_id
 LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.training_id = t.training_id AND a.staff_id = :staff_id AND a.state IN ('assigned', 'in_progress')
 WHERE m.customer_id = :customer_id AND m.skill_id IN (:skill_id) AND t.status = 'published'
 ORDER BY m.level, t.title`;

export interface LearningRow {
  skill_id: Uint8Array;
  training_id: Uint8Array;
  title: string;
  level: number;
  due_on: Day | null;
  assigned: number;
}

/** Whose and which: what every row of a pair begins with. */
export const namesOf = (staff: MatrixRead['axes']['staff'][number], skill: MatrixRead['axes']['skills'][number]) => ({
  id: `${staff.id}.${skill.id}`,
  staff_id: staff.id,
  staff_code: staff.staff_code,
  staff_name: fullName(staff.first_name, staff.last_name),
  skill_id: skill.id,
  skill_code: skill.skill_code,
  skill_name: skill.name,
});

export function pairRow({ axes, block, period }: MatrixRead, row: number, column: number, closing: ClosingSpans) {
  const staff = axes.staff[row]!;
  const skill = axes.skills[column]!;
  const cell = row * block.columns + column;
  const level = block.level[cell]!;
  const opening_level = block.opening_level[cell]!;
  const spans = closing.of(staff, skill);
  // Each by its name, as in `namesOf`: a copy of an object is dearer than all else in a row.
  return {
    id: `${staff.id}.${skill.id}`,
    staff_id: staff.id,
    staff_code: staff.staff_code,
    staff_name: fullName(staff.first_name, staff.last_name),
    skill_id: skill.id,
    skill_code: skill.skill_code,
    skill_name: skill.name,
    opening_level,
    level,
    change: level - opening_level,
    target: block.target[cell]! || null,
    status: block.statusAt(cell),
    valid_until: levelUntil(spans, period.to),
    cause: spans[spanIndexOn(spans, period.to)]?.cause ?? null,
  };
}

/** Only the closing row of one person: cell and column are the same. */
export function targetRow(read: MatrixRead, column: number, learning: readonly LearningRow[]) {
  const pair = pairRow(read, 0, column, read.block.closing);
  // One that is exempt is told, marked NA, and nothing is missing to it.
  const target = read.block.target[column]!;
  const gap = Math.max(0, read.block.required(column) - pair.level);
  const ofSkill = learning.filter((row) => idFromBytes(row.skill_id) === pair.skill_id);
  const due = ofSkill.filter((row) => Number(row.assigned) === 1 && row.due_on !== null).map((row) => row.due_on!);
  const enough = ofSkill.find((row) => Number(row.level) >= target);
  const suggested = gap > 0 ? (enough ?? ofSkill.at(-1)) : undefined;
  return {
    ...pair,
    target,
    gap,
    due_on: due.toSorted()[0] ?? null,
    overdue: read.block.isOverdue(column),
    proof: pair.cause,
    suggested_training_id: suggested ? idFromBytes(suggested.training_id) : null,
    suggested_training: suggested?.title ?? null,
  };
}
