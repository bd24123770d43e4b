import { Entity, Index } from 'typeorm';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  NormalizedColumn,
  PrimaryUuidColumn,
  UuidColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo } from '../../tenancy/tenant-record';

/** A random draw: a slot filled at the start of an attempt with questions of the bank that match all criteria. */
@Entity('quiz_draw')
@Index(['customer_id', 'skill_id'])
@RefersTo('Quiz', 'quiz_id')
@RefersTo('Skill', 'skill_id')
export class QuizDraw {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  quiz_id: string;

  /** Numbered together with the fixed questions (quiz-slot.entity.ts). */
  @IntegerColumn({ primary: true })
  slot: number;

  @IntegerColumn()
  draw_count: number;

  /** Points per question. */
  @IntegerColumn()
  points: number;

  @VarcharColumn(100, { nullable: true })
  tag: string | null;

  @NormalizedColumn('tag', 100, { nullable: true })
  tag_sort: string | null;

  @UuidColumn({ nullable: true })
  skill_id: string | null;

  @ChoiceColumn({ nullable: true })
  difficulty: string | null;
}
