import type { SqlValue } from '../platform/database/database';
import { addDays, type Day } from '../platform/calendar';
import type { TenantQueries, QueryValue } from '../tenancy/tenant-queries';
import type { Tenant } from '../tenancy/tenant';
import { AT_RISK_DAYS } from './aggregates';
import { bytesKey } from './bytes-key';
import { WARN_DAYS } from './cell-status';
import type { SkillHead, StaffHead } from './matrix-axes';

/** What a block must know; each costs a part of the statement. */
export interface BlockParts {
  on: Day;
  /** Left out: only the closing day is read. */
  opening?: Day | undefined;
  /** Count what entered the ledger after the opening. */
  events?: boolean;
  /** Find requirements whose training is overdue. */
  overdue?: boolean;
  /** Only these staff or skills; left out: everybody's, which needs no list of ids. */
  staff_id?: readonly string[] | undefined;
  skill_id?: readonly string[] | undefined;
}

const SPAN = 1;
const REVOKED = 2;
const EXEMPT = 4;
const NOTHING = 255;
const COVERS_CLOSING = 1;
const COVERS_OPENING = 2;
const COVERS_LATER = 4;
const BEGINS_SOON = 8;

/**
 * A rectangle of the matrix as flat arrays, `row * columns + column`: no object a cell, so that 100,000 cells are a few
 * hundred kilobytes. Filled from one statement whose rows may come in any order.
 */
export class MatrixBlock {
  readonly columns: number;
  readonly level: Uint8Array;
  readonly held: Uint8Array;
  /** The level on D + 90. */
  readonly later: Uint8Array;
  readonly target: Uint8Array;
  readonly opening_level: Uint8Array;
  readonly opening_held: Uint8Array;
  readonly opening_target: Uint8Array;
  readonly events: Uint16Array;
  readonly overdue: Uint8Array;
  private readonly flags: Uint8Array;
  private readonly opening_flags: Uint8Array;
  /** The lowest level that begins within the warning days. */
  private readonly low: Uint8Array;

  constructor(
    readonly staff: readonly StaffHead[],
    readonly skills: readonly SkillHead[],
    readonly has_opening: boolean,
  ) {
    this.columns = skills.length;
    const cells = staff.length * skills.length;
    const bytes = () => new Uint8Array(cells);
    const opening = () => (has_opening ? bytes() : empty);
    this.level = bytes();
    this.held = bytes();
    this.later = bytes();
    this.flags = bytes();
    this.low = bytes().fill(NOTHING);
    this.target = bytes().fill(NOTHING);
    this.opening_level = opening();
    this.opening_held = opening();
    this.opening_flags = opening();
    this.opening_target = opening().fill(NOTHING);
    this.events = has_opening ? new Uint16Array(cells) : none;
    this.overdue = bytes();
  }

  isExempt(cell: number): boolean {
    return (this.flags[cell]! & EXEMPT) !== 0;
  }
  isRevoked(cell: number): boolean {
    return (this.flags[cell]! & REVOKED) !== 0;
  }
  wasRevoked(cell: number): boolean {
    return (this.opening_flags[cell]! & REVOKED) !== 0;
  }
  /** Something counted by then, at whatever level. */
  isKnown(cell: number): boolean {
    return (this.flags[cell]! & SPAN) !== 0;
  }
  /** 0: nothing is required, or the person is exempt. */
  required(cell: number): number {
    return this.flags[cell]! & EXEMPT ? 0 : this.target[cell]!;
  }
  requiredAtOpening(cell: number): number {
    return this.opening_flags[cell]! & EXEMPT ? 0 : this.opening_target[cell]!;
  }
  fallsBelow(cell: number, target: number): boolean {
    return this.low[cell]! < target;
  }

  fill(rows: readonly CellRow[]): void {
    const staff = new Map(this.staff.map((head, index) => [head.key, index * this.columns]));
    const skills = new Map(this.skills.map((head, index) => [head.key, index]));
    const roles: CellRow[] = [];
    const dated = new DatedCells();
    for (const row of rows) {
      if (row.part === ROLE) {
        roles.push(row);
        continue;
      }
      const line = staff.get(bytesKey(row.staff_id));
      const column = skills.get(bytesKey(row.skill_id));
      if (line === undefined || column === undefined) continue;
      const cell = line + column;
      if (row.part === LEVEL) this.takeSpan(cell, row);
      else if (row.part === PERSONAL) this.takePersonal(cell, row, dated);
      else if (row.part === EXEMPTION) this.takeExemption(cell, row.flags);
      else if (row.part === EVENTS) this.events[cell] = row.level;
      else this.overdue[cell] = 1;
    }
    this.takeRoles(roles, skills);
    settle(this.target);
    settle(this.opening_target);
  }

