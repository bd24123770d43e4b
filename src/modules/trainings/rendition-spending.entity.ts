import { Entity } from 'typeorm';
import { PrimaryCustomerIdColumn, InstantColumn, IntegerColumn } from '../../infrastructure/database/columns';

/** Encoding minutes requested by a customer, kept for a day, also if the video is replaced. */
@Entity('rendition_spending')
export class RenditionSpending {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @InstantColumn({ primary: true })
  asked_at: number;

  /** Length of the video, once per rendition. */
  @IntegerColumn()
  duration_ms: number;
}
