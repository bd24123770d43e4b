import { Entity, Index } from 'typeorm';
import { UuidColumn, IntegerColumn } from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { RefersTo, TenantRecord } from '../../tenancy/tenant-record';

/** Level of a skill granted from a minimum score on; several rows of one skill form bands. */
@Entity('training_skill')
@RaisesReportVersion('matrix_version')
@Index(['customer_id', 'skill_id'])
@RefersTo('Training', 'training_id')
@RefersTo('Skill', 'skill_id')
export class TrainingSkill extends TenantRecord {
  @UuidColumn({ primary: true })
  training_id: string;

  @UuidColumn({ primary: true })
  skill_id: string;

  @IntegerColumn({ primary: true })
  min_score: number;

  @IntegerColumn()
  level: number;

  @IntegerColumn({ nullable: true })
  validity_months: number | null;
}
