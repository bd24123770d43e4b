import { Entity, ForeignKey, Index } from 'typeorm';
import { Day, IdRef, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { TenantRecord } from '../tenancy/tenant-record';

/** What is required of everyone in a job role; resolved when it is read, so a new colleague needs no rows. */
@Entity('role_target')
@Raises('matrix_version')
@Index(['customer_id', 'target_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'target_id'])
@Index(['customer_id', 'to_date', 'target_id'])
@ForeignKey('JobRole', ['customer_id', 'job_role_id'], ['customer_id', 'job_role_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
@ForeignKey('Skill', ['customer_id', 'skill_id'], ['customer_id', 'skill_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
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
