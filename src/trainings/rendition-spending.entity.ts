import { Entity } from 'typeorm';
import { CustomerKey, Instant, Whole } from '../platform/database/columns';

/** What an organisation asked for of smaller pictures, kept for a day: it stays spent when the video is replaced. */
@Entity('rendition_spending')
export class RenditionSpending {
  @CustomerKey()
  customer_id: number;

  @Instant({ primary: true })
  asked_at: number;

  /** Of the videos, once for each picture. */
  @Whole()
  duration_ms: number;
}
