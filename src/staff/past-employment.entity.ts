import { Entity } from 'typeorm';
import { Day, IdRef } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/**
 * An employment that ended before somebody came back; the present one, or the last, stands in the staff row. In reports a
 * person is active on a day within any of them, and their spans are clipped to all of them.
 */
@Entity('past_employment')
@Raises('directory_version')
@RefersTo('Staff', 'staff_id')
export class PastEmployment extends TenantRecord {
  @IdRef({ primary: true })
  staff_id: string;

  /** The first day. */
  @Day({ primary: true })
  from_date: string;

  /** The last active day. */
  @Day()
  to_date: string;
}
