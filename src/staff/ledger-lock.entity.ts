import { Entity } from 'typeorm';
import { CustomerKey, IdRef, Whole } from '../platform/database/columns';

/**
 * Whoever writes it is alone with this holder's ledger until the transaction ends (ledger-locks.ts). No foreign key, and
 * none points here: checking one would lock the row of somebody who waits for this one.
 */
@Entity('ledger_lock')
export class LedgerLock {
  @CustomerKey()
  customer_id: number;

  /** A staff member, or a job role; or what an organisation has one of (the bank of questions: quizzes/question-import.service.ts; trainings/video-renditions.ts). */
  @IdRef({ primary: true })
  holder_id: string;

  /** How often; what matters is that the row is written. */
  @Whole()
  taken: number;
}
