// Ids and instants in database and response format.
import { randomFillSync } from 'node:crypto';

export const uuid = (bytes) => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
export const bytes = (id) => Buffer.from(id.replaceAll('-', ''), 'hex');
export const iso = (ms) => new Date(ms).toISOString();

const pool = Buffer.alloc(16 * 256);
let at = pool.length;
/** A new id that sorts after all earlier ones (UUIDv7). */
export function newId() {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  const id = Buffer.from(pool.subarray(at, (at += 16)));
  id.writeUIntBE(Date.now(), 0, 6);
  id[6] = 0x70 | (id[6] & 0x0f);
  id[8] = 0x80 | (id[8] & 0x3f);
  return id;
}
