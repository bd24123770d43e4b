import { Entity, Index } from 'typeorm';
import type { ProofFormat } from '../contract/proof-answers';
import { Big, Choice, Digest, IdKey, IdRef, Text } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/**
 * A file that proves a piece of evidence: the scan of a licence, a photo. Its bytes are where files are kept (proof-files.ts).
 * No foreign key to the ledger, whose key leads with other columns; its rows are never deleted.
 */
@Entity('evidence_proof')
@Index(['customer_id', 'evidence_id', 'digest'], { unique: true })
@Index(['customer_id', 'staff_id'])
@RefersTo('Staff', 'staff_id')
export class EvidenceProof extends TenantRecord {
  @IdKey()
  proof_id: string;

  @IdRef()
  evidence_id: string;

  /** Whose evidence it is: all files of a person lie in one place. */
  @IdRef()
  staff_id: string;

  /** pdf | jpg | png */
  @Choice()
  format: ProofFormat;

  /** What its owner calls the file. */
  @Text(255)
  name: string;

  @Big()
  bytes: number;

  /** SHA-256: the same file sent twice is one. */
  @Digest(32)
  digest: Buffer;

  /** The account; null: it was an import of the system's own. */
  @IdRef({ nullable: true })
  added_by: string | null;
}
