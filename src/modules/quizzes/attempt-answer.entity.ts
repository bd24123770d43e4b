import { Entity } from 'typeorm';
import {
  BigIntColumn,
  PrimaryCustomerIdColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  InstantColumn,
  JsonColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import type { AnswerPayload } from './answer-parts';

/**
 * The answer at one slot, graded when saved; the learner sees the grade only after the attempt ends. No foreign key:
 * this is one of the most written tables.
 */
@Entity('attempt_answer')
export class AttemptAnswer {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  attempt_id: string;

  @IntegerColumn({ primary: true })
  slot: number;

  @JsonColumn()
  option_id: string[];

  /** A text, a value or pairs; null for kinds that are answered with option ids. */
  @JsonColumn({ nullable: true })
  given: AnswerPayload | null;

  /** Incremented by the client; the highest one wins, whatever the order of arrival. */
  @BigIntColumn()
  client_sequence: number;

  @InstantColumn()
  saved_at: number;

  @BooleanColumn()
  answered: boolean;

  @BigIntColumn()
  marks: number;
}
