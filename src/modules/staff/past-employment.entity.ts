import { Entity } from 'typeorm';
import { DayColumn, UuidColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/**
 * An ended employment of a rehired person; the present or last one is in the staff row. Reports treat the person as
 * active during all of them and clip spans to them.
 */
@Entity('past_employment')
@RaisesReportVersion('directory_version')
@RefersTo('Staff', 'staff_id')
export class PastEmployment extends TenantRecord {
  @UuidColumn({ primary: true })
  staff_id: string;

  /** The first day. */
  @DayColumn({ primary: true })
  from_date: string;

  /** The last active day. */
  @DayColumn()
  to_date: string;
}
