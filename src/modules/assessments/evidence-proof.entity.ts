import { Entity, Index } from 'typeorm';
import type { ProofFormat } from '../../contract/proof.responses';
import {
  BigIntColumn,
  ChoiceColumn,
  BinaryColumn,
  PrimaryUuidColumn,
  UuidColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/**
 * A proof file of evidence, for example a scanned licence. The bytes are in file storage (proof-file.store.ts). No
 * foreign key to the ledger, whose key starts with other columns; ledger rows are never deleted.
 */
@Entity('evidence_proof')
@Index(['customer_id', 'evidence_id', 'digest'], { unique: true })
@Index(['customer_id', 'staff_id'])
@RefersTo('Staff', 'staff_id')
export class EvidenceProof extends TenantRecord {
  @PrimaryUuidColumn()
  proof_id: string;

  @UuidColumn()
  evidence_id: string;

  /** The owner of the evidence: the files of a person share one folder. */
  @UuidColumn()
  staff_id: string;

  /** pdf | jpg | png */
  @ChoiceColumn()
  format: ProofFormat;

  /** Original file name. */
  @VarcharColumn(255)
  name: string;

  @BigIntColumn()
  bytes: number;

  /** SHA-256: a repeated upload is stored once. */
  @BinaryColumn(32)
  digest: Buffer;

  /** The account; null: imported by the system. */
  @UuidColumn({ nullable: true })
  added_by: string | null;
}
