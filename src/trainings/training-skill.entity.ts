import { Entity, ForeignKey, Index } from 'typeorm';
import { IdRef, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { TenantRecord } from '../tenancy/tenant-record';

/** From this score on the training gives this level of the skill; several rows of one skill are bands. */
@Entity('training_skill')
@Raises('matrix_version')
@Index(['customer_id', 'skill_id'])
@ForeignKey('Training', ['customer_id', 'training_id'], ['customer_id', 'training_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
@ForeignKey('Skill', ['customer_id', 'skill_id'], ['customer_id', 'skill_id'], {
  onDelete: 'RESTRICT',
  onUpdate: 'RESTRICT',
})
export class TrainingSkill extends TenantRecord {
  @IdRef({ primary: true })
  training_id: string;

  @IdRef({ primary: true })
  skill_id: string;

  @Whole({ primary: true })
  min_score: number;

  @Whole()
  level: number;

  @Whole({ nullable: true })
  validity_months: number | null;
}
