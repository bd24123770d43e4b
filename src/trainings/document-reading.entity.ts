import { Entity, Index } from 'typeorm';
import { IdKey, IdRef, Instant, Json, Text, Whole } from '../platform/database/columns';
import { TenantRecord } from '../tenancy/tenant-record';

/** How far an assignment has read, and that it was understood; one row each, and no foreign keys, like video_progress. */
@Entity('document_reading')
@Index(['customer_id', 'staff_id'])
export class DocumentReading extends TenantRecord {
  @IdKey()
  assignment_id: string;

  @IdRef()
  staff_id: string;

  @IdRef()
  training_id: string;

  /** Which document it is that was read; null: an address. Of another one the pages begin anew. */
  @IdRef({ nullable: true })
  read_document_id: string | null;

  /** Which address, where that was read. Of another one the page begins anew, too. */
  @Text(2000, { nullable: true })
  read_url: string | null;

  /** Numbers from 1, in their order. */
  @Json()
  pages_seen: number[];

  /** Where to go on. */
  @Whole()
  page: number;

  /** Time that passed and that no page has used yet (seen-pages.ts). */
  @Whole()
  spare_ms: number;

  /** Time counts from here until the first page. */
  @Instant()
  opened_at: number;

  @Instant({ nullable: true })
  seen_at: number | null;

  /** "I have read and understood this." */
  @Instant({ nullable: true })
  acknowledged_at: number | null;

  /** The training's content_revision at that moment. */
  @Whole({ nullable: true })
  acknowledged_revision: number | null;
}
