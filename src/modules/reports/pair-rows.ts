import { fullName } from '../../contract/person-name';
import type { Day } from '../../common/calendar';
import { idFromBytes } from '../../common/ids';
import { levelUntil, spanIndexOn } from '../skills/span-lookup';
import type { ClosingSpans } from './closing-spans';
import type { MatrixData } from './matrix-answer';

/** Published trainings that grant the skills, with the open assignments of the person. */
export const LEARNING_SQL = `SELECT m.skill_id AS skill_id, t.training_id AS training_id, t.title AS title, m.level AS level, a.due_on AS due_on, CASE WHEN a.assignment_id IS NULL THEN 0 ELSE 1 END AS assigned
 FROM training_skill m
 JOIN training t ON t.customer_id = :customer_id AND t.training_id = m.training_id
 LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.training_id = t.training_id AND a.staff_id = :staff_id AND a.state IN ('assigned', 'in_progress')
 WHERE m.customer_id = :customer_id AND m.skill_id IN (:skill_id) AND t.status = 'published'
 ORDER BY m.level, t.title`;

export interface LearningOptionRow {
  skill_id: Uint8Array;
  training_id: Uint8Array;
  title: string;
  level: number;
  due_on: Day | null;
  assigned: number;
}

/** The identifying fields of a pair row. */
export const pairNames = (staff: MatrixData['axes']['staff'][number], skill: MatrixData['axes']['skills'][number]) => ({
  id: `${staff.id}.${skill.id}`,
  staff_id: staff.id,
  staff_code: staff.staff_code,
  staff_name: fullName(staff.first_name, staff.last_name),
  skill_id: skill.id,
  skill_code: skill.skill_code,
  skill_name: skill.name,
});

export function pairRow({ axes, block, period }: MatrixData, row: number, column: number, closingSpans: ClosingSpans) {
  const staff = axes.staff[row]!;
  const skill = axes.skills[column]!;
  const cell = row * block.columns + column;
  const level = block.level[cell]!;
  const opening_level = block.opening_level[cell]!;
  const spans = closingSpans.get(staff, skill);
  // Same fields as `pairNames`, listed because spreading an object per row is slow.
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

/** For a matrix of one person, so that the cell index is the column. */
export function targetRow(data: MatrixData, column: number, learning: readonly LearningOptionRow[]) {
  const pair = pairRow(data, 0, column, data.block.closing);
  // An exempt target is listed with status NA and has no gap.
  const target = data.block.target[column]!;
  const gap = Math.max(0, data.block.required(column) - pair.level);
  const trainings = learning.filter((row) => idFromBytes(row.skill_id) === pair.skill_id);
  const dueDates = trainings
    .filter((row) => Number(row.assigned) === 1 && row.due_on !== null)
    .map((row) => row.due_on!);
  const sufficient = trainings.find((row) => Number(row.level) >= target);
  const suggested = gap > 0 ? (sufficient ?? trainings.at(-1)) : undefined;
  return {
    ...pair,
    target,
    gap,
    due_on: dueDates.toSorted()[0] ?? null,
    overdue: data.block.isOverdue(column),
    proof: pair.cause,
    suggested_training_id: suggested ? idFromBytes(suggested.training_id) : null,
    suggested_training: suggested?.title ?? null,
  };
}
