import { Entity, Index } from 'typeorm';
import { skills } from '../contract/skills.resource';
import { Choice, Flag, IdKey, KeyOf, LongText, SortOf, Text, Whole } from '../platform/database/columns';
import { Raises } from '../tenancy/report-versions';
import { Keeps } from '../tenancy/resources/kept';
import { TenantRecord } from '../tenancy/tenant-record';

/** What somebody can do on the organisation's scale of 0–4 (reports.md §1). */
@Entity('skill')
@Keeps(skills, { noun: 'skill' })
@Raises('directory_version')
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
  @IdKey()
  skill_id: string;

  @Text(40)
  skill_code: string;

  @KeyOf('skill_code', 40)
  skill_code_key: string;

  @Text(150)
  name: string;

  @KeyOf('name', 150)
  name_key: string;

  @SortOf('name', 150)
  name_sort: string;

  @Text(100, { nullable: true })
  skill_group: string | null;

  /** From this level on somebody counts as qualified. */
  @Whole()
  min_level: number;

  @Whole({ nullable: true })
  required_headcount: number | null;

  @Whole({ nullable: true })
  validity_months: number | null;

  @Flag()
  requires_signoff: boolean;

  /** admin | manager: who besides an admin approves what waits. */
  @Choice({ otherwise: 'admin' })
  signoff_by: string;

  @Flag()
  critical: boolean;

  @LongText({ nullable: true })
  description: string | null;

  /** active | archived */
  @Choice()
  status: string;
}
