import { Entity, Index } from 'typeorm';
import { quizzes } from '../contract/quizzes.resource';
import { Choice, Flag, IdKey, IdRef, SortOf, Text, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** The test of a training; one a training. */
@Entity('quiz')
@Keeps(quizzes, { noun: 'quiz' })
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
  @IdKey()
  quiz_id: string;

  @IdRef()
  training_id: string;

  @Text(200)
  title: string;

  @SortOf('title', 200)
  title_sort: string;

  /** Whole percent. */
  @Whole()
  pass_mark: number;

  @Whole({ nullable: true })
  attempts_allowed: number | null;

  @Whole()
  pause_minutes: number;

  @Whole({ nullable: true })
  time_limit_minutes: number | null;

  @Choice()
  at_end: string;

  @Whole({ nullable: true })
  grace_minutes: number | null;

  @Flag()
  shuffle_questions: boolean;

  @Flag()
  shuffle_options: boolean;

  @Choice()
  review: string;

  /** Kept with the slots, so that a list of quizzes needs no second look. */
  @Whole()
  question_count: number;

  @Whole()
  total_points: number;

  @Choice()
  status: string;
}
