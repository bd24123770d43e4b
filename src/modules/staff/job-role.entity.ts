import { Entity, Index } from 'typeorm';
import { jobRoles } from '../../contract/job-roles.resource';
import { ChoiceColumn, PrimaryUuidColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { NamedRecord } from '../../tenancy/tenant-record';

@Entity('job_role')
@Resource(jobRoles, { noun: 'job role' })
@RaisesReportVersion('directory_version')
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'job_role_id'])
@Index(['customer_id', 'status', 'job_role_id'])
export class JobRole extends NamedRecord {
  @PrimaryUuidColumn()
  job_role_id: string;

  /** active | archived */
  @ChoiceColumn({ defaultTo: 'active' })
  status: string;
}
