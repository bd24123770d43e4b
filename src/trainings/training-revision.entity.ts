import { Entity } from 'typeorm';
import { CustomerKey, Flag, IdRef, Instant, Text, Whole } from '../platform/database/columns';
import { RefersTo } from '../tenancy/tenant-record';

/** A revision of a training's content that was published: once each, by its key. */
@Entity('training_revision')
@RefersTo('Training', 'training_id')
export class TrainingRevision {
  @CustomerKey()
  customer_id: number;

  @IdRef({ primary: true })
  training_id: string;

  /** training.content_revision, as it was then. */
  @Whole({ primary: true })
  revision: number;

  @Instant()
  published_at: number;

  /** An account; null: the system, or it is not known. */
  @IdRef({ nullable: true })
  published_by: string | null;

  @Text(500, { nullable: true })
  note: string | null;

  /** Whoever had completed it before was asked to train again; null: nobody was asked, it was the first. */
  @Flag({ nullable: true })
  train_again: boolean | null;

  /** How many had completed it then; null: as train_again. */
  @Whole({ nullable: true })
  people: number | null;

  /** Which opens their next cycle; null: nobody's was. */
  @IdRef({ nullable: true })
  job_id: string | null;
}
