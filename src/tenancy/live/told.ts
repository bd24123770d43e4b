import type { LiveEvent } from '../../contract/live';

/** What has happened, as processes tell each other: no data, and nothing of who may see it. */
export interface Told {
  /** Sorts by time; the audit event's, where it stands in the trail. Doubles are known by it. */
  readonly told_id: string;
  readonly customer_id: number;
  readonly at: number;
  readonly kind: LiveEvent['kind'];
  readonly resource: string;
  readonly id: string | null;
  /** The one account that hears of it. */
  readonly account_id: string | null;
}
