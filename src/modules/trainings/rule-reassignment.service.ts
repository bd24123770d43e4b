import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Department } from '../staff/department.entity';
import { JobRole } from '../staff/job-role.entity';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import { ReassignmentsService, repointReferences, type MovedRows } from '../../tenancy/reassignments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentRuleTraining } from './assignment-rule-training.entity';
import { AssignmentRule } from './assignment-rule.entity';
import { RuleTriggerListener } from './rule-trigger.listener';
import { Training } from './training.entity';

/** Replaces departments, job roles and trainings in rules. */
@Injectable()
export class RuleReassignmentService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(AssignmentRule) private readonly rules: TenantRepository<AssignmentRule>,
    @InjectTenantRepository(AssignmentRuleTraining)
    private readonly trainings: TenantRepository<AssignmentRuleTraining>,
    private readonly triggers: RuleTriggerListener,
    private readonly reassignmentsService: ReassignmentsService,
  ) {}

  onModuleInit(): void {
    this.reassignmentsService.registerReferences(Department, {
      move: (tenant, from, department_id, batch) =>
        this.applyIfMoved(
          tenant,
          repointReferences(tenant, this.rules, 'rule_id', { department_id: from }, { department_id }, batch),
        ),
    });
    this.reassignmentsService.registerReferences(JobRole, {
      move: (tenant, from, job_role_id, batch) =>
        this.applyIfMoved(
          tenant,
          repointReferences(tenant, this.rules, 'rule_id', { job_role_id: from }, { job_role_id }, batch),
        ),
    });
    this.reassignmentsService.registerReferences(Training, {
      move: (tenant, from, to, batch) => this.applyIfMoved(tenant, this.moveTrainings(tenant, from, to, batch)),
    });
  }

  private async applyIfMoved(tenant: Tenant, move: Promise<MovedRows>): Promise<Record<string, MovedRows>> {
    const assignment_rule = await move;
    if (assignment_rule.was.length) await this.triggers.enqueue(tenant, null);
    return { assignment_rule };
  }

  /** A rule that already has the other training keeps it once. */
  private async moveTrainings(
    tenant: Tenant,
    from: string,
    to: string,
    transactionBatch: TransactionBatch,
  ): Promise<MovedRows> {
    const rows = await this.trainings.find(tenant, { training_id: from }, { limit: transactionBatch.readLimit(2) });
    const rule_id = transactionBatch.take(rows, 2).map((row) => row.rule_id);
    if (!rule_id.length) return { was: [] };
    await this.trainings.remove(tenant, { training_id: from, rule_id });
    await this.trainings.insertMissing(
      tenant,
      rule_id.map((each) => ({ rule_id: each, training_id: to })),
    );
    return { was: rule_id };
  }
}
