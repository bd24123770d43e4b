import { CustomerKey, Instant, Whole } from '../platform/database/columns';

/** What every row of an organisation carries. The primary key is `(customer_id, <own id>)`. */
export abstract class TenantRecord {
  @CustomerKey()
  customer_id: number;

  @Instant()
  created_at: number;

  @Instant()
  updated_at: number;

  /** Grows with every change; sent back by a client, a stale one is refused (412). */
  @Whole()
  row_version: number;
}
