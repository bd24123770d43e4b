import { Entity } from 'typeorm';
import { CustomerKey, IdKey, Json } from '../../platform/database/columns';

/** What a job was asked to do: ids and plain choices, as long as its domain needs. */
@Entity('job_input')
export class JobInput {
  @CustomerKey()
  customer_id: number;

  @IdKey()
  job_id: string;

  @Json()
  payload: object;
}
