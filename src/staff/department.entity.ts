import { Entity, Index } from 'typeorm';
import { departments } from '../contract/departments.resource';
import { IdKey, IdRef } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { NamedRecord, RefersTo } from '../tenancy/tenant-record';

/** A tree by `parent_id`. */
@Entity('department')
@Keeps(departments, { noun: 'department' })
@Raises('directory_version')
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'department_id'])
@RefersTo('Department', 'department_id', 'parent_id')
export class Department extends NamedRecord {
  @IdKey()
  department_id: string;

  @IdRef({ nullable: true })
  parent_id: string | null;
}
