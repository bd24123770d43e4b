import { Entity, Index } from 'typeorm';
import type {
  AssessmentOutcome,
  AssessmentState,
  ConfirmationMethod,
  MarkedCriterion,
} from '../../contract/practical.responses';
import {
  ChoiceColumn,
  DayColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** An assessment at work by a copy of the checklist. The content is frozen at the submission. */
@Entity('practical_assessment')
@Index(['customer_id', 'staff_id', 'skill_id', 'level', 'slot'], { unique: true })
@Index(['customer_id', 'staff_id', 'assessment_id'])
@Index(['customer_id', 'skill_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class PracticalAssessment extends TenantRecord {
  @PrimaryUuidColumn()
  assessment_id: string;

  @UuidColumn()
  staff_id: string;

  @UuidColumn()
  skill_id: string;

  @IntegerColumn()
  level: number;

  @IntegerColumn()
  needed: number;

  @JsonColumn()
  criteria: readonly MarkedCriterion[];

  @VarcharColumn(1000, { nullable: true })
  note: string | null;

  /** open | given | confirmed | withdrawn */
  @ChoiceColumn()
  state: AssessmentState;

  /** `open` while open, then its own id: the unique key allows one open assessment. */
  @VarcharColumn(40)
  slot: string;

  /** passed | failed */
  @ChoiceColumn({ nullable: true })
  outcome: AssessmentOutcome | null;

  /** The assessor's account. */
  @UuidColumn({ nullable: true })
  assessed_by: string | null;

  /** Name of the assessor at that time. */
  @VarcharColumn(301, { nullable: true })
  assessor_name: string | null;

  @DayColumn({ nullable: true })
  assessed_on: string | null;

  @InstantColumn({ nullable: true })
  confirmed_at: number | null;

  /** own | in_person */
  @ChoiceColumn({ nullable: true })
  confirmed_how: ConfirmationMethod | null;

  @UuidColumn({ nullable: true })
  evidence_id: string | null;
}
