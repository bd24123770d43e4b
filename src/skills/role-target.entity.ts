import { Entity, Index } from 'typeorm';
import { roleTargets } from '../contract/skill-targets.resource';
import { Day, IdRef, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** What is required of everyone in a job role; resolved when it is read, so a new colleague needs no rows. */
@Entity('role_target')
@Keeps(roleTargets, { noun: 'target', named_by: ['job_role_id', 'skill_id'] })
@Raises('matrix_version')
@Index(['customer_id', 'target_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'target_id'])
@Index(['customer_id', 'to_date', 'target_id'])
@RefersTo('JobRole', 'job_role_id')
@RefersTo('Skill', 'skill_id')
export class RoleTarget extends TenantRecord {
  @IdRef({ primary: true })
  job_role_id: string;

  @IdRef({ primary: true })
  skill_id: string;

  @Day({ primary: true })
  from_date: string;

  @IdRef()
  target_id: string;

  @Day({ nullable: true })
  to_date: string | null;

  @Whole()
  level: number;
}
