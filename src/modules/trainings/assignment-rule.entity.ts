import { Entity, Index } from 'typeorm';
import { assignmentRules } from '../../contract/assignment-rules.resource';
import {
  ChoiceColumn,
  DayColumn,
  BooleanColumn,
  PrimaryUuidColumn,
  UuidColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { NamedRecord, RefersTo } from '../../tenancy/tenant-record';

/** Assigns trainings (assignment-rule-training.entity.ts) to people by department and job role. */
@Entity('assignment_rule')
@Resource(assignmentRules, { noun: 'assignment rule' })
@Index(['customer_id', 'name_key'], { unique: true })
@Index(['customer_id', 'name_sort', 'rule_id'])
@Index(['customer_id', 'department_id'])
@Index(['customer_id', 'job_role_id'])
@Index(['customer_id', 'status', 'rule_id'])
@RefersTo('Department', 'department_id')
@RefersTo('JobRole', 'job_role_id')
export class AssignmentRule extends NamedRecord {
  @PrimaryUuidColumn()
  rule_id: string;

  /** null: any department; otherwise including descendants. */
  @UuidColumn({ nullable: true })
  department_id: string | null;

  @UuidColumn({ nullable: true })
  job_role_id: string | null;

  @IntegerColumn({ nullable: true })
  due_days: number | null;

  @DayColumn({ nullable: true })
  due_on: string | null;

  @BooleanColumn()
  mandatory: boolean;

  @BooleanColumn()
  active: boolean;

  /** active | archived */
  @ChoiceColumn()
  status: string;

  /** Not a column: stored as AssignmentRuleTraining rows. */
  training_id?: readonly string[];
}
