import { Entity, Index } from 'typeorm';
import {
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { TenantRecord } from '../../tenancy/tenant-record';

/** Reading progress and acknowledgement of an assignment. No foreign keys, like video_progress. */
@Entity('document_reading')
@Index(['customer_id', 'staff_id'])
export class DocumentReading extends TenantRecord {
  @PrimaryUuidColumn()
  assignment_id: string;

  @UuidColumn()
  staff_id: string;

  @UuidColumn()
  training_id: string;

  /** The document that was read; null: an address. Another document resets the pages. */
  @UuidColumn({ nullable: true })
  read_document_id: string | null;

  /** The address that was read, if it was not a document. Another address resets the page. */
  @VarcharColumn(2000, { nullable: true })
  read_url: string | null;

  /** Ascending, starting at 1. */
  @JsonColumn()
  pages_seen: number[];

  /** Where to resume. */
  @IntegerColumn()
  page: number;

  /** Elapsed time that was not used for pages yet (page-claims.ts). */
  @IntegerColumn()
  spare_ms: number;

  /** Reading time counts from here until the first page. */
  @InstantColumn()
  opened_at: number;

  @InstantColumn({ nullable: true })
  seen_at: number | null;

  /** "I have read and understood this." */
  @InstantColumn({ nullable: true })
  acknowledged_at: number | null;

  /** The training's content_revision at that moment. */
  @IntegerColumn({ nullable: true })
  acknowledged_revision: number | null;
}
