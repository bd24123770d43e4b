import { Entity } from 'typeorm';
import type { ChecklistResponse } from '../../contract/practical.responses';
import { UuidColumn, JsonColumn, IntegerColumn } from '../../infrastructure/database/columns';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** The checklist of a skill level. */
@Entity('skill_checklist')
@RefersTo('Skill', 'skill_id')
export class SkillChecklist extends TenantRecord {
  @UuidColumn({ primary: true })
  skill_id: string;

  @IntegerColumn({ primary: true })
  level: number;

  /** Number of criteria to meet; critical ones are always required. */
  @IntegerColumn()
  needed: number;

  @JsonColumn()
  criteria: ChecklistResponse['criteria'];
}
