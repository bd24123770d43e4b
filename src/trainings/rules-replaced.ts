import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Department } from '../staff/department.entity';
import { JobRole } from '../staff/job-role.entity';
import type { Batch } from '../tenancy/batch';
import { Reassignments, repoint, type Passed } from '../tenancy/reassignments';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentRuleTraining } from './assignment-rule-training.entity';
import { AssignmentRule } from './assignment-rule.entity';
import { RuleTriggers } from './rule-triggers';
import { Training } from './training.entity';

/** Another department, job role or training takes a place: rules name it from then on. */
@Injectable()
export class RulesReplaced implements OnModuleInit {
  constructor(
    @Records(AssignmentRule) private readonly rules: TenantRepository<AssignmentRule>,
    @Records(AssignmentRuleTraining) private readonly trainings: TenantRepository<AssignmentRuleTraining>,
    private readonly triggers: RuleTriggers,
    private readonly reassignments: Reassignments,
  ) {}

  onModuleInit(): void {
    this.reassignments.alsoMoves(Department, {
      move: (tenant, from, department_id, batch) =>
        this.renamed(tenant, repoint(tenant, this.rules, 'rule_id', { department_id: from }, { department_id }, batch)),
    });
    this.reassignments.alsoMoves(JobRole, {
      move: (tenant, from, job_role_id, batch) =>
        this.renamed(tenant, repoint(tenant, this.rules, 'rule_id', { job_role_id: from }, { job_role_id }, batch)),
    });
    this.reassignments.alsoMoves(Training, {
      move: (tenant, from, to, batch) => this.renamed(tenant, this.taught(tenant, from, to, batch)),
    });
  }

  private async renamed(tenant: Tenant, moving: Promise<Passed>): Promise<Record<string, Passed>> {
    const assignment_rule = await moving;
    if (assignment_rule.was.length) await this.triggers.owe(tenant, null);
    return { assignment_rule };
  }

  /** A rule that has both already keeps the other one. */
  private async taught(tenant: Tenant, from: string, to: string, batch: Batch): Promise<Passed> {
    const found = await this.trainings.find(tenant, { training_id: from }, { limit: batch.reads(2) });
    const rule_id = batch.take(found, 2).map((row) => row.rule_id);
    if (!rule_id.length) return { was: [] };
    await this.trainings.remove(tenant, { training_id: from, rule_id });
    await this.trainings.insertMissing(
      tenant,
      rule_id.map((each) => ({ rule_id: each, training_id: to })),
    );
    return { was: rule_id };
  }
}
