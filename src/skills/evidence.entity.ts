import { Entity, Index } from 'typeorm';
import { skillEvidence } from '../contract/skill-evidence.resource';
import { Big, Choice, Day, IdKey, IdRef, Text, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/**
 * The ledger (reports.md §1). What a row says is never updated; only `state` moves, which is the projection of its
 * events (evidence-event.entity.ts), as a span is the projection of the rows.
 */
@Entity('evidence')
@Keeps(skillEvidence, { noun: 'evidence', schema: 'Evidence', named_by: ['staff_id', 'skill_id'] })
@Raises('matrix_version')
@Index(['customer_id', 'source_type', 'source_id', 'skill_id', 'completion_no'], { unique: true })
@Index(['customer_id', 'evidence_id'])
@Index(['customer_id', 'skill_id', 'effective_date'])
@Index(['customer_id', 'effective_date', 'evidence_id'])
@Index(['customer_id', 'valid_until', 'evidence_id'])
@Index(['customer_id', 'state', 'effective_date', 'evidence_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class EvidenceRecord extends TenantRecord {
  @IdRef({ primary: true })
  staff_id: string;

  @IdRef({ primary: true })
  skill_id: string;

  @Day({ primary: true })
  effective_date: string;

  @IdKey()
  evidence_id: string;

  /** training | certificate | assessment | prior | import | self */
  @Choice()
  kind: string;

  /** A copy: a later change of the training's mapping never rewrites history. */
  @Whole()
  level: number;

  /** The last valid day; null for ever. */
  @Day({ nullable: true })
  valid_until: string | null;

  /** approved | pending | rejected | voided */
  @Choice()
  state: string;

  /** approved | pending: what it was before any event. */
  @Choice()
  first_state: string;

  /** completion (source_id: the assignment, one a cycle) | practical (the assessment) | hand (source_id: the row itself) */
  @Choice()
  source_type: string;

  @IdRef()
  source_id: string;

  /** Which completion of the assignment it is of; of other sources 1. */
  @Whole({ otherwise: '1' })
  completion_no: number;

  @IdRef({ nullable: true })
  training_id: string | null;

  @IdRef({ nullable: true })
  attempt_id: string | null;

  /** Of the attempt, in whatever unit it was graded in; only their ratio is shown. */
  @Big({ nullable: true })
  score_correct: number | null;

  @Big({ nullable: true })
  score_total: number | null;

  @Text(1000, { nullable: true })
  note: string | null;

  /** The account that recorded it (who assessed); null: the system did. */
  @IdRef({ nullable: true })
  recorded_by: string | null;
}
