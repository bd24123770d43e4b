import { Entity } from 'typeorm';
import { Choice, Instant } from '../database/columns';

/** A row for each sweep that one process at a time runs. */
@Entity('sweep_lease')
export class SweepLease {
  @Choice({ primary: true })
  name: string;

  /** When the last whole round began; what was committed before it is dealt with. */
  @Instant({ nullable: true })
  settled_at: number | null;

  /** One process alone has it until then; 0: nobody. */
  @Instant()
  leased_until: number;
}
