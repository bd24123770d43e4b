import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { idFromBytes, idToBytes } from '../../common/ids';

/**
 * Codes and tokens derived from the id of a row and a server key: nothing secret is stored, and mail and verification
 * derive the same value.
 */

/** Four or six digits for the n-th send of a challenge. */
export function otpCode(key: Buffer, challenge_id: string, send: number, digits: 4 | 6): string {
  const mac = createHmac('sha256', key).update(`${challenge_id}:${send}`).digest();
  return String(mac.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');
}

/** 256 bits, base64url */
export const derivedToken = (key: Buffer, purpose: 'link' | 'ticket' | 'sign-in' | 'passkey', id: string): string =>
  createHmac('sha256', key).update(`${purpose}:${id}`).digest('base64url');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Constant-time comparison. */
export const isSameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

const MAC_BYTES = 32;
const HEAD_BYTES = 16 + 6 + 8;

/** A handle for a link, different on each call. The link ensures single use. @param until milliseconds */
export function sealHandle(key: Buffer, link_id: string, until: number): string {
  const head = Buffer.alloc(HEAD_BYTES);
  idToBytes(link_id).copy(head, 0);
  head.writeUIntBE(until, 16, 6);
  randomBytes(8).copy(head, 22);
  return Buffer.concat([head, macOf(key, head)]).toString('base64url');
}

/** @returns null for an invalid handle */
export function openHandle(key: Buffer, handle: string): { link_id: string; until: number } | null {
  if (!/^[\w-]{40,120}$/.test(handle)) return null;
  const bytes = Buffer.from(handle, 'base64url');
  if (bytes.length !== HEAD_BYTES + MAC_BYTES) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(key, head))) return null;
  return { link_id: idFromBytes(head.subarray(0, 16)), until: head.readUIntBE(16, 6) };
}

const macOf = (key: Buffer, head: Uint8Array): Buffer =>
  createHmac('sha256', key).update('handle:').update(head).digest();
