import { Entity } from 'typeorm';
import {
  PrimaryCustomerIdColumn,
  DayColumn,
  InstantColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';

/** Lock row per customer: changes and runs of rules increment `taken` first. Also holds their progress. */
@Entity('assignment_rule_turn')
export class RuleTurn {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @IntegerColumn()
  taken: number;

  /** Start of the last complete run over all staff. */
  @InstantColumn({ nullable: true })
  whole_at: number | null;

  /** The local day of the last daily run. */
  @DayColumn({ nullable: true })
  swept_on: string | null;
}
