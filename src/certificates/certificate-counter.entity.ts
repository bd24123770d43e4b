import { Entity } from 'typeorm';
import { CustomerKey, Whole } from '../platform/database/columns';

/** The last number that was given in a year. Counted up in the transaction that gives it: undone with it, so there are no gaps. */
@Entity('certificate_counter')
export class CertificateCounter {
  @CustomerKey()
  customer_id: number;

  @Whole({ primary: true })
  year: number;

  @Whole()
  last: number;
}
