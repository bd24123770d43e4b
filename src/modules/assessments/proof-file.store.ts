import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { PROOF_BYTES_MAX, type ProofFormat } from '../../contract/proof.responses';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { PendingFilesService } from '../../tenancy/pending-files.service';
import type { Tenant } from '../../tenancy/tenant';
import { UnsupportedProofFormatError, ProofTooLargeError } from './assessment.errors';
import { FORMAT_SIGNATURE_BYTES, detectProofFormat } from './proof-format';

export interface ProofFile {
  customer_id: number;
  staff_id: string;
  proof_id: string;
  format: ProofFormat;
}
interface StoredProof {
  format: ProofFormat;
  bytes: number;
  digest: Buffer;
}

/** All files of a person share one folder, so that erasing the person finds them. */
export const proofKey = ({ customer_id, staff_id, proof_id, format }: ProofFile): string =>
  `${customer_id}/proof/${staff_id}/${proof_id}.${format}`;

/** Proof files in file storage: `<customer_id>/proof/<staff_id>/<proof_id>.jpg`. */
@Injectable()
export class ProofFileStore {
  constructor(
    private readonly fileStorage: FileStorage,
    private readonly pendingFilesService: PendingFilesService,
  ) {}

  /**
   * Streams the file to storage; pending until a row refers to it.
   * @throws UnsupportedProofFormatError, ProofTooLargeError, StorageUnavailableError: nothing is stored
   */
  async store(tenant: Tenant, target: Omit<ProofFile, 'format'>, source: Readable): Promise<StoredProof> {
    const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const head = await readHead(pieces);
    const format = detectProofFormat(head);
    if (!format) throw new UnsupportedProofFormatError();
    const hash = createHash('sha256');
    let bytes = 0;
    const limitedSource = async function* () {
      for (let piece = head; ;) {
        bytes += piece.length;
        if (bytes > PROOF_BYTES_MAX) throw new ProofTooLargeError();
        hash.update(piece);
        yield piece;
        const next = await pieces.next();
        if (next.done) return;
        piece = next.value;
      }
    };
    const key = proofKey({ ...target, format });
    await this.pendingFilesService.register(tenant, key);
    await this.fileStorage.put(key, Readable.from(limitedSource(), { objectMode: false }));
    return { format, bytes, digest: hash.digest() };
  }

  /** @throws StorageUnavailableError */
  get(file: ProofFile): Promise<Readable> {
    return this.fileStorage.get(proofKey(file));
  }

  /** Size in bytes; null: the file is missing. @throws StorageUnavailableError */
  async bytes(file: ProofFile): Promise<number | null> {
    return (await this.fileStorage.head(proofKey(file)))?.bytes ?? null;
  }

  /** Never fails: a leftover file costs only disk space. */
  removeQuietly(file: ProofFile): void {
    void this.fileStorage.remove(proofKey(file)).catch(() => undefined);
  }
}

/** Reads enough bytes to detect the format, or the whole shorter file. */
async function readHead(pieces: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < FORMAT_SIGNATURE_BYTES) {
    const next = await pieces.next();
    if (next.done) return head;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}
