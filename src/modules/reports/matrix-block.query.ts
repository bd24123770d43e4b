import { addDays, type Day } from '../../common/calendar';
import type { SqlValue } from '../../infrastructure/database/database';
import type { QueryValue, TenantCondition } from '../../tenancy/tenant-queries';
import { AT_RISK_DAYS } from './aggregates';
import { WARN_DAYS } from './cell-status';
import {
  BEGINS_SOON,
  COVERS_CLOSING,
  COVERS_LATER,
  COVERS_OPENING,
  EVENTS,
  EXEMPTION,
  LEVEL,
  OVERDUE,
  PAST_ROLE,
  PERSONAL,
  REVOKED_CAUSE,
  ROLE,
} from './block-rows';

/** Data to read for a block; most options add an arm to the UNION. */
export interface BlockOptions {
  on: Day;
  /** Default: only the closing day is read. */
  opening?: Day | undefined;
  /** Count evidence after the opening. */
  events?: boolean;
  /** Condition of modules/trainings/due-status.query.ts: find requirements whose training is overdue. */
  overdue?: TenantCondition | undefined;
  /** Only these staff; default: all visible staff. */
  staff_id?: readonly string[] | undefined;
  /** Visibility condition on a column (tenancy/row-visibility.ts), used without `staff_id`. */
  visibleCondition?: (column: string) => string;
  skill_id?: readonly string[] | undefined;
  /** Read levels by the skill index, which is covering and skips ended spans. */
  bySkill?: boolean;
  /** Also read the dates and causes of all spans from the closing on. For one person only. */
  withSpans?: boolean;
}

const KEY_RANGES_MAX = 300;

