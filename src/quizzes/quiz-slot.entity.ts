import { Entity, Index } from 'typeorm';
import { CustomerKey, IdKey, IdRef, Whole } from '../platform/database/columns';
import { RefersTo } from '../tenancy/tenant-record';

/** A place in a quiz, from 1; now always a fixed question. */
@Entity('quiz_slot')
@Index(['customer_id', 'quiz_id', 'question_id'], { unique: true })
@Index(['customer_id', 'question_id'])
@RefersTo('Quiz', 'quiz_id')
@RefersTo('Question', 'question_id')
export class QuizSlot {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  quiz_id: string;

  @Whole({ primary: true })
  slot: number;

  @IdRef()
  question_id: string;

  /** What the question is worth here. */
  @Whole()
  points: number;
}
