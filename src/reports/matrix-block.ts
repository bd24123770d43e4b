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

  /** @throws Error when the database has cut a text off: levels would be missing, and nobody would know */
  fill(rows: readonly PackedRow[]): void {
    const staff = new Map(this.staff.map((head, index) => [head.key, index * this.columns]));
    const skills = new Map(this.skills.map((head, index) => [head.id.replaceAll('-', '').toUpperCase(), index]));
    const roles: PackedRow[] = [];
    const dated = new DatedCells();
    for (const row of rows) {
      if (row.packed.length !== Number(row.n) * (strideOf(row.part) + 1) - 1)
        throw new Error('group_concat_max_len is too small');
      if (row.part === ROLE) {
        roles.push(row);
        continue;
      }
      const line = staff.get(bytesKey(row.id));
      if (line !== undefined) this.fillLine(line, row, skills, dated);
    }
    this.takeRoles(roles, skills);
    settle(this.target);
    settle(this.opening_target);
  }

  private fillLine(
    line: number,
    { part, packed }: PackedRow,
    skills: ReadonlyMap<string, number>,
    dated: DatedCells,
  ): void {
    const stride = strideOf(part);
    for (let at = 0; at < packed.length; at += stride + 1) {
      const column = skills.get(packed.substring(at, at + ID_LETTERS));
      if (column === undefined) continue;
      const cell = line + column;
      const level = packed.charCodeAt(at + ID_LETTERS) - ZERO;
      const flags = flagsAt(packed, at);
      if (part === LEVEL) this.takeSpan(cell, level, packed.charCodeAt(at + ID_LETTERS + 1) - ZERO, flags);
      else if (part === PERSONAL)
        this.takePersonal(cell, level, flags, packed.substring(at + DATE_AT, at + stride), dated);
      else if (part === EXEMPTION) this.takeExemption(cell, flags);
      else if (part === EVENTS) this.events[cell]!++;
      else this.overdue[cell] = 1;
    }
  }

  private takeSpan(cell: number, level: number, held: number, flags: number): void {
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
  private takePersonal(cell: number, level: number, flags: number, from_date: Day, dated: DatedCells): void {
    if (flags & COVERS_CLOSING && (this.target[cell] === NOTHING || dated.isLater(cell, from_date))) {
      this.target[cell] = level;
      dated.set(cell, from_date);
    }
    if (!this.has_opening || !(flags & COVERS_OPENING)) return;
    if (this.opening_target[cell] === NOTHING || dated.isLater(-1 - cell, from_date)) {
      this.opening_target[cell] = level;
      dated.set(-1 - cell, from_date);
    }
  }

  private takeExemption(cell: number, flags: number): void {
    if (flags & COVERS_CLOSING) this.flags[cell]! |= EXEMPT;
    if (this.has_opening && flags & COVERS_OPENING) this.opening_flags[cell]! |= EXEMPT;
  }

  /** The highest of the role, wherever nothing personal was said. */
  private takeRoles(rows: readonly PackedRow[], skills: ReadonlyMap<string, number>): void {
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
    for (const { id, packed } of rows) {
      const holders = lines.get(bytesKey(id)) ?? [];
      for (let at = 0; at < packed.length; at += DATE_AT + 1) {
        const column = skills.get(packed.substring(at, at + ID_LETTERS));
        if (column === undefined) continue;
        const level = packed.charCodeAt(at + ID_LETTERS) - ZERO;
        const flags = flagsAt(packed, at);
        for (const line of holders) {
          if (flags & COVERS_CLOSING) closing.raise(line + column, level);
          if (this.has_opening && flags & COVERS_OPENING) opening.raise(line + column, level);
        }
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
  private readonly days = new Map<number, Day>();
  isLater(cell: number, from_date: Day): boolean {
    return from_date > (this.days.get(cell) ?? '');
  }
  set(cell: number, from_date: Day): void {
    this.days.set(cell, from_date);
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

const PLACES_MAX = 300;
const LEVEL = 0;
const PERSONAL = 1;
const ROLE = 2;
const EXEMPTION = 3;
const EVENTS = 4;
const OVERDUE = 5;
const REVOKED_CAUSE = 16;

const ZERO = 48;

/**
 * All that one person (or job role) has, in one text: a row for each of 100,000 cells costs several times what the cells
 * themselves do, in the driver and in the database. An entry is the skill's id in hexadecimal, level, held level, flags
 * + 10 (two digits), and of personal targets the first day; entries are parted by commas.
 */
export interface PackedRow {
  part: number;
  id: Uint8Array;
  packed: string;
  n: number;
}
const ID_LETTERS = 32;
const DATE_AT = ID_LETTERS + 4;
/** Only personal targets are dated: of two the later one stands. */
const strideOf = (part: number): number => (part === PERSONAL ? DATE_AT + 10 : DATE_AT);

function flagsAt(packed: string, at: number): number {
  return (packed.charCodeAt(at + ID_LETTERS + 2) - ZERO) * 10 + packed.charCodeAt(at + ID_LETTERS + 3) - ZERO - 10;
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
  block.fill(await queries.rows<PackedRow>(tenant, sql, values));
  return block;
}

function blockQuery(parts: BlockParts): { sql: string; values: Record<string, QueryValue> } {
  const opening = parts.opening !== undefined;
  const covers = (alias: string, to: string, day: string, bit: number) =>
    `CASE WHEN ${alias}.from_date <= :${day} AND ${to} >= :${day} THEN ${bit} ELSE 0 END`;
  const bothEnds = (alias: string, to: string) =>
    covers(alias, to, 'on', COVERS_CLOSING) + (opening ? ` + ${covers(alias, to, 'opening', COVERS_OPENING)}` : '');
  const narrow = (alias: string) => (parts.staff_id ? ` AND ${alias}.staff_id IN (:staff_id)` : '') + ofSkills(alias);
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
  const packed = (
    part: number,
    holder: string,
    skill: string,
    level: string,
    held: string,
    flags: string,
    from_date = '',
  ) =>
    `SELECT ${part} AS part, ${holder} AS id, GROUP_CONCAT(CONCAT(HEX(${skill}), ${level}, ${held}, 10 + ${flags}${from_date})) AS packed, COUNT(*) AS n`;
  const soon = `CASE WHEN p.from_date > :on AND p.from_date <= :soon THEN ${BEGINS_SOON} ELSE 0 END`;
  const revoked = `CASE WHEN p.cause = 'revoked' THEN ${REVOKED_CAUSE} ELSE 0 END`;
  const spanFlags = [bothEnds('p', 'p.to_date'), covers('p', 'p.to_date', 'later', COVERS_LATER), soon, revoked].join(
    ' + ',
  );
  const arms = [
    `${packed(LEVEL, 'p.staff_id', 'p.skill_id', 'p.level', 'p.held_level', spanFlags)} FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= ${first} AND p.from_date <= :later${narrow('p')} GROUP BY p.staff_id`,
    `${packed(PERSONAL, 'g.staff_id', 'g.skill_id', 'g.level', '0', bothEnds('g', end('g')), ', g.from_date')} FROM skill_target g WHERE g.customer_id = :customer_id AND ${overlaps('g')}${narrow('g')} GROUP BY g.staff_id`,
    `${packed(ROLE, 't.job_role_id', 't.skill_id', 't.level', '0', bothEnds('t', end('t')))} FROM role_target t WHERE t.customer_id = :customer_id AND ${overlaps('t')}${ofSkills('t')} GROUP BY t.job_role_id`,
    `${packed(EXEMPTION, 'x.staff_id', 'x.skill_id', '0', '0', bothEnds('x', end('x')))} FROM exemption x WHERE x.customer_id = :customer_id AND ${overlaps('x')}${narrow('x')} GROUP BY x.staff_id`,
  ];
  if (parts.events && opening) {
    arms.push(
      `${packed(EVENTS, 'e.staff_id', 'e.skill_id', '0', '0', '0')} FROM evidence e WHERE e.customer_id = :customer_id AND e.effective_date > :opening AND e.effective_date <= :on AND e.state = 'approved' AND e.kind <> 'self'${narrow('e')} GROUP BY e.staff_id`,
    );
  }
  if (parts.overdue) {
    arms.push(
      `${packed(OVERDUE, 'a.staff_id', 'm.skill_id', '0', '0', '0')} FROM training_assignment a JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = a.training_id WHERE a.customer_id = :customer_id AND a.state IN ('assigned', 'in_progress') AND a.due_on < :on${parts.staff_id ? ' AND a.staff_id IN (:staff_id)' : ''}${ofSkills('m')} GROUP BY a.staff_id`,
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