  private takeSpan(cell: number, { level, held, flags }: CellRow): void {
    if (flags & COVERS_CLOSING) {
      this.level[cell] = level;
      this.held[cell] = held;
      this.flags[cell]! |= flags & REVOKED_CAUSE ? SPAN | REVOKED : SPAN;
    }
    if (flags & COVERS_LATER) this.later[cell] = level;
    if (flags & BEGINS_SOON && level < this.low[cell]!) this.low[cell] = level;
    if (this.has_opening && flags & COVERS_OPENING) {
      this.opening_level[cell] = level;
      this.opening_held[cell] = held;
      this.opening_flags[cell]! |= flags & REVOKED_CAUSE ? SPAN | REVOKED : SPAN;
    }
  }

  /** Of two on a day the one that began last stands (skill-target.ts). */
  private takePersonal(cell: number, row: CellRow, dated: DatedCells): void {
    if (row.flags & COVERS_CLOSING && dated.isLatest(cell, row.from_date!)) this.target[cell] = row.level;
    if (this.has_opening && row.flags & COVERS_OPENING && dated.isLatest(-1 - cell, row.from_date!)) {
      this.opening_target[cell] = row.level;
    }
  }

  private takeExemption(cell: number, flags: number): void {
    if (flags & COVERS_CLOSING) this.flags[cell]! |= EXEMPT;
    if (this.has_opening && flags & COVERS_OPENING) this.opening_flags[cell]! |= EXEMPT;
  }

  /** The highest of the role, wherever nothing personal was said. */
  private takeRoles(rows: readonly CellRow[], skills: ReadonlyMap<string, number>): void {
    if (!rows.length) return;
    const lines = new Map<string, number[]>();
    this.staff.forEach(({ role_key }, index) => {
      if (role_key === null) return;
      const known = lines.get(role_key);
      if (known) known.push(index * this.columns);
      else lines.set(role_key, [index * this.columns]);
    });
    const closing = new Highest(this.target);
    const opening = new Highest(this.opening_target);
    for (const row of rows) {
      const column = skills.get(bytesKey(row.skill_id));
      if (column === undefined) continue;
      for (const line of lines.get(bytesKey(row.staff_id)) ?? []) {
        if (row.flags & COVERS_CLOSING) closing.raise(line + column, row.level);
        if (this.has_opening && row.flags & COVERS_OPENING) opening.raise(line + column, row.level);
      }
    }
    closing.write();
    opening.write();
  }
}

const empty = new Uint8Array(0);
const none = new Uint16Array(0);

function settle(targets: Uint8Array): void {
  for (let cell = 0; cell < targets.length; cell++) if (targets[cell] === NOTHING) targets[cell] = 0;
}

class DatedCells {
  private readonly latest = new Map<number, Day>();
  isLatest(cell: number, from_date: Day): boolean {
    const known = this.latest.get(cell);
    if (known !== undefined && known > from_date) return false;
    this.latest.set(cell, from_date);
    return true;
  }
}

class Highest {
  private readonly levels = new Map<number, number>();
  constructor(private readonly targets: Uint8Array) {}
  raise(cell: number, level: number): void {
    if (this.targets[cell] === NOTHING && level > (this.levels.get(cell) ?? 0)) this.levels.set(cell, level);
  }
  write(): void {
    for (const [cell, level] of this.levels) this.targets[cell] = level;
  }
}

const LEVEL = 0;
const PERSONAL = 1;
const ROLE = 2;
const EXEMPTION = 3;
const EVENTS = 4;
const REVOKED_CAUSE = 16;

export interface CellRow {
  part: number;
  /** Of a role's target: the job role. */
  staff_id: Uint8Array;
  skill_id: Uint8Array;
  level: number;
  held: number;
  flags: number;
  from_date: Day | null;
}

