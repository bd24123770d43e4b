import type { CellStatus } from '../../contract/skill-matrix';
import type { Day } from '../../common/calendar';
import { ROWS_PER_TURN, yieldToEventLoop } from '../../common/event-loop';
import { statusOf } from './cell-status';
import { ClosingSpans } from './closing-spans';
import type { SkillHeader, StaffHeader } from './matrix-axes';
import type { BlockOptions } from './matrix-block.query';
import { matrixCells, TargetAccumulator, type MatrixCells } from './matrix-cells';
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

/** State while rows are added. */
interface FillState {
  readonly on: Day;
  /** Index of the first cell of each staff member. */
  readonly staff: ReadonlyMap<string, number>;
  readonly skills: ReadonlyMap<string, number>;
  readonly roles: BlockRow[];
  readonly pastRoles: BlockRow[];
  readonly closing: TargetAccumulator;
  readonly opening: TargetAccumulator;
}

/** A rectangle of the matrix as flat arrays, filled from the rows of one statement in any order. */
export class MatrixBlock {
  readonly columns: number;
  readonly level: MatrixCells['level'];
  readonly laterLevel: MatrixCells['laterLevel'];
  readonly target: MatrixCells['target'];
  readonly heldLevel: MatrixCells['heldLevel'];
  readonly opening_level: MatrixCells['opening_level'];
  readonly opening_held: MatrixCells['opening_held'];
  readonly events: MatrixCells['events'];
  /** Empty unless read with `withSpans`. */
  readonly closing = new ClosingSpans();

  private constructor(
    readonly staff: readonly StaffHeader[],
    readonly skills: readonly SkillHeader[],
    readonly has_opening: boolean,
    private readonly cells: MatrixCells,
    private readonly fillState: FillState,
  ) {
    this.columns = skills.length;
    ({ level: this.level, heldLevel: this.heldLevel, laterLevel: this.laterLevel, target: this.target } = cells);
    ({ opening_level: this.opening_level, opening_held: this.opening_held, events: this.events } = cells);
  }

