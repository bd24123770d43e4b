import { Entity, Index } from 'typeorm';
import { skillEvidence } from '../../contract/skill-evidence.resource';
import {
  BigIntColumn,
  ChoiceColumn,
  DayColumn,
  PrimaryUuidColumn,
  UuidColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/**
 * The ledger (docs/skill-levels.md). Only `state` is updated, as the projection of the events
 * (evidence-event.entity.ts); spans are the projection of the rows.
 */
@Entity('evidence')
@Resource(skillEvidence, { noun: 'evidence', schema: 'Evidence', named_by: ['staff_id', 'skill_id'] })
@RaisesReportVersion('matrix_version')
@Index(['customer_id', 'source_type', 'source_id', 'skill_id', 'completion_no'], { unique: true })
@Index(['customer_id', 'evidence_id'])
@Index(['customer_id', 'skill_id', 'effective_date'])
@Index(['customer_id', 'effective_date', 'evidence_id'])
@Index(['customer_id', 'valid_until', 'evidence_id'])
@Index(['customer_id', 'state', 'effective_date', 'evidence_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class EvidenceRecord extends TenantRecord {
  @UuidColumn({ primary: true })
  staff_id: string;

  @UuidColumn({ primary: true })
  skill_id: string;

  @DayColumn({ primary: true })
  effective_date: string;

  @PrimaryUuidColumn()
  evidence_id: string;

  /** training | certificate | assessment | prior | import | self */
  @ChoiceColumn()
  kind: string;

  /** A copy: later changes of the training's skill mapping do not affect it. */
  @IntegerColumn()
  level: number;

  /** The last valid day; null: never expires. */
  @DayColumn({ nullable: true })
  valid_until: string | null;

  /** approved | pending | rejected | voided */
  @ChoiceColumn()
  state: string;

  /** approved | pending: the state before any event. */
  @ChoiceColumn()
  first_state: string;

  /** completion (source_id: assignment) | practical (source_id: assessment) | hand (source_id: the row itself) */
  @ChoiceColumn()
  source_type: string;

  @UuidColumn()
  source_id: string;

  /** Number of the completion of the assignment; 1 for other sources. */
  @IntegerColumn({ defaultTo: '1' })
  completion_no: number;

  @UuidColumn({ nullable: true })
  training_id: string | null;

  @UuidColumn({ nullable: true })
  attempt_id: string | null;

  /** Marks of the attempt, in the unit of its grading; only their ratio is shown. */
  @BigIntColumn({ nullable: true })
  score_correct: number | null;

  @BigIntColumn({ nullable: true })
  score_total: number | null;

  @VarcharColumn(1000, { nullable: true })
  note: string | null;

  /** The recording account (the assessor); null: the system. */
  @UuidColumn({ nullable: true })
  recorded_by: string | null;
}
