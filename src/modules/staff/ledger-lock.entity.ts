import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, UuidColumn, IntegerColumn } from '../../infrastructure/database/columns';

/** Lock row (ledger-locks.ts). No foreign keys in or out: checking one would lock the row of a waiting transaction. */
@Entity('ledger_lock')
export class LedgerLock {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  /**
   * Id of a staff member or job role, or a fixed id for a customer-wide lock (modules/quizzes/question-import.service.ts,
   * modules/trainings/video-rendition.service.ts).
   */
  @UuidColumn({ primary: true })
  holder_id: string;

  /** Counter; only the write matters. */
  @IntegerColumn()
  taken: number;
}
