import { Entity } from 'typeorm';
import { ChoiceColumn, InstantColumn } from '../database/columns';

/** A row for each job that one process at a time runs. */
@Entity('sweep_lease')
export class JobLease {
  @ChoiceColumn({ primary: true })
  name: string;

  /** Start of the last complete run; everything committed before it was processed. */
  @InstantColumn({ nullable: true })
  settled_at: number | null;

  /** The lease's end; 0: free. */
  @InstantColumn()
  leased_until: number;
}
