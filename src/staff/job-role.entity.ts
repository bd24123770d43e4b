import { Entity, Index } from 'typeorm';
import { jobRoles } from '../contract/job-roles.resource';
import { IdKey, KeyOf, SortOf, Text } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { FoundByWords } from '../tenancy/search-words';
import { TenantRecord } from '../tenancy/tenant-record';

@Entity('job_role')
@FoundByWords(jobRoles)
@Raises('directory_version')
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'job_role_id'])
export class JobRole extends TenantRecord {
  @IdKey()
  job_role_id: string;

  @Text(100)
  name: string;

  @KeyOf('name', 100)
  name_key: string;

  @SortOf('name', 100)
  name_sort: string;
}
