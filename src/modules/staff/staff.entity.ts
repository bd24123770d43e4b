import { Entity, Index } from 'typeorm';
import type { Language } from '../../contract/languages';
import { staff } from '../../contract/staff.resource';
import {
  ChoiceColumn,
  DayColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  UniqueKeyColumn,
  SortKeyColumn,
  VarcharColumn,
} from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** An employee; may have no sign-in. Reports count the person as active on day D when joined ≤ D ≤ last_active_day. */
@Entity('staff')
@Resource(staff, { noun: 'staff member' })
@RaisesReportVersion('directory_version')
@Index(['customer_id', 'staff_code_key'], { unique: true })
@Index(['customer_id', 'last_name_sort', 'first_name_sort', 'staff_id'])
@Index(['customer_id', 'department_id'])
@Index(['customer_id', 'job_role_id'])
@Index(['customer_id', 'manager_id'])
@Index(['customer_id', 'first_name_sort', 'staff_id'])
@Index(['customer_id', 'last_name_sort', 'staff_id'])
@Index(['customer_id', 'email', 'staff_id'])
@Index(['customer_id', 'joined', 'staff_id'])
@Index(['customer_id', 'last_active_day', 'staff_id'])
@Index(['customer_id', 'status', 'staff_id'])
@Index(['customer_id', 'created_at', 'staff_id'])
@Index(['customer_id', 'updated_at', 'staff_id'])
@Index(['customer_id', 'status', 'last_active_day'])
@Index(['customer_id', 'status', 'invited_at'])
@Index(['customer_id', 'status', 'account_role', 'staff_id'])
@RefersTo('Department', 'department_id')
@RefersTo('JobRole', 'job_role_id')
@RefersTo('Staff', 'staff_id', 'manager_id')
export class Staff extends TenantRecord {
  @PrimaryUuidColumn()
  staff_id: string;

  /** The employee code (EID). */
  @VarcharColumn(40)
  staff_code: string;

  @UniqueKeyColumn('staff_code', 40)
  staff_code_key: string;

  @VarcharColumn(100)
  first_name: string;

  @SortKeyColumn('first_name', 100)
  first_name_sort: string;

  @VarcharColumn(100)
  last_name: string;

  @SortKeyColumn('last_name', 100)
  last_name_sort: string;

  @VarcharColumn(254, { nullable: true })
  email: string | null;

  @VarcharColumn(20, { nullable: true })
  mobile: string | null;

  @UuidColumn({ nullable: true })
  department_id: string | null;

  @UuidColumn({ nullable: true })
  job_role_id: string | null;

  @UuidColumn({ nullable: true })
  manager_id: string | null;

  @DayColumn()
  joined: string;

  /** The last day of employment. */
  @DayColumn({ nullable: true })
  last_active_day: string | null;

  @VarcharColumn(64, { nullable: true })
  time_zone: string | null;

  @ChoiceColumn({ nullable: true })
  language: Language | null;

  /** invited → active ⇄ suspended → left → anonymised */
  @ChoiceColumn()
  status: string;

  /** admin | user; null: cannot sign in and has not been invited. */
  @ChoiceColumn({ nullable: true })
  account_role: string | null;

  @InstantColumn({ nullable: true })
  invited_at: number | null;
}
