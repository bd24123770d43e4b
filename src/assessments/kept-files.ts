import { idFromBytes } from '../platform/ids';

const idOf = (bytes: unknown): string => idFromBytes(Buffer.from(bytes as Uint8Array));

/** Files that prove evidence, as proof-files.ts lays them out. */
export const keptProofs = {
  sql: 'SELECT customer_id, staff_id, proof_id, format FROM evidence_proof',
  path: ({ customer_id, staff_id, proof_id, format }: Record<string, unknown>): string =>
    `${customer_id}/proof/${idOf(staff_id)}/${idOf(proof_id)}.${format}`,
};