/** Reads what the block needs, in one statement. */
export async function readBlock(
  queries: TenantQueries,
  tenant: Tenant,
  staff: readonly StaffHead[],
  skills: readonly SkillHead[],
  parts: BlockParts,
): Promise<MatrixBlock> {
  const block = new MatrixBlock(staff, skills, parts.opening !== undefined);
  if (!staff.length || !skills.length) return block;
  const { sql, values } = blockQuery(parts);
  block.fill(await queries.rows<CellRow>(tenant, sql, values));
  return block;
}

function blockQuery(parts: BlockParts): { sql: string; values: Record<string, QueryValue> } {
  const opening = parts.opening !== undefined;
  const covers = (alias: string, to: string, day: string, bit: number) =>
    `CASE WHEN ${alias}.from_date <= :${day} AND ${to} >= :${day} THEN ${bit} ELSE 0 END`;
  const bothEnds = (alias: string, to: string) =>
    covers(alias, to, 'on', COVERS_CLOSING) + (opening ? ` + ${covers(alias, to, 'opening', COVERS_OPENING)}` : '');
  const narrow = (alias: string) =>
    (parts.staff_id ? ` AND ${alias}.staff_id IN (:staff_id)` : '') + ofSkills(alias);
  const ofSkills = (alias: string) => (parts.skill_id ? ` AND ${alias}.skill_id IN (:skill_id)` : '');
  const first = opening ? ':opening' : ':on';
  const overlaps = (alias: string) => `${alias}.from_date <= :on AND (${alias}.to_date IS NULL OR ${alias}.to_date >= ${first})`;
  const end = (alias: string) => `COALESCE(${alias}.to_date, '9999-12-31')`;
  const arms = [
    `SELECT ${LEVEL} AS part, p.staff_id AS staff_id, p.skill_id AS skill_id, p.level AS level, p.held_level AS held, ${bothEnds('p', 'p.to_date')} + ${covers('p', 'p.to_date', 'later', COVERS_LATER)} + CASE WHEN p.from_date > :on AND p.from_date <= :soon THEN ${BEGINS_SOON} ELSE 0 END + CASE WHEN p.cause = 'revoked' THEN ${REVOKED_CAUSE} ELSE 0 END AS flags, NULL AS from_date FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= ${first} AND p.from_date <= :later${narrow('p')}`,
    `SELECT ${PERSONAL}, g.staff_id, g.skill_id, g.level, 0, ${bothEnds('g', end('g'))}, g.from_date FROM skill_target g WHERE g.customer_id = :customer_id AND ${overlaps('g')}${narrow('g')}`,
    `SELECT ${ROLE}, t.job_role_id, t.skill_id, t.level, 0, ${bothEnds('t', end('t'))}, NULL FROM role_target t WHERE t.customer_id = :customer_id AND ${overlaps('t')}${ofSkills('t')}`,
    `SELECT ${EXEMPTION}, x.staff_id, x.skill_id, 0, 0, ${bothEnds('x', end('x'))}, NULL FROM exemption x WHERE x.customer_id = :customer_id AND ${overlaps('x')}${narrow('x')}`,
  ];
  if (parts.events && opening) {
    arms.push(
      `SELECT ${EVENTS}, e.staff_id, e.skill_id, COUNT(*), 0, 0, NULL FROM evidence e WHERE e.customer_id = :customer_id AND e.effective_date > :opening AND e.effective_date <= :on AND e.state = 'approved' AND e.kind <> 'self'${narrow('e')} GROUP BY e.staff_id, e.skill_id`,
    );
  }
  if (parts.overdue) {
    arms.push(
      `SELECT 5, a.staff_id, m.skill_id, 0, 0, 0, NULL FROM training_assignment a JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = a.training_id WHERE a.customer_id = :customer_id AND a.state IN ('assigned', 'in_progress') AND a.due_on < :on${parts.staff_id ? ' AND a.staff_id IN (:staff_id)' : ''}${ofSkills('m')}`,
    );
  }
  const values: Record<string, QueryValue> = {
    on: parts.on,
    soon: addDays(parts.on, WARN_DAYS),
    later: addDays(parts.on, AT_RISK_DAYS),
  };
  if (parts.opening) values['opening'] = parts.opening;
  if (parts.staff_id) values['staff_id'] = parts.staff_id as readonly SqlValue[];
  if (parts.skill_id) values['skill_id'] = parts.skill_id as readonly SqlValue[];
  return { sql: arms.join(' UNION ALL '), values };
}
