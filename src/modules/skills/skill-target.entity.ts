import { Entity, Index } from 'typeorm';
import { skillTargets } from '../../contract/skill-targets.resource';
import { DayColumn, UuidColumn, VarcharColumn, IntegerColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** Required level of one person. If two cover a day, the one with the later first day applies (skill-target.ts). */
@Entity('skill_target')
@Resource(skillTargets, { noun: 'target', named_by: ['staff_id', 'skill_id'] })
@RaisesReportVersion('matrix_version')
@Index(['customer_id', 'target_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'target_id'])
@Index(['customer_id', 'to_date', 'target_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class SkillTarget extends TenantRecord {
  @UuidColumn({ primary: true })
  staff_id: string;

  @UuidColumn({ primary: true })
  skill_id: string;

  @DayColumn({ primary: true })
  from_date: string;

  @UuidColumn()
  target_id: string;

  @DayColumn({ nullable: true })
  to_date: string | null;

  /** 0: nothing is required, even if the job role requires a level. */
  @IntegerColumn()
  level: number;

  @VarcharColumn(500, { nullable: true })
  reason: string | null;
}
