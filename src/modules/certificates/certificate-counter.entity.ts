import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, IntegerColumn } from '../../infrastructure/database/columns';

/** The last certificate number of a year. Incremented in the transaction that uses it, so a rollback leaves no gap. */
@Entity('certificate_counter')
export class CertificateCounter {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @IntegerColumn({ primary: true })
  year: number;

  @IntegerColumn()
  last: number;
}
