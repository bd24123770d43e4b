import { Entity, ForeignKey, Index } from 'typeorm';
import { Day, IdRef, Text, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { TenantRecord } from '../tenancy/tenant-record';

/** What is required of one person. Of two on a day the one that began last stands (skill-target.ts). */
@Entity('skill_target')
@Raises('matrix_version')
@Index(['customer_id', 'target_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'target_id'])
@Index(['customer_id', 'to_date', 'target_id'])
@ForeignKey('Staff', ['customer_id', 'staff_id'], ['customer_id', 'staff_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
@ForeignKey('Skill', ['customer_id', 'skill_id'], ['customer_id', 'skill_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
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
