import { Entity, ForeignKey, Index } from 'typeorm';
import { CustomerKey, IdKey, IdRef, Whole } from '../platform/database/columns';

/** A place in a quiz, from 1; now always a fixed question. */
@Entity('quiz_slot')
@Index(['customer_id', 'quiz_id', 'question_id'], { unique: true })
@Index(['customer_id', 'question_id'])
@ForeignKey('Quiz', ['customer_id', 'quiz_id'], ['customer_id', 'quiz_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
@ForeignKey('Question', ['customer_id', 'question_id'], ['customer_id', 'question_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
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
