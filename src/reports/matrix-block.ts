import type { CellStatus } from '../contract/skill-matrix';
import type { Day } from '../platform/calendar';
import { yieldToEventLoop } from '../platform/event-loop';
import { bytesKey } from './bytes-key';
import { statusOf } from './cell-status';
import { ClosingSpans } from './closing-spans';
import type { SkillHead, StaffHead } from './matrix-axes';
import type { BlockParts } from './matrix-block.query';
import { matrixCells, Targets, type MatrixCells } from './matrix-cells';
import {
  BEGINS_SOON,
  CAUSE_AT,
  COVERS_CLOSING,
  COVERS_LATER,
  COVERS_OPENING,
  DATE_AT,
  END_AT,
  EVENTS,
  EXEMPTION,
  ID_LETTERS,
  LEVEL,
  LEVEL_BY_SKILL,
  LEVEL_DATED,
  PAST_ROLE,
  PERSONAL,
  REVOKED_CAUSE,
  ROLE,
  flagsAt,
  heldAt,
  levelAt,
  strideOf,
  type PackedRow,
} from './packed-rows';
import { RoleHolders } from './role-holders';

/** A text of the database's came without its end. */
export class TextCutOff extends Error {}

const SPAN = 1;
const REVOKED = 2;
const EXEMPT = 4;

/** What is known while rows come in. */
interface Filling {
  readonly on: Day;
  /** Where the line of a person begins. */
  readonly staff: ReadonlyMap<string, number>;
  readonly skills: ReadonlyMap<string, number>;
  /** By the letters of their id, where levels come skill by skill. */
  readonly lines: ReadonlyMap<string, number>;
  readonly roles: PackedRow[];
  readonly past: PackedRow[];
  readonly closing: Targets;
  readonly opening: Targets;
}

/** A rectangle of the matrix as flat arrays, filled from one statement whose rows may come in any order. */
export class MatrixBlock {
  readonly columns: number;
  readonly level: MatrixCells['level'];
  readonly later: MatrixCells['later'];
  readonly target: MatrixCells['target'];
  readonly held: MatrixCells['held'];
  readonly opening_level: MatrixCells['opening_level'];
  readonly opening_held: MatrixCells['opening_held'];
  readonly events: MatrixCells['events'];
  /** Where they were asked for (`dated`). */
  readonly closing = new ClosingSpans();

  private constructor(
    readonly staff: readonly StaffHead[],
    readonly skills: readonly SkillHead[],
    readonly has_opening: boolean,
    private readonly cells: MatrixCells,
    private readonly filling: Filling,
  ) {
    this.columns = skills.length;
    ({ level: this.level, held: this.held, later: this.later, target: this.target } = cells);
    ({ opening_level: this.opening_level, opening_held: this.opening_held, events: this.events } = cells);
  }

  static of(staff: readonly StaffHead[], skills: readonly SkillHead[], parts: BlockParts): MatrixBlock {
    const [opening, overdue] = [parts.opening !== undefined, parts.overdue !== undefined];
    const events = opening && parts.events === true;
    const cells = matrixCells(staff.length * skills.length, { opening, overdue, events });
    const [keys, lines] = [new Map<string, number>(), new Map<string, number>()];
    for (const [row, { id, key }] of staff.entries()) {
      keys.set(key, row * skills.length);
      if (parts.bySkill) lines.set(lettersOf(id), row * skills.length);
    }
    return new MatrixBlock(staff, skills, opening, cells, {
      ...{ on: parts.on, staff: keys, lines },
      skills: new Map(skills.map((head, index) => [lettersOf(head.id), index])),
      ...{ roles: [], past: [] },
      ...{ closing: new Targets(cells.target), opening: new Targets(cells.opening_target) },
    });
  }

