import { Entity, Index } from 'typeorm';
import type { AssessmentOutcome, AssessmentState, ConfirmedHow, MarkedCriterion } from '../contract/practical-answers';
import { Choice, Day, IdKey, IdRef, Instant, Json, Text, Whole } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** Somebody was watched at work, by a checklist as it was then. What it says is frozen with its submission. */
@Entity('practical_assessment')
@Index(['customer_id', 'staff_id', 'skill_id', 'level', 'slot'], { unique: true })
@Index(['customer_id', 'staff_id', 'assessment_id'])
@Index(['customer_id', 'skill_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class PracticalAssessment extends TenantRecord {
  @IdKey()
  assessment_id: string;

  @IdRef()
  staff_id: string;

  @IdRef()
  skill_id: string;

  @Whole()
  level: number;

  @Whole()
  needed: number;

  @Json()
  criteria: readonly MarkedCriterion[];

  @Text(1000, { nullable: true })
  note: string | null;

  /** open | given | confirmed | withdrawn */
  @Choice()
  state: AssessmentState;

  /** `open`, so that there is one of them at a time; afterwards its own id. */
  @Text(40)
  slot: string;

  /** passed | failed */
  @Choice({ nullable: true })
  outcome: AssessmentOutcome | null;

  /** The assessor's account. */
  @IdRef({ nullable: true })
  assessed_by: string | null;

  /** As they were called then. */
  @Text(301, { nullable: true })
  assessor_name: string | null;

  @Day({ nullable: true })
  assessed_on: string | null;

  @Instant({ nullable: true })
  confirmed_at: number | null;

  /** own | in_person */
  @Choice({ nullable: true })
  confirmed_how: ConfirmedHow | null;

  @IdRef({ nullable: true })
  evidence_id: string | null;
}
