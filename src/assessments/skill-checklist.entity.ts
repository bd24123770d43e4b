import { Entity } from 'typeorm';
import type { ChecklistAnswer } from '../contract/practical-answers';
import { IdRef, Json, Whole } from '../platform/database/columns';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** What is looked for when somebody shows a level of a skill at work. */
@Entity('skill_checklist')
@RefersTo('Skill', 'skill_id')
export class SkillChecklist extends TenantRecord {
  @IdRef({ primary: true })
  skill_id: string;

  @Whole({ primary: true })
  level: number;

  /** How many criteria must be met; every critical one must be anyway. */
  @Whole()
  needed: number;

  /** In their order. */
  @Json()
  criteria: ChecklistAnswer['criteria'];
}
