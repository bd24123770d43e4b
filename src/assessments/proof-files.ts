import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { PROOF_BYTES_MAX, type ProofFormat } from '../contract/proof-answers';
import { Files } from '../platform/files/files';
import { PendingFiles } from '../tenancy/pending-files';
import type { Tenant } from '../tenancy/tenant';
import { NoProof, ProofTooLarge } from './assessment.errors';
import { BEGINNING_BYTES, formatOf } from './proof-format';

export interface ProofFile {
  customer_id: number;
  staff_id: string;
  proof_id: string;
  format: ProofFormat;
}
interface KeptProof {
  format: ProofFormat;
  bytes: number;
  digest: Buffer;
}

/** All of a person lie together, so that whoever takes the person away finds them. */
export const proofKey = ({ customer_id, staff_id, proof_id, format }: ProofFile): string =>
  `${customer_id}/proof/${staff_id}/${proof_id}.${format}`;

/** Proofs, where FILES_URL says: `<customer_id>/proof/<staff_id>/<proof_id>.jpg`. */
@Injectable()
export class ProofFiles {
  constructor(
    private readonly files: Files,
    private readonly pendingFiles: PendingFiles,
  ) {}

  /**
   * As it comes, no more of it in memory than a piece; pending until a row refers to it.
   * @throws NoProof, ProofTooLarge, StorageAway: nothing of it is kept
   */
  async keep(tenant: Tenant, place: Omit<ProofFile, 'format'>, source: Readable): Promise<KeptProof> {
    const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const head = await beginningOf(pieces);
    const format = formatOf(head);
    if (!format) throw new NoProof();
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* () {
      for (let piece = head; ;) {
        bytes += piece.length;
        if (bytes > PROOF_BYTES_MAX) throw new ProofTooLarge();
        hash.update(piece);
        yield piece;
        const next = await pieces.next();
        if (next.done) return;
        piece = next.value;
      }
    };
    const key = proofKey({ ...place, format });
    await this.pendingFiles.register(tenant, key);
    await this.files.put(key, Readable.from(counted(), { objectMode: false }));
    return { format, bytes, digest: hash.digest() };
  }

  /** @throws StorageAway */
  get(file: ProofFile): Promise<Readable> {
    return this.files.get(proofKey(file));
  }

  /** null: it is not where it was kept. @throws StorageAway */
  async bytes(file: ProofFile): Promise<number | null> {
    return (await this.files.head(proofKey(file)))?.bytes ?? null;
  }

  /** Never fails: a file that stays behind costs disk, not truth. */
  forget(file: ProofFile): void {
    void this.files.remove(proofKey(file)).catch(() => undefined);
  }
}

/** As much as tells what it is, or all of what is shorter. */
async function beginningOf(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < BEGINNING_BYTES) {
    const next = await pieces.next();
    if (next.done) return head;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}
