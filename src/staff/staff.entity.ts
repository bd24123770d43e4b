import { Entity, Index } from 'typeorm';
import type { Language } from '../contract/languages';
import { staff } from '../contract/staff.resource';
import { Choice, Day, IdKey, IdRef, Instant, KeyOf, SortOf, Text } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** Somebody whose skills are known. Need not be able to sign in. In reports active at D when joined ≤ D ≤ last_active_day. */
@Entity('staff')
@Keeps(staff, { noun: 'staff member' })
@Raises('directory_version')
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
  @IdKey()
  staff_id: string;

  /** The employee code (EID). */
  @Text(40)
  staff_code: string;

  @KeyOf('staff_code', 40)
  staff_code_key: string;

  @Text(100)
  first_name: string;

  @SortOf('first_name', 100)
  first_name_sort: string;

  @Text(100)
  last_name: string;

  @SortOf('last_name', 100)
  last_name_sort: string;

  @Text(254, { nullable: true })
  email: string | null;

  @Text(20, { nullable: true })
  mobile: string | null;

  @IdRef({ nullable: true })
  department_id: string | null;

  @IdRef({ nullable: true })
  job_role_id: string | null;

  @IdRef({ nullable: true })
  manager_id: string | null;

  @Day()
  joined: string;

  /** The last day on which they count; set by leaving. */
  @Day({ nullable: true })
  last_active_day: string | null;

  @Text(64, { nullable: true })
  time_zone: string | null;

  @Choice({ nullable: true })
  language: Language | null;

  /** invited → active ⇄ suspended → left → anonymised */
  @Choice()
  status: string;

  /** admin | user, once they can sign in (or have been invited to). */
  @Choice({ nullable: true })
  account_role: string | null;

  @Instant({ nullable: true })
  invited_at: number | null;
}
