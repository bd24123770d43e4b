import { Entity, Index } from 'typeorm';
import { exemptions } from '../contract/skill-holds.resource';
import { Day, IdKey, IdRef, Text } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** Mutes a requirement from its first to its last day. */
@Entity('exemption')
@Keeps(exemptions, { noun: 'exemption', schema: 'Exemption', named_by: ['staff_id', 'skill_id'] })
@Raises('matrix_version')
@Index(['customer_id', 'exemption_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'exemption_id'])
@Index(['customer_id', 'to_date', 'exemption_id'])
@RefersTo('Staff', 'staff_id')
@RefersTo('Skill', 'skill_id')
export class ExemptionRecord extends TenantRecord {
  @IdRef({ primary: true })
  staff_id: string;

  @IdRef({ primary: true })
  skill_id: string;

  @IdKey()
  exemption_id: string;

  @Day()
  from_date: string;

  /** The last day; null until further notice. */
  @Day({ nullable: true })
  to_date: string | null;

  @Text(500)
  reason: string;
}
