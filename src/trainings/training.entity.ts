import { Entity, Index } from 'typeorm';
import { trainings } from '../contract/trainings.resource';
import {
  Choice,
  Flag,
  IdKey,
  IdRef,
  Instant,
  KeyOf,
  LongText,
  SortOf,
  Text,
  Whole,
} from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

@Entity('training')
@Keeps(trainings, { noun: 'training' })
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
  @IdKey()
  training_id: string;

  @Text(40)
  code: string;

  @KeyOf('code', 40)
  code_key: string;

  @Text(200)
  title: string;

  @SortOf('title', 200)
  title_sort: string;

  @IdRef({ nullable: true })
  category_id: string | null;

  /** video | document | link | classroom */
  @Choice()
  type: string;

  @LongText({ nullable: true })
  description: string | null;

  @Whole({ nullable: true })
  estimated_minutes: number | null;

  /** An own https mp4 address, or where a document or link is. Never together with an uploaded file. */
  @Text(2000, { nullable: true })
  source_url: string | null;

  /** upload | mp4; null: there is nothing to play yet. */
  @Choice({ nullable: true })
  video_provider: string | null;

  /** The name of the uploaded file in the customer's folder; another upload gives another one. */
  @IdRef({ nullable: true })
  video_file_id: string | null;

  /** mp4 | webm, told by its content. */
  @Choice({ nullable: true })
  video_format: string | null;

  @Whole({ nullable: true })
  video_duration_ms: number | null;

  /** Milliseconds; the last length that a player measured and that is another one than video_duration_ms. */
  @Whole({ nullable: true })
  reported_length_ms: number | null;

  /** Of an upload: avc | hevc | vp8 | vp9 | av1 */
  @Choice({ nullable: true })
  video_codec: string | null;

  @Whole()
  video_threshold: number;

  @Flag()
  requires_quiz: boolean;

  @Whole({ nullable: true })
  validity_months: number | null;

  /** null: the usual one (renewal-window.ts). */
  @Whole({ nullable: true })
  renewal_days: number | null;
  /** Whoever completes it gets one, while this is so. */
  @Flag({ otherwise: '1' })
  certificate: boolean;

  @Whole({ nullable: true })
  due_days: number | null;

  /** none | open | approval */
  @Choice({ otherwise: 'none' })
  enrolment: string;

  /** draft → published → archived */
  @Choice()
  status: string;

  /** Grows when what is learnt changes: another video, other skills. */
  @Whole()
  content_revision: number;

  /** Grows with another film, not with a corrected one: progress belongs to one of them. */
  @Whole({ otherwise: '1' })
  media_revision: number;

  @Instant({ nullable: true })
  published_at: number | null;
}
