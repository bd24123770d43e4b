import { Entity, Index } from 'typeorm';
import { DayColumn, UuidColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** An earlier job role; the present one is in the staff row. Reports use the role of each day. */
@Entity('past_job_role')
@RaisesReportVersion('directory_version')
@Index(['customer_id', 'job_role_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('JobRole', 'job_role_id')
export class PastJobRole extends TenantRecord {
  @UuidColumn({ primary: true })
  staff_id: string;

  /** The last day; the period starts the day after the previous one ended. */
  @DayColumn({ primary: true })
  to_date: string;

  /** null: no job role. */
  @UuidColumn({ nullable: true })
  job_role_id: string | null;
}
