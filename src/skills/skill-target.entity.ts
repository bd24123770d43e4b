import { Entity, Index } from 'typeorm';
import { skillTargets } from '../contract/skill-targets.resource';
import { Day, IdRef, Text, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** What is required of one person. Of two on a day the one that began last stands (skill-target.ts). */
@Entity('skill_target')
@Keeps(skillTargets, { noun: 'target', named_by: ['staff_id', 'skill_id'] })
@Raises('matrix_version')
@Index(['customer_id', 'target_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'target_id'])
@Index(['customer_id', 'to_date', 'target_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class SkillTarget extends TenantRecord {
  @IdRef({ primary: true })
  staff_id: string;

  @IdRef({ primary: true })
  skill_id: string;

  @Day({ primary: true })
  from_date: string;

  @IdRef()
  target_id: string;

  @Day({ nullable: true })
  to_date: string | null;

  /** 0 asks for nothing, whatever the job role asks for. */
  @Whole()
  level: number;

  @Text(500, { nullable: true })
  reason: string | null;
}
