import { Entity, ForeignKey, Index } from 'typeorm';
import { departments } from '../contract/departments.resource';
import { IdKey, IdRef, KeyOf, SortOf, Text } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { FoundByWords } from '../tenancy/search-words';
import { TenantRecord } from '../tenancy/tenant-record';

/** A tree by `parent_id`. */
@Entity('department')
@FoundByWords(departments)
@Raises('directory_version')
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'department_id'])
@ForeignKey('Department', ['customer_id', 'parent_id'], ['customer_id', 'department_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
export class Department extends TenantRecord {
  @IdKey()
  department_id: string;

  @Text(100)
  name: string;

  @KeyOf('name', 100)
  name_key: string;

  @SortOf('name', 100)
  name_sort: string;

  @IdRef({ nullable: true })
  parent_id: string | null;
}
