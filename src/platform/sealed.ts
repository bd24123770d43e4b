import { createHmac, timingSafeEqual } from 'node:crypto';

const SEAL = 32;

/** Bytes in an address that only we can have written; nothing is stored. @param key of 32 bytes, for this kind of address alone */
export const sealed = (body: Buffer, key: Buffer): string =>
  Buffer.concat([body, sealOf(body, key)]).toString('base64url');

/** What `sealed` was given. null: forged, changed, cut, or spelt in another way. @param length bytes of the body */
export function unsealed(token: string, length: number, key: Buffer): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  // base64 has several spellings of one value: only ours is a link.
  if (bytes.length !== length + SEAL || bytes.toString('base64url') !== token) return null;
  const body = bytes.subarray(0, length);
  return timingSafeEqual(bytes.subarray(length), sealOf(body, key)) ? body : null;
}

const sealOf = (body: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(body).digest();
