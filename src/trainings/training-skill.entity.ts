import { Entity, Index } from 'typeorm';
import { IdRef, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { RefersTo, TenantRecord } from '../tenancy/tenant-record';

/** From this score on the training gives this level of the skill; several rows of one skill are bands. */
@Entity('training_skill')
@Raises('matrix_version')
@Index(['customer_id', 'skill_id'])
@RefersTo('Training', 'training_id')
@RefersTo('Skill', 'skill_id')
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
