import { Entity, Index } from 'typeorm';
import { assignmentRules } from '../contract/assignment-rules.resource';
import { Choice, Day, Flag, IdKey, IdRef, Whole } from '../platform/database/columns';
import { Keeps } from '../tenancy/resources/kept';
import { NamedRecord, RefersTo } from '../tenancy/tenant-record';

/** Who is assigned what by rule: people by where they stand, its trainings in assignment-rule-training.entity.ts. */
@Entity('assignment_rule')
@Keeps(assignmentRules, { noun: 'assignment rule' })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'rule_id'])
@Index(['customer_id', 'department_id'])
@Index(['customer_id', 'job_role_id'])
@Index(['customer_id', 'status', 'rule_id'])
@RefersTo('Department', 'department_id')
@RefersTo('JobRole', 'job_role_id')
export class AssignmentRule extends NamedRecord {
  @IdKey()
  rule_id: string;

  /** null: wherever they are; else with the departments below it. */
  @IdRef({ nullable: true })
  department_id: string | null;

  @IdRef({ nullable: true })
  job_role_id: string | null;

  @Whole({ nullable: true })
  due_days: number | null;

  @Day({ nullable: true })
  due_on: string | null;

  @Flag()
  mandatory: boolean;

  @Flag()
  active: boolean;

  /** active | archived */
  @Choice()
  status: string;

  /** As they were given; kept in rows of their own. */
  training_id?: readonly string[];
}
