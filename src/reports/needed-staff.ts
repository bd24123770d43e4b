/**
 * Finds, in the statement of the axes, the rows of the targeted report where it is read in parts: "staff with ≥ 1 target
 * (one that is exempt counts)" (reports.md §4). The rule is that of skill-target.ts; matrix-block.ts says it of a whole.
 * Staff are `s`; `skill` narrows `k` to the skills of the report.
 */
const covers = (alias: string) => `${alias}.from_date <= :on AND (${alias}.to_date IS NULL OR ${alias}.to_date >= :on)`;
const ofStaff = (alias: string) => `${alias}.customer_id = :customer_id AND ${alias}.staff_id = s.staff_id`;
const isShown = (id: string, skill: string) =>
  `EXISTS (SELECT 1 FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id = ${id} AND ${skill})`;

/** The one they had then: of the past ones that had not ended the first, else the present one. */
const ROLE = `CASE WHEN EXISTS (SELECT 1 FROM past_job_role h WHERE ${ofStaff('h')} AND h.to_date >= :on) THEN (SELECT i.job_role_id FROM past_job_role i WHERE ${ofStaff('i')} AND i.to_date >= :on ORDER BY i.to_date LIMIT 1) ELSE s.job_role_id END`;

const target = (skill: string) =>
  `(EXISTS (SELECT 1 FROM skill_target g WHERE ${ofStaff('g')} AND g.level > 0 AND ${covers('g')} AND NOT EXISTS (SELECT 1 FROM skill_target o WHERE ${ofStaff('o')} AND o.skill_id = g.skill_id AND o.from_date > g.from_date AND ${covers('o')}) AND ${isShown('g.skill_id', skill)})` +
  ` OR EXISTS (SELECT 1 FROM role_target t WHERE t.customer_id = :customer_id AND t.job_role_id = ${ROLE} AND t.level > 0 AND ${covers('t')} AND NOT EXISTS (SELECT 1 FROM skill_target o WHERE ${ofStaff('o')} AND o.skill_id = t.skill_id AND ${covers('o')}) AND ${isShown('t.skill_id', skill)}))`;

const REQUIRED = `COALESCE((SELECT g.level FROM skill_target g WHERE ${ofStaff('g')} AND g.skill_id = m.skill_id AND ${covers('g')} ORDER BY g.from_date DESC LIMIT 1), (SELECT MAX(t.level) FROM role_target t WHERE t.customer_id = :customer_id AND t.job_role_id = ${ROLE} AND t.skill_id = m.skill_id AND ${covers('t')}), 0)`;
const HELD = `COALESCE((SELECT p.level FROM skill_level_span p WHERE ${ofStaff('p')} AND p.skill_id = m.skill_id AND p.from_date <= :on AND p.to_date >= :on), 0)`;

const overdue = (skill: string, isOverdue: string) =>
  `EXISTS (SELECT 1 FROM training_assignment a JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = a.training_id WHERE ${ofStaff('a')} AND ${isOverdue} AND ${REQUIRED} > ${HELD} AND NOT EXISTS (SELECT 1 FROM exemption x WHERE ${ofStaff('x')} AND x.skill_id = m.skill_id AND ${covers('x')}) AND ${isShown('m.skill_id', skill)})`;

/**
 * By what a row needs: a condition on the staff `s`.
 * @param isOverdue the condition of trainings/due-dates.ts, where only those with something overdue are wanted
 */
export const neededStaffCondition = (skill: string, isOverdue: string | undefined): string =>
  isOverdue === undefined ? target(skill) : overdue(skill, isOverdue);