  static create(staff: readonly StaffHeader[], skills: readonly SkillHeader[], options: BlockOptions): MatrixBlock {
    const [opening, overdue] = [options.opening !== undefined, options.overdue !== undefined];
    const events = opening && options.events === true;
    const cells = matrixCells(staff.length * skills.length, { opening, overdue, events });
    return new MatrixBlock(staff, skills, opening, cells, {
      on: options.on,
      staff: new Map(staff.map(({ id }, row) => [hexOf(id), row * skills.length])),
      skills: new Map(skills.map(({ id }, column) => [hexOf(id), column])),
      roles: [],
      pastRoles: [],
      closing: new TargetAccumulator(cells.target),
      opening: new TargetAccumulator(cells.opening_target),
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
  /** There is a level, which may be 0. */
  isKnown(cell: number): boolean {
    return (this.cells.flags[cell]! & SPAN) !== 0;
  }
  /** 0: no target, or exempt. */
  required(cell: number): number {
    return this.cells.flags[cell]! & EXEMPT ? 0 : this.target[cell]!;
  }
  requiredAtOpening(cell: number): number {
    return this.cells.opening_flags[cell]! & EXEMPT ? 0 : this.cells.opening_target[cell]!;
  }
  fallsBelow(cell: number, target: number): boolean {
    const lowestSoon = this.cells.lowestSoon[cell]!;
    return lowestSoon !== 0 && lowestSoon - 1 < target;
  }
  statusAt(cell: number): CellStatus {
    const target = this.target[cell]!;
    return statusOf(
      this.isExempt(cell),
      this.isRevoked(cell),
      this.level[cell]!,
      this.heldLevel[cell]!,
      target,
      this.fallsBelow(cell, target),
    );
  }
  /** Meets the target now, but not until the end of the warning days. */
  isExpiring(cell: number): boolean {
    const target = this.required(cell);
    return target > 0 && this.level[cell]! >= target && this.fallsBelow(cell, target);
  }
  /** There is a gap, and a training for it is past its due date. */
  isOverdue(cell: number): boolean {
    return this.cells.overdue[cell] === 1 && this.level[cell]! < this.required(cell);
  }

  addRow(row: BlockRow): void {
    const { part, level, flags } = row;
    if (part === ROLE) this.fillState.roles.push(row);
    else if (part === PAST_ROLE) this.fillState.pastRoles.push(row);
    else {
      const firstCell = this.fillState.staff.get(row.holder_id);
      const column = this.fillState.skills.get(row.subject_id!);
      if (firstCell === undefined || column === undefined) return;
      const cell = firstCell + column;
      if (part === LEVEL) this.applySpan(cell, level, row.held_level, flags);
      else if (part === PERSONAL) this.applyPersonalTarget(cell, level, flags, row.date!);
      else if (part === EXEMPTION) this.applyExemption(cell, flags);
      else if (part === EVENTS) this.events[cell]!++;
      else this.cells.overdue[cell] = 1;
      if (row.cause && row.to_date! >= this.fillState.on)
        this.closing.add(this.staff[firstCell / this.columns]!.key, this.skills[column]!.key, {
          from_date: row.date!,
          to_date: row.to_date!,
          level,
          cause: row.cause,
        });
    }
  }

  /** Call after the last row: role targets apply where there is no personal target. */
  async finish(): Promise<void> {
    const { roles, pastRoles, closing, opening } = this.fillState;
    if (roles.length) await this.applyRoleTargets(roles, RoleHolders.of(this.staff, pastRoles, this.has_opening));
    closing.decode();
    opening.decode();
  }

  private applySpan(cell: number, level: number, heldLevel: number, flags: number): void {
    const { cells } = this;
    if (flags & COVERS_CLOSING) {
      cells.level[cell] = level;
      cells.heldLevel[cell] = heldLevel;
      cells.flags[cell]! |= flags & REVOKED_CAUSE ? SPAN | REVOKED : SPAN;
    }
    if (flags & COVERS_LATER) cells.laterLevel[cell] = level;
    if (flags & BEGINS_SOON && (cells.lowestSoon[cell] === 0 || level + 1 < cells.lowestSoon[cell]!))
      cells.lowestSoon[cell] = level + 1;
    if (this.has_opening && flags & COVERS_OPENING) {
      cells.opening_level[cell] = level;
      cells.opening_held[cell] = heldLevel;
      cells.opening_flags[cell]! |= flags & REVOKED_CAUSE ? SPAN | REVOKED : SPAN;
    }
  }

  private applyPersonalTarget(cell: number, level: number, flags: number, from_date: Day): void {
    const { closing, opening } = this.fillState;
    if (flags & COVERS_CLOSING) closing.addPersonal(cell, level, from_date);
    if (this.has_opening && flags & COVERS_OPENING) opening.addPersonal(cell, level, from_date);
  }

  private applyExemption(cell: number, flags: number): void {
    if (flags & COVERS_CLOSING) this.cells.flags[cell]! |= EXEMPT;
    if (this.has_opening && flags & COVERS_OPENING) this.cells.opening_flags[cell]! |= EXEMPT;
  }

  private async applyRoleTargets(rows: readonly BlockRow[], holders: RoleHolders): Promise<void> {
    const { skills, closing, opening } = this.fillState;
    for (const [index, { holder_id, subject_id, level, flags }] of rows.entries()) {
      if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
      const column = skills.get(subject_id!);
      if (column === undefined) continue;
      if (flags & COVERS_CLOSING)
        for (const row of holders.of(holder_id, COVERS_CLOSING)) closing.addRole(row * this.columns + column, level);
      if (flags & COVERS_OPENING)
        for (const row of holders.of(holder_id, COVERS_OPENING)) opening.addRole(row * this.columns + column, level);
    }
  }
}
