import { Entity, Index } from 'typeorm';
import { Choice, CustomerKey, Instant, Text, Whole } from '../platform/database/columns';

/** The organisation's calendar and counters, read with every session. No foreign key points here: counters may be hot. */
@Entity('customer_state')
@Index(['time_zone'])
export class CustomerState {
  @CustomerKey()
  customer_id: number;

  /** IANA name. */
  @Text(64)
  time_zone: string;

  /** 1–12. */
  @Whole()
  financial_year_start_month: number;

  /** Grows with every change of a level, a target or a span: the key of every cached summary. */
  @Whole()
  matrix_version: number;

  /** Grows with people, managers, departments, job roles, skills and headcounts (report-versions.ts); null: 0. */
  @Whole({ nullable: true })
  directory_version: number | null;

  /** Grows with attempts that end, and so name what the quiz report adds up; null: 0. */
  @Whole({ nullable: true })
  attempt_version: number | null;

  /** A active, S suspended, C closed. */
  @Choice()
  status: string;

  /**
   * The last millisecond in which changes are accepted (expiry and grace by the organisation's calendar); null: no end.
   * Kept by src/subscriptions/subscriptions.service.ts.
   */
  @Instant({ nullable: true })
  writes_until: number | null;

  /** Since when every account needs a second factor; null: it is everybody's own choice. */
  @Instant({ nullable: true })
  second_factor_required_since: number | null;
}
