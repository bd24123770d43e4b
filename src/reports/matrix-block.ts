import type { CellStatus } from '../contract/skill-matrix';
import type { Day } from '../platform/calendar';
import type { Tenant } from '../tenancy/tenant';
import type { TenantQueries } from '../tenancy/tenant-queries';
import { bytesKey } from './bytes-key';
import { statusOf } from './cell-status';
import type { SkillHead, StaffHead } from './matrix-axes';
import { blockQuery, type BlockParts } from './matrix-block.query';
import {
  BEGINS_SOON,
  COVERS_CLOSING,
  COVERS_LATER,
  COVERS_OPENING,
  DATE_AT,
  EVENTS,
  EXEMPTION,
  ID_LETTERS,
  LEVEL,
  PAST_ROLE,
  PERSONAL,
  REVOKED_CAUSE,
  ROLE,
  ZERO,
  flagsAt,
  strideOf,
  type PackedRow,
} from './packed-rows';
import { RoleHolders } from './role-holders';

const SPAN = 1;
const REVOKED = 2;
const EXEMPT = 4;
const NOTHING = 255;

/** What is known while rows come in. */
interface Filling {
  /** Where the line of a person begins. */
  readonly staff: ReadonlyMap<string, number>;
  readonly skills: ReadonlyMap<string, number>;
  readonly roles: PackedRow[];
  readonly past: PackedRow[];
  readonly dated: DatedCells;
}

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
  private readonly filling: Filling;

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
    this.filling = {
      staff: new Map(staff.map((head, index) => [head.key, index * this.columns])),
      skills: new Map(skills.map((head, index) => [head.id.replaceAll('-', '').toUpperCase(), index])),
      roles: [],
      past: [],
      dated: new DatedCells(),
    };
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
  statusAt(cell: number): CellStatus {
    const target = this.target[cell]!;
    return statusOf(
      this.isExempt(cell),
      this.isRevoked(cell),
      this.level[cell]!,
      this.held[cell]!,
      target,
      this.fallsBelow(cell, target),
    );
  }
  /** A training that would close the gap is past its due day. */
  isOverdue(cell: number): boolean {
    return this.overdue[cell] === 1 && this.level[cell]! < this.required(cell);
  }

  /** One row of the statement, in whatever order. @throws Error when the database has cut a text off: levels would be missing */
  take(row: PackedRow): void {
    if (row.packed.length !== Number(row.n) * (strideOf(row.part) + 1) - 1)
      throw new Error('group_concat_max_len is too small');
    if (row.part === ROLE) this.filling.roles.push(row);
    else if (row.part === PAST_ROLE) this.filling.past.push(row);
    else {
      const line = this.filling.staff.get(bytesKey(row.id));
      if (line !== undefined) this.fillLine(line, row, this.filling.skills, this.filling.dated);
    }
  }

  /** All rows are in: what roles require is laid below what was said of the person. */
  done(): void {
    const { roles, past, skills } = this.filling;
    if (roles.length) this.takeRoles(roles, skills, new RoleHolders(this.staff, past, this.has_opening));
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

  /** The highest of the role they had on the day, wherever nothing personal was said. */
  private takeRoles(rows: readonly PackedRow[], skills: ReadonlyMap<string, number>, holders: RoleHolders): void {
    const closing = new Highest(this.target);
    const opening = new Highest(this.opening_target);
    for (const { id, packed } of rows) {
      const role = bytesKey(id);
      const now = holders.of(role, COVERS_CLOSING);
      const then = holders.of(role, COVERS_OPENING);
      for (let at = 0; at < packed.length; at += DATE_AT + 1) {
        const column = skills.get(packed.substring(at, at + ID_LETTERS));
        if (column === undefined) continue;
        const level = packed.charCodeAt(at + ID_LETTERS) - ZERO;
        const flags = flagsAt(packed, at);
        if (flags & COVERS_CLOSING) for (const row of now) closing.raise(row * this.columns + column, level);
        if (flags & COVERS_OPENING) for (const row of then) opening.raise(row * this.columns + column, level);
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

/** Flat, as the block is: a role of hundreds of people requires tens of thousands of cells. */
class Highest {
  private readonly levels: Uint8Array;
  constructor(private readonly targets: Uint8Array) {
    this.levels = new Uint8Array(targets.length);
  }
  raise(cell: number, level: number): void {
    if (this.targets[cell] === NOTHING && level > this.levels[cell]!) this.levels[cell] = level;
  }
  write(): void {
    for (let cell = 0; cell < this.levels.length; cell++)
      if (this.levels[cell]! > 0) this.targets[cell] = this.levels[cell]!;
  }
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
  if (parts.staff_id || parts.skill_id)
    for (const row of await queries.rows<PackedRow>(tenant, sql, values)) block.take(row);
  else await queries.each<PackedRow>(tenant, sql, values, (row) => block.take(row));
  block.done();
  return block;
}
