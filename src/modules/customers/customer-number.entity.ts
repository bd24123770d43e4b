import { Entity } from 'typeorm';
import { ChoiceColumn, IntegerColumn } from '../../infrastructure/database/columns';

/** The last assigned customer number. One row, incremented in the transaction of the registration. */
@Entity('customer_number')
export class CustomerNumber {
  @ChoiceColumn({ primary: true })
  counter: string;

  @IntegerColumn()
  last_number: number;
}
