import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, PrimaryUuidColumn, JsonColumn } from '../../infrastructure/database/columns';

/** Input of a job, in the format of its domain. */
@Entity('job_input')
export class JobInput {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @PrimaryUuidColumn()
  job_id: string;

  @JsonColumn()
  payload: object;
}
