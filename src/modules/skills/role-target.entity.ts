import { Entity, Index } from 'typeorm';
import { roleTargets } from '../../contract/skill-targets.resource';
import { DayColumn, UuidColumn, IntegerColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** Required level of all holders of a job role. Resolved at read time, so a new holder needs no rows. */
@Entity('role_target')
@Resource(roleTargets, { noun: 'target', named_by: ['job_role_id', 'skill_id'] })
@RaisesReportVersion('matrix_version')
@Index(['customer_id', 'target_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'target_id'])
@Index(['customer_id', 'to_date', 'target_id'])
@RefersTo('JobRole', 'job_role_id')
@RefersTo('Skill', 'skill_id')
export class RoleTarget extends TenantRecord {
  @UuidColumn({ primary: true })
  job_role_id: string;

  @UuidColumn({ primary: true })
  skill_id: string;

  @DayColumn({ primary: true })
  from_date: string;

  @UuidColumn()
  target_id: string;

  @DayColumn({ nullable: true })
  to_date: string | null;

  @IntegerColumn()
  level: number;
}
