import { Entity, Index } from 'typeorm';
import type { JobOutcome } from '../../contract/job-rows';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  PrimaryUuidColumn,
  UuidColumn,
  JsonColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import type { JobDetails } from './job-details';

/** Result of one row of a job; undo uses the changed ones. */
@Entity('job_row')
@Index(['customer_id', 'job_id', 'outcome', 'row_no'])
export class JobRow {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  job_id: string;

  /** Position in the job: a repeated batch writes the same rows. */
  @IntegerColumn({ primary: true })
  row_no: number;

  @ChoiceColumn()
  outcome: JobOutcome;

  @VarcharColumn(60, { nullable: true })
  code: string | null;

  /** Created or changed record, and its version at that time. */
  @UuidColumn({ nullable: true })
  record_id: string | null;

  @IntegerColumn({ nullable: true })
  record_version: number | null;

  @JsonColumn({ nullable: true })
  facts: JobDetails | null;
}
