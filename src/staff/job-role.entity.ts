import { Entity, Index } from 'typeorm';
import { jobRoles } from '../contract/job-roles.resource';
import { Choice, IdKey } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { NamedRecord } from '../tenancy/tenant-record';

@Entity('job_role')
@Keeps(jobRoles, { noun: 'job role' })
@Raises('directory_version')
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'job_role_id'])
@Index(['customer_id', 'status', 'job_role_id'])
export class JobRole extends NamedRecord {
  @IdKey()
  job_role_id: string;

  /** active | archived */
  @Choice({ otherwise: 'active' })
  status: string;
}
