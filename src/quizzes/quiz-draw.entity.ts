import { Entity, Index } from 'typeorm';
import { Choice, CustomerKey, FoldedOf, IdKey, IdRef, Text, Whole } from '../platform/database/columns';
import { RefersTo } from '../tenancy/tenant-record';

/** A place in a quiz that is filled when somebody begins: with so many questions of the bank, of which all that is said here is true. */
@Entity('quiz_draw')
@Index(['customer_id', 'skill_id'])
@RefersTo('Quiz', 'quiz_id')
@RefersTo('Skill', 'skill_id')
export class QuizDraw {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  quiz_id: string;

  /** One row of numbers with the fixed questions (quiz-slot.entity.ts). */
  @Whole({ primary: true })
  slot: number;

  @Whole()
  draw_count: number;

  /** What each of them is worth here. */
  @Whole()
  points: number;

  @Text(100, { nullable: true })
  tag: string | null;

  @FoldedOf('tag', 100, { nullable: true })
  tag_sort: string | null;

  @IdRef({ nullable: true })
  skill_id: string | null;

  @Choice({ nullable: true })
  difficulty: string | null;
}
