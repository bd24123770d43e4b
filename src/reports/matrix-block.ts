import type { CellStatus } from '../contract/skill-matrix';
import type { Day } from '../platform/calendar';
import { ROWS_PER_TURN, yieldToEventLoop } from '../platform/event-loop';
import { statusOf } from './cell-status';
import { ClosingSpans } from './closing-spans';
import type { SkillHead, StaffHead } from './matrix-axes';
import type { BlockParts } from './matrix-block.query';
import { matrixCells, Targets, type MatrixCells } from './matrix-cells';
import {
  BEGINS_SOON,
  COVERS_CLOSING,
  COVERS_LATER,
  COVERS_OPENING,
  EVENTS,
  EXEMPTION,
  LEVEL,
  PAST_ROLE,
  PERSONAL,
  REVOKED_CAUSE,
  ROLE,
  hexOf,
  type BlockRow,
} from './block-rows';
import { RoleHolders } from './role-holders';

const SPAN = 1;
const REVOKED = 2;
const EXEMPT = 4;

/** What is known while rows come in. */
interface Filling {
  readonly on: Day;
  /** Where the line of a person begins. */
  readonly staff: ReadonlyMap<string, number>;
  readonly skills: ReadonlyMap<string, number>;
  readonly roles: BlockRow[];
  readonly past: BlockRow[];
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
    return new MatrixBlock(staff, skills, opening, cells, {
      on: parts.on,
      staff: new Map(staff.map(({ id }, row) => [hexOf(id), row * skills.length])),
      skills: new Map(skills.map(({ id }, column) => [hexOf(id), column])),
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

  /** One row of the statement, in whatever order. */
  take(row: BlockRow): void {
    const { part, level, flags } = row;
    if (part === ROLE) this.filling.roles.push(row);
    else if (part === PAST_ROLE) this.filling.past.push(row);
    else {
      const line = this.filling.staff.get(row.holder_id);
      const column = this.filling.skills.get(row.subject_id!);
      if (line === undefined || column === undefined) return;
      const cell = line + column;
      if (part === LEVEL) this.takeSpan(cell, level, row.held_level, flags);
      else if (part === PERSONAL) this.takePersonal(cell, level, flags, row.date!);
      else if (part === EXEMPTION) this.takeExemption(cell, flags);
      else if (part === EVENTS) this.events[cell]!++;
      else this.cells.overdue[cell] = 1;
      if (row.cause && row.to_date! >= this.filling.on)
        this.closing.add(this.staff[line / this.columns]!.key, this.skills[column]!.key, {
          ...{ from_date: row.date!, to_date: row.to_date!, level, cause: row.cause },
        });
    }
  }

  /** All rows are in: what roles require is laid below what was said of the person. */
  async done(): Promise<void> {
    const { roles, past, closing, opening } = this.filling;
    if (roles.length) await this.takeRoles(roles, RoleHolders.of(this.staff, past, this.has_opening));
    closing.settle();
    opening.settle();
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

  private async takeRoles(rows: readonly BlockRow[], holders: RoleHolders): Promise<void> {
    const { skills, closing, opening } = this.filling;
    for (const [at, { holder_id, subject_id, level, flags }] of rows.entries()) {
      if (at % ROWS_PER_TURN === 0) await yieldToEventLoop();
      const column = skills.get(subject_id!);
      if (column === undefined) continue;
      if (flags & COVERS_CLOSING)
        for (const row of holders.of(holder_id, COVERS_CLOSING)) closing.ofRole(row * this.columns + column, level);
      if (flags & COVERS_OPENING)
        for (const row of holders.of(holder_id, COVERS_OPENING)) opening.ofRole(row * this.columns + column, level);
    }
  }
}
