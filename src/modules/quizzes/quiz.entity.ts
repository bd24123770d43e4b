import { Entity, Index } from 'typeorm';
import { quizzes } from '../../contract/quizzes.resource';
import {
  ChoiceColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  UuidColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** The quiz of a training, at most one per training. */
@Entity('quiz')
@Resource(quizzes, { noun: 'quiz' })
@Index(['customer_id', 'training_id'], { unique: true })
@Index(['customer_id', 'title_sort', 'quiz_id'])
@Index(['customer_id', 'pass_mark', 'quiz_id'])
@Index(['customer_id', 'attempts_allowed', 'quiz_id'])
@Index(['customer_id', 'time_limit_minutes', 'quiz_id'])
@Index(['customer_id', 'question_count', 'quiz_id'])
@Index(['customer_id', 'total_points', 'quiz_id'])
@Index(['customer_id', 'status', 'quiz_id'])
@RefersTo('Training', 'training_id')
export class Quiz extends TenantRecord {
  @PrimaryUuidColumn()
  quiz_id: string;

  @UuidColumn()
  training_id: string;

  @VarcharColumn(200)
  title: string;

  @SortKeyColumn('title', 200)
  title_sort: string;

  /** Whole percent. */
  @IntegerColumn()
  pass_mark: number;

  @IntegerColumn({ nullable: true })
  attempts_allowed: number | null;

  @IntegerColumn()
  pause_minutes: number;

  @IntegerColumn({ nullable: true })
  time_limit_minutes: number | null;

  @ChoiceColumn()
  at_end: string;

  @IntegerColumn({ nullable: true })
  grace_minutes: number | null;

  @BooleanColumn()
  shuffle_questions: boolean;

  @BooleanColumn()
  shuffle_options: boolean;

  @ChoiceColumn()
  review: string;

  /** Denormalized from the slots, for lists. */
  @IntegerColumn()
  question_count: number;

  @IntegerColumn()
  total_points: number;

  @ChoiceColumn()
  status: string;
}
