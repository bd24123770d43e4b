import { COVERS_CLOSING, COVERS_OPENING, hexOf, type BlockRow } from './block-rows';
import type { StaffHead } from './matrix-axes';

/** Which rows of a matrix have a job role on its two days: the present one, unless a past one had not ended by then. */
export class RoleHolders {
  private readonly closing = new Map<string, number[]>();
  private readonly opening = new Map<string, number[]>();

  private constructor() {}

  static of(staff: readonly StaffHead[], past: readonly BlockRow[], hasOpening: boolean): RoleHolders {
    const holders = new RoleHolders();
    const pasts = new Map<string, BlockRow[]>();
    for (const row of past) pasts.set(row.holder_id, [...(pasts.get(row.holder_id) ?? []), row]);
    for (const [row, { id, role_key }] of staff.entries()) {
      const roles = pasts.get(hexOf(id)) ?? [];
      enter(holders.closing, roleThen(roles, COVERS_CLOSING, role_key), row);
      if (hasOpening) enter(holders.opening, roleThen(roles, COVERS_OPENING, role_key), row);
    }
    return holders;
  }

  /** @param end COVERS_CLOSING or COVERS_OPENING */
  of(role: string, end: number): readonly number[] {
    return (end === COVERS_CLOSING ? this.closing : this.opening).get(role) ?? [];
  }
}

/** Of those that had not ended the one that ended first. */
function roleThen(past: readonly BlockRow[], end: number, present: string | null): string | null {
  let role = present;
  let ended: string | undefined;
  for (const { subject_id, flags, date } of past) {
    if (!(flags & end) || (ended !== undefined && date! >= ended)) continue;
    ended = date!;
    // SQLite's HEX of NULL is empty.
    role = subject_id || null;
  }
  return role;
}

function enter(lines: Map<string, number[]>, role: string | null, row: number): void {
  if (role === null) return;
  const known = lines.get(role);
  if (known) known.push(row);
  else lines.set(role, [row]);
}
