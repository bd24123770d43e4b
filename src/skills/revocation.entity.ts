import { Entity, ForeignKey, Index } from 'typeorm';
import { Day, IdKey, IdRef, Text } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { TenantRecord } from '../tenancy/tenant-record';

/** Withdraws a skill from its first to its last day; the level is 0 meanwhile. */
@Entity('revocation')
@Raises('matrix_version')
@Index(['customer_id', 'revocation_id'], { unique: true })
@Index(['customer_id', 'skill_id'])
@Index(['customer_id', 'from_date', 'revocation_id'])
@Index(['customer_id', 'to_date', 'revocation_id'])
@ForeignKey('Staff', ['customer_id', 'staff_id'], ['customer_id', 'staff_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
@ForeignKey('Skill', ['customer_id', 'skill_id'], ['customer_id', 'skill_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
export class RevocationRecord extends TenantRecord {
  @IdRef({ primary: true })
  staff_id: string;

  @IdRef({ primary: true })
  skill_id: string;

  @IdKey()
  revocation_id: string;

  @Day()
  from_date: string;

  /** The last day; null until further notice. */
  @Day({ nullable: true })
  to_date: string | null;

  @Text(500)
  reason: string;
}
