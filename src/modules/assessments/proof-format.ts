/** Detects the format of a file by its first bytes, not by its name. Pure. */
import type { ProofFormat } from '../../contract/proof.responses';

const SIGNATURES: readonly (readonly [ProofFormat, Buffer])[] = [
  ['pdf', Buffer.from('%PDF-')],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];
export const FORMAT_SIGNATURE_BYTES = 8;

/** null: not an accepted format. */
export const detectProofFormat = (head: Buffer): ProofFormat | null =>
  SIGNATURES.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))?.[0] ?? null;

const MEDIA_TYPES: Readonly<Record<ProofFormat, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
};
export const mediaTypeOf = (format: ProofFormat): string => MEDIA_TYPES[format];
