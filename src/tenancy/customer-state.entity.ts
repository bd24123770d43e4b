import { Entity, Index } from 'typeorm';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  InstantColumn,
  VarcharColumn,
  IntegerColumn,
} from '../infrastructure/database/columns';

/**
 * Calendar and counters of a customer, read with every session. No foreign keys point here, because the counters change
 * often.
 */
@Entity('customer_state')
@Index(['time_zone'])
export class CustomerState {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  /** IANA name. */
  @VarcharColumn(64)
  time_zone: string;

  /** 1–12. */
  @IntegerColumn()
  financial_year_start_month: number;

  /** Incremented by every change of a level, target or validity span; part of the key of cached summaries. */
  @IntegerColumn()
  matrix_version: number;

  /**
   * Incremented by changes of staff, managers, departments, job roles, skills and headcounts (report-versions.ts);
   * null: 0.
   */
  @IntegerColumn({ nullable: true })
  directory_version: number | null;

  /** Incremented by each completed attempt; part of the key of the quiz report; null: 0. */
  @IntegerColumn({ nullable: true })
  attempt_version: number | null;

  /** A active, S suspended, C closed */
  @ChoiceColumn()
  status: string;

  /**
   * Last millisecond in which changes are accepted (expiry and grace, customer calendar); null: no end. Written by
   * src/modules/subscriptions/subscriptions.service.ts.
   */
  @InstantColumn({ nullable: true })
  writes_until: number | null;

  /** Since when every account needs a second factor; null: optional. */
  @InstantColumn({ nullable: true })
  second_factor_required_since: number | null;
}
