import { Entity, Index } from 'typeorm';
import { departments } from '../../contract/departments.resource';
import { PrimaryUuidColumn, UuidColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { NamedRecord, RefersTo } from '../../tenancy/tenant-record';

/** A tree by `parent_id`. */
@Entity('department')
@Resource(departments, { noun: 'department' })
@RaisesReportVersion('directory_version')
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'department_id'])
@RefersTo('Department', 'department_id', 'parent_id')
export class Department extends NamedRecord {
  @PrimaryUuidColumn()
  department_id: string;

  @UuidColumn({ nullable: true })
  parent_id: string | null;
}
