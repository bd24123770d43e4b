/**
 * SQL for the rows of the targeted report when it is read in parts: staff with at least one target, including exempt
 * ones (docs/skill-levels.md). Same rule as skill-target.ts and matrix-block.ts. Alias of staff: `s`; `skillCondition`
 * is a condition that restricts `k` to the skills of the report.
 */
const coversDaySql = (alias: string) =>
  `${alias}.from_date <= :on AND (${alias}.to_date IS NULL OR ${alias}.to_date >= :on)`;
const ofStaffSql = (alias: string) => `${alias}.customer_id = :customer_id AND ${alias}.staff_id = s.staff_id`;
const isReportedSkillSql = (id: string, skillCondition: string) =>
  `EXISTS (SELECT 1 FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id = ${id} AND ${skillCondition})`;

/** Job role on the day: the first past role that had not ended, else the current one. */
const ROLE_ON_DAY_SQL = `CASE WHEN EXISTS (SELECT 1 FROM past_job_role h WHERE ${ofStaffSql('h')} AND h.to_date >= :on) THEN (SELECT i.job_role_id FROM past_job_role i WHERE ${ofStaffSql('i')} AND i.to_date >= :on ORDER BY i.to_date LIMIT 1) ELSE s.job_role_id END`;

const hasTargetSql = (skillCondition: string) =>
  `(EXISTS (SELECT 1 FROM skill_target g WHERE ${ofStaffSql('g')} AND g.level > 0 AND ${coversDaySql('g')} AND NOT EXISTS (SELECT 1 FROM skill_target o WHERE ${ofStaffSql('o')} AND o.skill_id = g.skill_id AND o.from_date > g.from_date AND ${coversDaySql('o')}) AND ${isReportedSkillSql('g.skill_id', skillCondition)})` +
  ` OR EXISTS (SELECT 1 FROM role_target t WHERE t.customer_id = :customer_id AND t.job_role_id = ${ROLE_ON_DAY_SQL} AND t.level > 0 AND ${coversDaySql('t')} AND NOT EXISTS (SELECT 1 FROM skill_target o WHERE ${ofStaffSql('o')} AND o.skill_id = t.skill_id AND ${coversDaySql('o')}) AND ${isReportedSkillSql('t.skill_id', skillCondition)}))`;

const REQUIRED_LEVEL_SQL = `COALESCE((SELECT g.level FROM skill_target g WHERE ${ofStaffSql('g')} AND g.skill_id = m.skill_id AND ${coversDaySql('g')} ORDER BY g.from_date DESC LIMIT 1), (SELECT MAX(t.level) FROM role_target t WHERE t.customer_id = :customer_id AND t.job_role_id = ${ROLE_ON_DAY_SQL} AND t.skill_id = m.skill_id AND ${coversDaySql('t')}), 0)`;
const CURRENT_LEVEL_SQL = `COALESCE((SELECT p.level FROM skill_level_span p WHERE ${ofStaffSql('p')} AND p.skill_id = m.skill_id AND p.from_date <= :on AND p.to_date >= :on), 0)`;

const hasOverdueSql = (skillCondition: string, overdueCondition: string) =>
  `EXISTS (SELECT 1 FROM training_assignment a JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = a.training_id WHERE ${ofStaffSql('a')} AND ${overdueCondition} AND ${REQUIRED_LEVEL_SQL} > ${CURRENT_LEVEL_SQL} AND NOT EXISTS (SELECT 1 FROM exemption x WHERE ${ofStaffSql('x')} AND x.skill_id = m.skill_id AND ${coversDaySql('x')}) AND ${isReportedSkillSql('m.skill_id', skillCondition)})`;

/**
 * Condition on the staff `s`.
 * @param overdueCondition condition of modules/trainings/due-status.query.ts; if given, only staff with overdue requirements
 */
export const neededStaffCondition = (skillCondition: string, overdueCondition: string | undefined): string =>
  overdueCondition === undefined ? hasTargetSql(skillCondition) : hasOverdueSql(skillCondition, overdueCondition);