/** One statement, with one UNION arm per kind of data. */
export function blockQuery(options: BlockOptions): { sql: string; values: Record<string, QueryValue> } {
  const opening = options.opening !== undefined;
  const covers = (alias: string, to: string, day: string, bit: number) =>
    `${bit} * (${alias}.from_date <= :${day} AND ${to} >= :${day})`;
  const endFlags = (alias: string, to: string) =>
    covers(alias, to, 'on', COVERS_CLOSING) + (opening ? ` + ${covers(alias, to, 'opening', COVERS_OPENING)}` : '');
  const staffCondition = (alias: string) =>
    options.staff_id
      ? ` AND ${alias}.staff_id IN (:staff_id)`
      : (options.visibleCondition?.(`${alias}.staff_id`) ?? '');
  const pairCondition = (alias: string) => staffCondition(alias) + skillCondition(alias);
  // 50 staff × 60 skills would be 3,000 key ranges. Reading the staff and filtering the skills is four times faster.
  const hasManyKeys = (options.staff_id?.length ?? 0) * (options.skill_id?.length ?? 0) > KEY_RANGES_MAX;
  const skillCondition = (alias: string) =>
    options.skill_id
      ? ` AND ${hasManyKeys ? `COALESCE(${alias}.skill_id, ${alias}.skill_id)` : `${alias}.skill_id`} IN (:skill_id)`
      : '';
  const firstDayParameter = opening ? ':opening' : ':on';
  const overlaps = (alias: string) =>
    `${alias}.from_date <= :on AND (${alias}.to_date IS NULL OR ${alias}.to_date >= ${firstDayParameter})`;
  const endDate = (alias: string) => `COALESCE(${alias}.to_date, '9999-12-31')`;
  const columns = (part: number, holder: string, subject: string, value: string, date = 'NULL') =>
    `SELECT ${part} AS part, HEX(${holder}) AS holder_id, HEX(${subject}) AS subject_id, ${value}, ${date} AS date`;
  const levelAndFlags = (level: string, flags: string) => `${level} AS level, 0 AS held_level, ${flags} AS flags`;
  const soon = `${BEGINS_SOON} * (p.from_date > :on AND p.from_date <= :soon)`;
  const revokedFlag = `${REVOKED_CAUSE} * (p.cause = 'revoked')`;
  const spanFlags = [
    endFlags('p', 'p.to_date'),
    covers('p', 'p.to_date', 'later', COVERS_LATER),
    soon,
    revokedFlag,
  ].join(' + ');
  const notEndedFlags = ['on', ...(opening ? ['opening'] : [])]
    .map((day) => `${day === 'on' ? COVERS_CLOSING : COVERS_OPENING} * (h.to_date >= :${day})`)
    .join(' + ');
  const spanCondition = `p.to_date >= ${firstDayParameter} AND p.from_date <= :later`;
  const nullSpanColumns = options.withSpans ? ', NULL AS to_date, NULL AS cause' : '';
  const roleTargetsArm = (source: string) =>
    `${columns(ROLE, 't.job_role_id', 't.skill_id', levelAndFlags('t.level', endFlags('t', endDate('t'))))}${nullSpanColumns} FROM ${source} t.customer_id = :customer_id AND ${overlaps('t')}${skillCondition('t')}`;
  // For one person: only the current and past roles of that person.
  const roleTargetsOfStaffArm = (holders: string) =>
    roleTargetsArm(
      `${holders} h JOIN role_target t ON t.job_role_id = h.job_role_id WHERE h.customer_id = :customer_id${staffCondition('h')} AND`,
    );
  const spanColumns = columns(LEVEL, 'p.staff_id', 'p.skill_id', `p.level, p.held_level, ${spanFlags} AS flags`);
  const levelsByHolder = `${spanColumns} FROM skill_level_span p WHERE p.customer_id = :customer_id AND ${spanCondition}${pairCondition('p')}`;
  const levelsWithSpans = `${columns(LEVEL, 'p.staff_id', 'p.skill_id', `p.level, p.held_level, ${spanFlags} AS flags`, 'p.from_date')}, p.to_date, p.cause FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= ${firstDayParameter}${pairCondition('p')}`;
  const levelsBySkill = `${spanColumns} FROM skill k JOIN skill_level_span p ON p.customer_id = :customer_id AND p.skill_id = k.skill_id WHERE k.customer_id = :customer_id AND ${spanCondition}${options.skill_id ? ' AND k.skill_id IN (:skill_id)' : " AND k.status = 'active'"}`;
  const arms = [
    options.withSpans ? levelsWithSpans : options.bySkill ? levelsBySkill : levelsByHolder,
    `${columns(PERSONAL, 'g.staff_id', 'g.skill_id', levelAndFlags('g.level', endFlags('g', endDate('g'))), 'g.from_date')}${nullSpanColumns} FROM skill_target g WHERE g.customer_id = :customer_id AND ${overlaps('g')}${pairCondition('g')}`,
    ...(options.staff_id?.length === 1
      ? ['staff', 'past_job_role'].map(roleTargetsOfStaffArm)
      : [roleTargetsArm('role_target t WHERE')]),
    `${columns(PAST_ROLE, 'h.staff_id', 'h.job_role_id', levelAndFlags('0', notEndedFlags), 'h.to_date')}${nullSpanColumns} FROM past_job_role h WHERE h.customer_id = :customer_id AND h.to_date >= ${firstDayParameter}${staffCondition('h')}`,
    `${columns(EXEMPTION, 'x.staff_id', 'x.skill_id', levelAndFlags('0', endFlags('x', endDate('x'))))}${nullSpanColumns} FROM exemption x WHERE x.customer_id = :customer_id AND ${overlaps('x')}${pairCondition('x')}`,
  ];
  if (options.events && opening) {
    arms.push(
      `${columns(EVENTS, 'e.staff_id', 'e.skill_id', levelAndFlags('0', '0'))}${nullSpanColumns} FROM evidence e WHERE e.customer_id = :customer_id AND e.effective_date > :opening AND e.effective_date <= :on AND e.state = 'approved' AND e.kind <> 'self'${pairCondition('e')}`,
    );
  }
  if (options.overdue) {
    arms.push(
      `${columns(OVERDUE, 'a.staff_id', 'm.skill_id', levelAndFlags('0', '0'))}${nullSpanColumns} FROM training_assignment a JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = a.training_id WHERE a.customer_id = :customer_id AND ${options.overdue.sql}${staffCondition('a')}${skillCondition('m')}`,
    );
  }
  const values: Record<string, QueryValue> = {
    on: options.on,
    soon: addDays(options.on, WARN_DAYS),
    later: addDays(options.on, AT_RISK_DAYS),
    ...options.overdue?.values,
  };
  if (options.opening) values['opening'] = options.opening;
  if (options.staff_id) values['staff_id'] = options.staff_id as readonly SqlValue[];
  if (options.skill_id) values['skill_id'] = options.skill_id as readonly SqlValue[];
  return { sql: arms.join(' UNION ALL '), values };
}
