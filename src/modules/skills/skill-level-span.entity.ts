import { Entity, Index } from 'typeorm';
import {
  ChoiceColumn,
  PrimaryCustomerIdColumn,
  DayColumn,
  UuidColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';

/**
 * Projection of the ledger for all reports; it can be rebuilt at any time (SkillLedgerService). Clipped to employment,
 * so that reports need no join to staff. No timestamps or foreign keys, since every row is derived.
 */
@Entity('skill_level_span')
@RaisesReportVersion('matrix_version')
@Index(['customer_id', 'skill_id', 'to_date', 'from_date', 'level', 'staff_id', 'held_level', 'cause'])
@Index(['customer_id', 'to_date', 'from_date'])
export class SkillLevelSpan {
  @PrimaryCustomerIdColumn()
  customer_id: number;

  @UuidColumn({ primary: true })
  staff_id: string;

  @UuidColumn({ primary: true })
  skill_id: string;

  @DayColumn({ primary: true })
  from_date: string;

  @DayColumn()
  to_date: string;

  @IntegerColumn()
  level: number;

  /** The level if nothing had expired. */
  @IntegerColumn()
  held_level: number;

  @ChoiceColumn()
  cause: string;

  @UuidColumn({ nullable: true })
  evidence_id: string | null;
}
