import { Entity, Index } from 'typeorm';
import { Choice, CustomerKey, Day, IdRef, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';

/**
 * The projection of the ledger that every report reads; rebuilt at any time, byte for byte (SkillLedger). Clipped to
 * employment, so that no figure needs a join to staff. No stamps, no foreign keys: nothing here is a fact of its own.
 */
@Entity('skill_level_span')
@Raises('matrix_version')
@Index(['customer_id', 'skill_id', 'to_date', 'from_date', 'level', 'staff_id', 'held_level', 'cause'])
@Index(['customer_id', 'to_date', 'from_date'])
export class SkillLevelSpan {
  @CustomerKey()
  customer_id: number;

  @IdRef({ primary: true })
  staff_id: string;

  @IdRef({ primary: true })
  skill_id: string;

  @Day({ primary: true })
  from_date: string;

  @Day()
  to_date: string;

  @Whole()
  level: number;

  /** The level if nothing had lapsed. */
  @Whole()
  held_level: number;

  @Choice()
  cause: string;

  @IdRef({ nullable: true })
  evidence_id: string | null;
}
