import { randomFillSync } from 'node:crypto';

/** Asked for at once: the engine's own call costs ten times what it fills. */
const POOL_BYTES = 4_096;
const pool = Buffer.alloc(POOL_BYTES);
let at = POOL_BYTES;

/** So many random bytes as text, from a pool that is filled anew when it is used up; what was handed out is forgotten. */
export function chance(bytes: number, as: 'hex' | 'base64url'): string {
  if (at + bytes > POOL_BYTES) {
    randomFillSync(pool);
    at = 0;
  }
  const from = at;
  at += bytes;
  const text = pool.toString(as, from, at);
  pool.fill(0, from, at);
  return text;
}
