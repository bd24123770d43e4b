import { Entity } from 'typeorm';
import { Big, CustomerKey, Flag, IdKey, Instant, Json, Whole } from '../platform/database/columns';
import type { GivenPayload } from './answer-parts';

/**
 * What was chosen at one slot, graded as it is saved (nobody is told before the attempt ends). No foreign key: with the
 * video beats this is the hottest table (domain.md, Ids and keys).
 */
@Entity('attempt_answer')
export class AttemptAnswer {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  attempt_id: string;

  @Whole({ primary: true })
  slot: number;

  @Json()
  option_id: string[];

  /** What is no choice: a text, a value, pairs; null for kinds that are chosen from or put in order. */
  @Json({ nullable: true })
  given: GivenPayload | null;

  /** Counted up by the client: the last one wins, whatever the order of arrival. */
  @Big()
  client_sequence: number;

  @Instant()
  saved_at: number;

  @Flag()
  answered: boolean;

  @Big()
  marks: number;
}
