/** Tells what a file is by its first bytes, whatever it is called. Pure. */
import type { ProofFormat } from '../contract/proof-answers';

const BEGINNINGS: readonly (readonly [ProofFormat, Buffer])[] = [
  ['pdf', Buffer.from('%PDF-')],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];
export const BEGINNING_BYTES = 8;

/** null: none that proves anything. */
export const formatOf = (head: Buffer): ProofFormat | null =>
  BEGINNINGS.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))?.[0] ?? null;

const TYPES: Readonly<Record<ProofFormat, string>> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' };
export const mediaTypeOf = (format: ProofFormat): string => TYPES[format];
