import { Entity, Index } from 'typeorm';
import type { JobOutcome } from '../../contract/job-rows';
import { Choice, CustomerKey, IdKey, IdRef, Json, Text, Whole } from '../../platform/database/columns';
import type { Facts } from './job-facts';

/** What became of one row of a job. What it changed is also what undoing it goes by. */
@Entity('job_row')
@Index(['customer_id', 'job_id', 'outcome', 'row_no'])
export class JobRow {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  job_id: string;

  /** Its place in the work: a portion that is repeated writes the same rows. */
  @Whole({ primary: true })
  row_no: number;

  @Choice()
  outcome: JobOutcome;

  @Text(60, { nullable: true })
  code: string | null;

  /** What was made or changed, and the version that it had then. */
  @IdRef({ nullable: true })
  record_id: string | null;

  @Whole({ nullable: true })
  record_version: number | null;

  @Json({ nullable: true })
  facts: Facts | null;
}
