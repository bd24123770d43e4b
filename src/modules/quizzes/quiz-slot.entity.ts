import { Entity, Index } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  PrimaryUuidColumn,
  UuidColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo } from '../../tenancy/tenant-record';

/** A fixed question of a quiz; slots count from 1. */
@Entity('quiz_slot')
@Index(['customer_id', 'quiz_id', 'question_id'], { unique: true })
@Index(['customer_id', 'question_id'])
@RefersTo('Quiz', 'quiz_id')
@RefersTo('Question', 'question_id')
export class QuizSlot {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  quiz_id: string;

  @IntegerColumn({ primary: true })
  slot: number;

  @UuidColumn()
  question_id: string;

  /** Points of the question in this quiz. */
  @IntegerColumn()
  points: number;
}
