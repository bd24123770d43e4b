import { Entity, Index } from 'typeorm';
import { Day, IdRef } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/**
 * A job role that somebody no longer has; the present one stands in the staff row. What a role asks for is asked of whoever
 * had it on the day, so that a report of last year says next year what it says now.
 */
@Entity('past_job_role')
@Raises('directory_version')
@Index(['customer_id', 'job_role_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('JobRole', 'job_role_id')
export class PastJobRole extends TenantRecord {
  @IdRef({ primary: true })
  staff_id: string;

  /** The last day on which they had it; it began the day after the one before ended. */
  @Day({ primary: true })
  to_date: string;

  /** null: they had none. */
  @IdRef({ nullable: true })
  job_role_id: string | null;
}
