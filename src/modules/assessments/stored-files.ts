import { idFromBytes } from '../../common/ids';

const idOf = (bytes: unknown): string => idFromBytes(Buffer.from(bytes as Uint8Array));

/** Paths of proof files, in the layout of proof-file.store.ts. */
export const storedProofs = {
  sql: 'SELECT customer_id, staff_id, proof_id, format FROM evidence_proof',
  path: ({ customer_id, staff_id, proof_id, format }: Record<string, unknown>): string =>
    `${customer_id}/proof/${idOf(staff_id)}/${idOf(proof_id)}.${format}`,
};
