import { Entity } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  BooleanColumn,
  UuidColumn,
  InstantColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo } from '../../tenancy/tenant-record';

/** A published revision of a training's content. */
@Entity('training_revision')
@RefersTo('Training', 'training_id')
export class TrainingRevision {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @UuidColumn({ primary: true })
  training_id: string;

  /** training.content_revision at that time. */
  @IntegerColumn({ primary: true })
  revision: number;

  @InstantColumn()
  published_at: number;

  /** Account id; null: the system, or unknown. */
  @UuidColumn({ nullable: true })
  published_by: string | null;

  @VarcharColumn(500, { nullable: true })
  note: string | null;

  /** Whether people who had completed it start their next cycle; null: the first revision. */
  @BooleanColumn({ nullable: true })
  train_again: boolean | null;

  /** Number of people who had completed it; null as train_again. */
  @IntegerColumn({ nullable: true })
  people: number | null;

  /** The job that opens their next cycles; null: none. */
  @UuidColumn({ nullable: true })
  job_id: string | null;
}
