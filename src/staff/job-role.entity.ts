import { Entity, Index } from 'typeorm';
import { IdKey, KeyOf, SortOf, Text } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { TenantRecord } from '../tenancy/tenant-record';

@Entity('job_role')
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
