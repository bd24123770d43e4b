import { Entity } from 'typeorm';
import { CustomerKey, IdRef, Json } from '../platform/database/columns';

/**
 * What a person does not want to be told of, as `<kind>.<channel>`; no row: everything that the organisation sends. No
 * foreign key: who may be deleted is not decided by what they wanted to be told.
 */
@Entity('notice_refusal')
export class NoticeRefusal {
  @CustomerKey()
  customer_id: number;

  @IdRef({ primary: true })
  staff_id: string;

  @Json()
  refused: readonly string[];
}
