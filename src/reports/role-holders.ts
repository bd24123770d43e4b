import { bytesKey } from './bytes-key';
import type { StaffHead } from './matrix-axes';
import { COVERS_CLOSING, COVERS_OPENING, DATE_AT, ID_LETTERS, NOBODY, flagsAt, type PackedRow } from './packed-rows';

const STRIDE = DATE_AT + 10;

/** Which rows of a matrix have a job role on its two days: the present one, unless a past one had not ended by then. */
export class RoleHolders {
  private readonly closing = new Map<string, number[]>();
  private readonly opening = new Map<string, number[]>();

  private constructor() {}

  static of(staff: readonly StaffHead[], past: readonly PackedRow[], hasOpening: boolean): RoleHolders {
    const holders = new RoleHolders();
    const pasts = new Map(past.map((row) => [bytesKey(row.id), row.packed]));
    for (const [row, { key, role_key }] of staff.entries()) {
      const packed = pasts.get(key) ?? '';
      enter(holders.closing, roleThen(packed, COVERS_CLOSING, role_key), row);
      if (hasOpening) enter(holders.opening, roleThen(packed, COVERS_OPENING, role_key), row);
    }
    return holders;
  }

  /** @param end COVERS_CLOSING or COVERS_OPENING */
  of(role: string, end: number): readonly number[] {
    return (end === COVERS_CLOSING ? this.closing : this.opening).get(role) ?? [];
  }
}

/** Of those that had not ended the one that ended first. */
function roleThen(packed: string, end: number, present: string | null): string | null {
  let role = present;
  let ended = '';
  for (let at = 0; at < packed.length; at += STRIDE + 1) {
    const to_date = packed.substring(at + DATE_AT, at + STRIDE);
    if (!(flagsAt(packed, at) & end) || (ended && to_date >= ended)) continue;
    ended = to_date;
    const id = packed.substring(at, at + ID_LETTERS);
    role = id === NOBODY ? null : bytesKey(Buffer.from(id, 'hex'));
  }
  return role;
}

function enter(lines: Map<string, number[]>, role: string | null, row: number): void {
  if (role === null) return;
  const known = lines.get(role);
  if (known) known.push(row);
  else lines.set(role, [row]);
}
