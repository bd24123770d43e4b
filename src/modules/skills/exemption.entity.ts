import { Entity, Index } from 'typeorm';
import { exemptions } from '../../contract/skill-holds.resource';
import { DayColumn, PrimaryUuidColumn, UuidColumn, VarcharColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** Exempts a staff member from a requirement for a period. */
@Entity('exemption')
@Resource(exemptions, { noun: 'exemption', schema: 'Exemption', named_by: ['staff_id', 'skill_id'] })
@RaisesReportVersion('matrix_version')
@Index(['customer_id', 'exemption_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'exemption_id'])
@Index(['customer_id', 'to_date', 'exemption_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class ExemptionRecord extends TenantRecord {
  @UuidColumn({ primary: true })
  staff_id: string;

  @UuidColumn({ primary: true })
  skill_id: string;

  @PrimaryUuidColumn()
  exemption_id: string;

  @DayColumn()
  from_date: string;

  /** The last day; null: open-ended. */
  @DayColumn({ nullable: true })
  to_date: string | null;

  @VarcharColumn(500)
  reason: string;
}
