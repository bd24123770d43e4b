import { Entity } from 'typeorm';
import { CustomerKey, Day, Instant, Whole } from '../platform/database/columns';

/** One row an organisation: whoever changes its rules, or brings them about, counts it up first, so that one follows another. */
@Entity('assignment_rule_turn')
export class RuleTurn {
  @CustomerKey()
  customer_id: number;

  @Whole()
  taken: number;

  /** When the last run over everybody began that came to its end. */
  @Instant({ nullable: true })
  whole_at: number | null;

  /** Up to which of its own days everybody has been looked at. */
  @Day({ nullable: true })
  swept_on: string | null;
}
