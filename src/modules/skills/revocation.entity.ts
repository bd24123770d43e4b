import { Entity, Index } from 'typeorm';
import { revocations } from '../../contract/skill-holds.resource';
import { DayColumn, PrimaryUuidColumn, UuidColumn, VarcharColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** Withdraws a skill for a period; the level is 0 on these days. */
@Entity('revocation')
@Resource(revocations, { noun: 'revocation', schema: 'Revocation', named_by: ['staff_id', 'skill_id'] })
@RaisesReportVersion('matrix_version')
@Index(['customer_id', 'revocation_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'revocation_id'])
@Index(['customer_id', 'to_date', 'revocation_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class RevocationRecord extends TenantRecord {
  @UuidColumn({ primary: true })
  staff_id: string;

  @UuidColumn({ primary: true })
  skill_id: string;

  @PrimaryUuidColumn()
  revocation_id: string;

  @DayColumn()
  from_date: string;

  /** The last day; null: open-ended. */
  @DayColumn({ nullable: true })
  to_date: string | null;

  @VarcharColumn(500)
  reason: string;
}
