import { Entity, Index } from 'typeorm';
import { skills } from '../../contract/skills.resource';
import {
  ChoiceColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  UniqueKeyColumn,
  LongTextColumn,
  SortKeyColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { RaisesReportVersion } from '../../tenancy/report-versions';
import { Resource } from '../../tenancy/resource-metadata';
import { TenantRecord } from '../../tenancy/tenant-record';

/** A skill, rated on a scale of 0–4 (docs/skill-levels.md). */
@Entity('skill')
@Resource(skills, { noun: 'skill' })
@RaisesReportVersion('directory_version')
@Index(['customer_id', 'skill_code_key'], { unique: true })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'skill_id'])
@Index(['customer_id', 'skill_group', 'skill_id'])
@Index(['customer_id', 'skill_group', 'name_sort', 'skill_id'])
@Index(['customer_id', 'min_level', 'skill_id'])
@Index(['customer_id', 'required_headcount', 'skill_id'])
@Index(['customer_id', 'validity_months', 'skill_id'])
@Index(['customer_id', 'status', 'skill_id'])
@Index(['customer_id', 'created_at', 'skill_id'])
@Index(['customer_id', 'updated_at', 'skill_id'])
export class Skill extends TenantRecord {
  @PrimaryUuidColumn()
  skill_id: string;

  @VarcharColumn(40)
  skill_code: string;

  @UniqueKeyColumn('skill_code', 40)
  skill_code_key: string;

  @VarcharColumn(150)
  name: string;

  @UniqueKeyColumn('name', 150)
  name_key: string;

  @SortKeyColumn('name', 150)
  name_sort: string;

  @VarcharColumn(100, { nullable: true })
  skill_group: string | null;

  /** Staff at this level or above count as qualified. */
  @IntegerColumn()
  min_level: number;

  @IntegerColumn({ nullable: true })
  required_headcount: number | null;

  @IntegerColumn({ nullable: true })
  validity_months: number | null;

  @BooleanColumn()
  requires_signoff: boolean;

  /** admin | manager: who may approve pending evidence; admins always may. */
  @ChoiceColumn({ defaultTo: 'admin' })
  signoff_by: string;

  @BooleanColumn()
  critical: boolean;

  @LongTextColumn({ nullable: true })
  description: string | null;

  /** active | archived */
  @ChoiceColumn()
  status: string;
}
