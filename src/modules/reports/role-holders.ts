import { COVERS_CLOSING, COVERS_OPENING, hexOf, type BlockRow } from './block-rows';
import type { StaffHeader } from './matrix-axes';

/** Matrix rows by job role at closing and opening: the current role, unless a past role had not ended by then. */
export class RoleHolders {
  private readonly closing = new Map<string, number[]>();
  private readonly opening = new Map<string, number[]>();

  private constructor() {}

  static of(staff: readonly StaffHeader[], pastRoles: readonly BlockRow[], hasOpening: boolean): RoleHolders {
    const holders = new RoleHolders();
    const pastRolesByStaff = new Map<string, BlockRow[]>();
    for (const row of pastRoles)
      pastRolesByStaff.set(row.holder_id, [...(pastRolesByStaff.get(row.holder_id) ?? []), row]);
    for (const [row, { id, role_key }] of staff.entries()) {
      const roles = pastRolesByStaff.get(hexOf(id)) ?? [];
      addRow(holders.closing, roleOnDay(roles, COVERS_CLOSING, role_key), row);
      if (hasOpening) addRow(holders.opening, roleOnDay(roles, COVERS_OPENING, role_key), row);
    }
    return holders;
  }

  /** @param end COVERS_CLOSING or COVERS_OPENING */
  of(role: string, end: number): readonly number[] {
    return (end === COVERS_CLOSING ? this.closing : this.opening).get(role) ?? [];
  }
}

/** The past role that ended first among those not ended on the day, else the current role. */
function roleOnDay(pastRoles: readonly BlockRow[], end: number, currentRole: string | null): string | null {
  let role = currentRole;
  let endDay: string | undefined;
  for (const { subject_id, flags, date } of pastRoles) {
    if (!(flags & end) || (endDay !== undefined && date! >= endDay)) continue;
    endDay = date!;
    // SQLite's HEX of NULL is empty.
    role = subject_id || null;
  }
  return role;
}

function addRow(rowsByRole: Map<string, number[]>, role: string | null, row: number): void {
  if (role === null) return;
  const rows = rowsByRole.get(role);
  if (rows) rows.push(row);
  else rowsByRole.set(role, [row]);
}
