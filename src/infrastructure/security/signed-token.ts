import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 32;

/** Signs bytes for use in a link; nothing is stored. @param key 32 bytes, derived for this kind of link only */
export const signToken = (body: Buffer, key: Buffer): string =>
  Buffer.concat([body, computeSignature(body, key)]).toString('base64url');

/** Returns the signed bytes, or null for an invalid or non-canonical token. @param length bytes of the body */
export function verifyToken(token: string, length: number, key: Buffer): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  // base64 has several encodings of one value: only the canonical one is accepted.
  if (bytes.length !== length + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
  const body = bytes.subarray(0, length);
  return timingSafeEqual(bytes.subarray(length), computeSignature(body, key)) ? body : null;
}

const computeSignature = (body: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(body).digest();
