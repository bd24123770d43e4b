import { addDays, type Day } from '../platform/calendar';
import type { SqlValue } from '../platform/database/database';
import type { QueryValue, TenantCondition } from '../tenancy/tenant-queries';
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

/** What a block must know; each costs a part of the statement. */
export interface BlockParts {
  on: Day;
  /** Left out: only the closing day is read. */
  opening?: Day | undefined;
  /** Count what entered the ledger after the opening. */
  events?: boolean;
  /** Find requirements whose training is overdue: the condition of trainings/due-dates.ts. */
  overdue?: TenantCondition | undefined;
  /** Only these staff or skills; left out: everybody's, which needs no list of ids. */
  staff_id?: readonly string[] | undefined;
  /** Without a list of ids: the asker's scope on a column (tenancy/seen.ts). */
  seen?: (column: string) => string;
  skill_id?: readonly string[] | undefined;
  /** Everybody's levels, skill by skill: one index holds all that is read, without what ended before. */
  bySkill?: boolean;
  /** Of one person: also which spans there are from the closing on, however late, and their causes. */
  dated?: boolean;
}

const PLACES_MAX = 300;

/** One statement, an arm for each part that is wanted. */
export function blockQuery(parts: BlockParts): { sql: string; values: Record<string, QueryValue> } {
  const opening = parts.opening !== undefined;
  const covers = (alias: string, to: string, day: string, bit: number) =>
    `${bit} * (${alias}.from_date <= :${day} AND ${to} >= :${day})`;
  const bothEnds = (alias: string, to: string) =>
    covers(alias, to, 'on', COVERS_CLOSING) + (opening ? ` + ${covers(alias, to, 'opening', COVERS_OPENING)}` : '');
  const ofStaff = (alias: string) =>
    parts.staff_id ? ` AND ${alias}.staff_id IN (:staff_id)` : (parts.seen?.(`${alias}.staff_id`) ?? '');
  const narrow = (alias: string) => ofStaff(alias) + ofSkills(alias);
  // Fifty staff and sixty skills are 3,000 places in the key: reading these staff whole and filtering is four times faster.
  const isPatch = (parts.staff_id?.length ?? 0) * (parts.skill_id?.length ?? 0) > PLACES_MAX;
  const ofSkills = (alias: string) =>
    parts.skill_id
      ? ` AND ${isPatch ? `COALESCE(${alias}.skill_id, ${alias}.skill_id)` : `${alias}.skill_id`} IN (:skill_id)`
      : '';
  const first = opening ? ':opening' : ':on';
  const overlaps = (alias: string) =>
    `${alias}.from_date <= :on AND (${alias}.to_date IS NULL OR ${alias}.to_date >= ${first})`;
  const end = (alias: string) => `COALESCE(${alias}.to_date, '9999-12-31')`;
  const columns = (part: number, holder: string, subject: string, value: string, date = 'NULL') =>
    `SELECT ${part} AS part, HEX(${holder}) AS holder_id, HEX(${subject}) AS subject_id, ${value}, ${date} AS date`;
  const levelAndFlags = (level: string, flags: string) => `${level} AS level, 0 AS held_level, ${flags} AS flags`;
  const soon = `${BEGINS_SOON} * (p.from_date > :on AND p.from_date <= :soon)`;
  const revoked = `${REVOKED_CAUSE} * (p.cause = 'revoked')`;
  const spanFlags = [bothEnds('p', 'p.to_date'), covers('p', 'p.to_date', 'later', COVERS_LATER), soon, revoked].join(
    ' + ',
  );
  const notEnded = ['on', ...(opening ? ['opening'] : [])]
    .map((day) => `${day === 'on' ? COVERS_CLOSING : COVERS_OPENING} * (h.to_date >= :${day})`)
    .join(' + ');
  const dated = `p.to_date >= ${first} AND p.from_date <= :later`;
  // Only one person's levels are read with their spans.
  const noSpan = parts.dated ? ', NULL AS to_date, NULL AS cause' : '';
  const ofRoles = (from: string) =>
    `${columns(ROLE, 't.job_role_id', 't.skill_id', levelAndFlags('t.level', bothEnds('t', end('t'))))}${noSpan} FROM ${from} t.customer_id = :customer_id AND ${overlaps('t')}${ofSkills('t')}`;
  // The roles that somebody has or had, and not those of the whole organisation.
  const rolesOfOne = (holders: string) =>
    ofRoles(
      `${holders} h JOIN role_target t ON t.job_role_id = h.job_role_id WHERE h.customer_id = :customer_id${ofStaff('h')} AND`,
    );
  const span = columns(LEVEL, 'p.staff_id', 'p.skill_id', `p.level, p.held_level, ${spanFlags} AS flags`);
  const levelsByHolder = `${span} FROM skill_level_span p WHERE p.customer_id = :customer_id AND ${dated}${narrow('p')}`;
  const levelsOfOne = `${columns(LEVEL, 'p.staff_id', 'p.skill_id', `p.level, p.held_level, ${spanFlags} AS flags`, 'p.from_date')}, p.to_date, p.cause FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= ${first}${narrow('p')}`;
  const levelsBySkill = `${span} FROM skill k JOIN skill_level_span p ON p.customer_id = :customer_id AND p.skill_id = k.skill_id WHERE k.customer_id = :customer_id AND ${dated}${parts.skill_id ? ' AND k.skill_id IN (:skill_id)' : " AND k.status = 'active'"}`;
  const arms = [
    parts.dated ? levelsOfOne : parts.bySkill ? levelsBySkill : levelsByHolder,
    `${columns(PERSONAL, 'g.staff_id', 'g.skill_id', levelAndFlags('g.level', bothEnds('g', end('g'))), 'g.from_date')}${noSpan} FROM skill_target g WHERE g.customer_id = :customer_id AND ${overlaps('g')}${narrow('g')}`,
    ...(parts.staff_id?.length === 1 ? ['staff', 'past_job_role'].map(rolesOfOne) : [ofRoles('role_target t WHERE')]),
    `${columns(PAST_ROLE, 'h.staff_id', 'h.job_role_id', levelAndFlags('0', notEnded), 'h.to_date')}${noSpan} FROM past_job_role h WHERE h.customer_id = :customer_id AND h.to_date >= ${first}${ofStaff('h')}`,
    `${columns(EXEMPTION, 'x.staff_id', 'x.skill_id', levelAndFlags('0', bothEnds('x', end('x'))))}${noSpan} FROM exemption x WHERE x.customer_id = :customer_id AND ${overlaps('x')}${narrow('x')}`,
  ];
  if (parts.events && opening) {
    arms.push(
      `${columns(EVENTS, 'e.staff_id', 'e.skill_id', levelAndFlags('0', '0'))}${noSpan} FROM evidence e WHERE e.customer_id = :customer_id AND e.effective_date > :opening AND e.effective_date <= :on AND e.state = 'approved' AND e.kind <> 'self'${narrow('e')}`,
    );
  }
  if (parts.overdue) {
    arms.push(
      `${columns(OVERDUE, 'a.staff_id', 'm.skill_id', levelAndFlags('0', '0'))}${noSpan} FROM training_assignment a JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = a.training_id WHERE a.customer_id = :customer_id AND ${parts.overdue.sql}${ofStaff('a')}${ofSkills('m')}`,
    );
  }
  const values: Record<string, QueryValue> = {
    on: parts.on,
    soon: addDays(parts.on, WARN_DAYS),
    later: addDays(parts.on, AT_RISK_DAYS),
    ...parts.overdue?.values,
  };
  if (parts.opening) values['opening'] = parts.opening;
  if (parts.staff_id) values['staff_id'] = parts.staff_id as readonly SqlValue[];
  if (parts.skill_id) values['skill_id'] = parts.skill_id as readonly SqlValue[];
  return { sql: arms.join(' UNION ALL '), values };
}
