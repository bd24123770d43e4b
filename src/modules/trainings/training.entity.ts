import { Entity, Index } from 'typeorm';
import { trainings } from '../../contract/trainings.resource';
import {
  ChoiceColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  UniqueKeyColumn,
  LongTextColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

@Entity('training')
@Resource(trainings, { noun: 'training' })
@Index(['customer_id', 'code_key'], { unique: true })
@Index(['customer_id', 'title_sort', 'training_id'])
@Index(['customer_id', 'category_id'])
@Index(['customer_id', 'type', 'training_id'])
@Index(['customer_id', 'estimated_minutes', 'training_id'])
@Index(['customer_id', 'validity_months', 'training_id'])
@Index(['customer_id', 'due_days', 'training_id'])
@Index(['customer_id', 'status', 'training_id'])
@Index(['customer_id', 'status', 'title_sort', 'training_id'])
@Index(['customer_id', 'published_at', 'training_id'])
@Index(['customer_id', 'created_at', 'training_id'])
@Index(['customer_id', 'updated_at', 'training_id'])
@RefersTo('TrainingCategory', 'category_id')
export class Training extends TenantRecord {
  @PrimaryUuidColumn()
  training_id: string;

  @VarcharColumn(40)
  code: string;

  @UniqueKeyColumn('code', 40)
  code_key: string;

  @VarcharColumn(200)
  title: string;

  @SortKeyColumn('title', 200)
  title_sort: string;

  @UuidColumn({ nullable: true })
  category_id: string | null;

  /** video | document | link | classroom */
  @ChoiceColumn()
  type: string;

  @LongTextColumn({ nullable: true })
  description: string | null;

  @IntegerColumn({ nullable: true })
  estimated_minutes: number | null;

  /** https address of an MP4, document or link. Never set together with an uploaded file. */
  @VarcharColumn(2000, { nullable: true })
  source_url: string | null;

  /** upload | mp4; null: nothing to play yet. */
  @ChoiceColumn({ nullable: true })
  video_provider: string | null;

  /** Name of the uploaded file; new with each upload. */
  @UuidColumn({ nullable: true })
  video_file_id: string | null;

  /** mp4 | webm, detected from the content. */
  @ChoiceColumn({ nullable: true })
  video_format: string | null;

  @IntegerColumn({ nullable: true })
  video_duration_ms: number | null;

  /** Milliseconds; the last length measured by a player that differs from video_duration_ms. */
  @IntegerColumn({ nullable: true })
  reported_length_ms: number | null;

  /** Of an upload: avc | hevc | vp8 | vp9 | av1 */
  @ChoiceColumn({ nullable: true })
  video_codec: string | null;

  @IntegerColumn()
  video_threshold: number;

  @BooleanColumn()
  requires_quiz: boolean;

  @IntegerColumn({ nullable: true })
  validity_months: number | null;

  /** null: default window (renewal-window.ts). */
  @IntegerColumn({ nullable: true })
  renewal_days: number | null;
  /** Whether completions issue a certificate. */
  @BooleanColumn({ defaultTo: '1' })
  certificate: boolean;

  @IntegerColumn({ nullable: true })
  due_days: number | null;

  /** none | open | approval */
  @ChoiceColumn({ defaultTo: 'none' })
  enrolment: string;

  /** draft → published → archived */
  @ChoiceColumn()
  status: string;

  /** Incremented when the content changes: video, document or skills. */
  @IntegerColumn()
  content_revision: number;

  /** Incremented with another video, not with a corrected file; progress belongs to one revision. */
  @IntegerColumn({ defaultTo: '1' })
  media_revision: number;

  @InstantColumn({ nullable: true })
  published_at: number | null;
}
