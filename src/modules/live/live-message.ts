import type { LiveEvent } from '../../contract/live';

/** A message between processes: ids only, no data and no recipients. */
export interface LiveMessage {
  /** Sortable by time and used to detect duplicates; for changes the id of the audit event. */
  readonly told_id: string;
  readonly customer_id: number;
  readonly at: number;
  readonly kind: LiveEvent['kind'];
  readonly resource: string;
  readonly id: string | null;
  /** Only this account receives it. */
  readonly account_id: string | null;
}