  isExempt(cell: number): boolean {
    return (this.cells.flags[cell]! & EXEMPT) !== 0;
  }
  isRevoked(cell: number): boolean {
    return (this.cells.flags[cell]! & REVOKED) !== 0;
  }
  wasRevoked(cell: number): boolean {
    return (this.cells.opening_flags[cell]! & REVOKED) !== 0;
  }
  /** Something counted by then, at whatever level. */
  isKnown(cell: number): boolean {
    return (this.cells.flags[cell]! & SPAN) !== 0;
  }
  /** 0: nothing is required, or the person is exempt. */
  required(cell: number): number {
    return this.cells.flags[cell]! & EXEMPT ? 0 : this.target[cell]!;
  }
  requiredAtOpening(cell: number): number {
    return this.cells.opening_flags[cell]! & EXEMPT ? 0 : this.cells.opening_target[cell]!;
  }
  fallsBelow(cell: number, target: number): boolean {
    const low = this.cells.low[cell]!;
    return low !== 0 && low - 1 < target;
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
  /** Meets its target, and falls below it within the warning days. */
  isExpiring(cell: number): boolean {
    const target = this.required(cell);
    return target > 0 && this.level[cell]! >= target && this.fallsBelow(cell, target);
  }
  /** A training that would close the gap is past its due day. */
  isOverdue(cell: number): boolean {
    return this.cells.overdue[cell] === 1 && this.level[cell]! < this.required(cell);
  }

  /** One row of the statement, in whatever order. @throws TextCutOff when the database has: levels would be missing */
  take(row: PackedRow): void {
    if (row.part === LEVEL_DATED) return this.fillDated(row);
    if (row.packed.length !== Number(row.n) * (strideOf(row.part) + 1) - 1)
      throw new TextCutOff('group_concat_max_len is too small');
    if (row.part === ROLE) this.filling.roles.push(row);
    else if (row.part === PAST_ROLE) this.filling.past.push(row);
    else if (row.part === LEVEL_BY_SKILL) this.fillColumn(row);
    else {
      const line = this.filling.staff.get(bytesKey(row.id));
      if (line !== undefined) this.fillLine(line, row);
    }
  }

  /** All rows are in: what roles require is laid below what was said of the person. */
  async done(): Promise<void> {
    const { roles, past, closing, opening } = this.filling;
    if (roles.length) await this.takeRoles(roles, RoleHolders.of(this.staff, past, this.has_opening));
    closing.settle();
    opening.settle();
  }

  private fillLine(line: number, { part, packed }: PackedRow): void {
    const { skills } = this.filling;
    const stride = strideOf(part);
    for (let at = 0; at < packed.length; at += stride + 1) {
      const column = skills.get(packed.substring(at, at + ID_LETTERS));
      if (column === undefined) continue;
      const cell = line + column;
      const level = levelAt(packed, at);
      const flags = flagsAt(packed, at);
      if (part === LEVEL) this.takeSpan(cell, level, heldAt(packed, at), flags);
      else if (part === PERSONAL) this.takePersonal(cell, level, flags, packed.substring(at + DATE_AT, at + stride));
      else if (part === EXEMPTION) this.takeExemption(cell, flags);
      else if (part === EVENTS) this.events[cell]!++;
      else this.cells.overdue[cell] = 1;
    }
  }

  private fillDated({ id, packed, n }: PackedRow): void {
    const { on, staff, skills } = this.filling;
    const person = bytesKey(id);
    const line = staff.get(person);
    const entries = packed.split(',');
    if (entries.length !== Number(n)) throw new TextCutOff('group_concat_max_len is too small');
    for (const entry of line === undefined ? [] : entries) {
      const column = skills.get(entry.substring(0, ID_LETTERS));
      if (column === undefined) continue;
      const level = levelAt(entry, 0);
      this.takeSpan(line! + column, level, heldAt(entry, 0), flagsAt(entry, 0));
      const to_date = entry.substring(END_AT, CAUSE_AT);
      if (to_date < on) continue;
      const span = { from_date: entry.substring(DATE_AT, END_AT), to_date, level, cause: entry.substring(CAUSE_AT) };
      this.closing.add(person, this.skills[column]!.key, span);
    }
  }

  private fillColumn({ id, packed }: PackedRow): void {
    const { skills, lines } = this.filling;
    const column = skills.get(Buffer.from(id).toString('hex').toUpperCase());
    if (column === undefined) return;
    for (let at = 0; at < packed.length; at += DATE_AT + 1) {
      const line = lines.get(packed.substring(at, at + ID_LETTERS));
      if (line === undefined) continue;
      this.takeSpan(line + column, levelAt(packed, at), heldAt(packed, at), flagsAt(packed, at));
    }
  }

  private takeSpan(cell: number, level: number, held: number, flags: number): void {
    const { cells } = this;
    if (flags & COVERS_CLOSING) {
      cells.level[cell] = level;
      cells.held[cell] = held;
      cells.flags[cell]! |= flags & REVOKED_CAUSE ? SPAN | REVOKED : SPAN;
    }
    if (flags & COVERS_LATER) cells.later[cell] = level;
    if (flags & BEGINS_SOON && (cells.low[cell] === 0 || level + 1 < cells.low[cell]!)) cells.low[cell] = level + 1;
    if (this.has_opening && flags & COVERS_OPENING) {
      cells.opening_level[cell] = level;
      cells.opening_held[cell] = held;
      cells.opening_flags[cell]! |= flags & REVOKED_CAUSE ? SPAN | REVOKED : SPAN;
    }
  }

  private takePersonal(cell: number, level: number, flags: number, from_date: Day): void {
    const { closing, opening } = this.filling;
    if (flags & COVERS_CLOSING) closing.own(cell, level, from_date);
    if (this.has_opening && flags & COVERS_OPENING) opening.own(cell, level, from_date);
  }

  private takeExemption(cell: number, flags: number): void {
    if (flags & COVERS_CLOSING) this.cells.flags[cell]! |= EXEMPT;
    if (this.has_opening && flags & COVERS_OPENING) this.cells.opening_flags[cell]! |= EXEMPT;
  }

  private async takeRoles(rows: readonly PackedRow[], holders: RoleHolders): Promise<void> {
    const { skills, closing, opening } = this.filling;
    for (const { id, packed } of rows) {
      await yieldToEventLoop();
      const role = bytesKey(id);
      const now = holders.of(role, COVERS_CLOSING);
      const then = holders.of(role, COVERS_OPENING);
      for (let at = 0; at < packed.length; at += DATE_AT + 1) {
        const column = skills.get(packed.substring(at, at + ID_LETTERS));
        if (column === undefined) continue;
        const level = levelAt(packed, at);
        const flags = flagsAt(packed, at);
        if (flags & COVERS_CLOSING) for (const row of now) closing.ofRole(row * this.columns + column, level);
        if (flags & COVERS_OPENING) for (const row of then) opening.ofRole(row * this.columns + column, level);
      }
    }
  }
}

const lettersOf = (id: string): string => id.replaceAll('-', '').toUpperCase();
