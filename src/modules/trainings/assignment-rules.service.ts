import { Injectable } from '@nestjs/common';
import type { AssignmentRuleRow, assignmentRules } from '../../contract/assignment-rules.resource';
import { dayAt } from '../../common/calendar';
import { rowOf } from '../../common/rest/row';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { RecordId } from '../../crud/resource-read.service';
import { ResourceService } from '../../crud/resource.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentRuleTraining } from './assignment-rule-training.entity';
import { AssignmentRule } from './assignment-rule.entity';
import type { AssignmentRuleChange, AssignmentRuleWrite } from './assignment-rules.dto';
import { RulePeopleQuery } from './rule-people.query';
import { AssignmentRuleQuery } from './assignment-rule.query';
import { RuleTriggerListener } from './rule-trigger.listener';
import { RuleLockService } from './rule-lock.service';
import { TrainingsService } from './trainings.service';

/** Every change enqueues a run over all staff (apply-rules.worker.ts). */
@Injectable()
export class AssignmentRulesService extends ResourceService<
  AssignmentRule,
  typeof assignmentRules,
  AssignmentRuleRow,
  AssignmentRuleWrite,
  AssignmentRuleChange
> {
  constructor(
    @InjectResourceContext(AssignmentRule) parts: ResourceContext<AssignmentRule>,
    @InjectTenantRepository(AssignmentRuleTraining)
    private readonly trainingRows: TenantRepository<AssignmentRuleTraining>,
    private readonly trainings: TrainingsService,
    private readonly ruleQuery: AssignmentRuleQuery,
    private readonly people: RulePeopleQuery,
    private readonly locks: RuleLockService,
    private readonly triggers: RuleTriggerListener,
  ) {
    super(parts);
  }

  /** Incomplete assignments made only by this rule are removed. @throws NotFoundError, WrongStatusError */
  override async archive(tenant: Tenant, id: RecordId): Promise<AssignmentRuleRow> {
    return this.runAndApply(tenant, id, () => super.archive(tenant, id));
  }

  override async unarchive(tenant: Tenant, id: RecordId): Promise<AssignmentRuleRow> {
    return this.runAndApply(tenant, id, () => super.unarchive(tenant, id));
  }

  /** @throws InvalidFieldsError, UnknownTrainingError */
  protected override buildNewRecord(
    input: Partial<AssignmentRule>,
    body: AssignmentRuleWrite,
  ): Partial<AssignmentRule> {
    return { ...super.buildNewRecord(input, body), training_id: [...new Set(body.training_id)] };
  }

  /** Includes the number of people, which is counted over all staff and therefore left out of lists. */
  override async one(tenant: Tenant, id: RecordId): Promise<AssignmentRuleRow> {
    const record = await this.record(tenant, id);
    const [row] = await this.rows(tenant, [record]);
    return { ...row!, people: await this.people.count(tenant, record) };
  }

  protected override async rows(tenant: Tenant, records: readonly AssignmentRule[]): Promise<AssignmentRuleRow[]> {
    const trainings = await this.ruleQuery.trainingsOf(
      tenant,
      records.map((record) => record.rule_id),
    );
    const whole_at = await this.locks.findAppliedAt(tenant);
    return records.map((record) => ({
      ...rowOf(this.definition, record),
      training_id: trainings.get(record.rule_id) ?? [],
      people: null,
      applied_at: whole_at !== null && whole_at >= record.updated_at ? new Date(whole_at).toISOString() : null,
    }));
  }

  /** Exports contain plain fields only. */
  protected override exportRows(_tenant: Tenant, records: readonly AssignmentRule[]): AssignmentRuleRow[] {
    return records.map((record) => ({
      ...rowOf(this.definition, record),
      training_id: [],
      people: null,
      applied_at: null,
    }));
  }

  protected override async beforeRead(tenant: Tenant): Promise<void> {
    await this.locks.acquire(tenant);
  }

  protected override async beforeCreate(tenant: Tenant, rules: readonly Partial<AssignmentRule>[]): Promise<void> {
    await this.locks.acquire(tenant);
    for (const rule of rules) this.validateDueDate(tenant, rule, rule);
    await this.trainings.requirePublished(
      tenant,
      rules.flatMap(({ training_id = [] }) => training_id),
    );
  }

  protected override async afterCreate(tenant: Tenant, rules: readonly Partial<AssignmentRule>[]): Promise<void> {
    await this.trainingRows.insert(
      tenant,
      rules.flatMap(({ rule_id, training_id = [] }) =>
        training_id.map((each) => ({ rule_id: rule_id!, training_id: each })),
      ),
    );
    await this.triggers.enqueue(tenant, null);
  }

  /** A training that is no longer published may stay but cannot be added. @throws InvalidFieldsError, UnknownTrainingError */
  protected override async beforeChange(
    tenant: Tenant,
    was: AssignmentRule,
    input: Partial<AssignmentRule>,
    body: AssignmentRuleChange,
  ): Promise<Partial<AssignmentRule>> {
    this.validateDueDate(tenant, { ...was, ...input }, input);
    if (body.training_id) await this.replaceTrainings(tenant, was.rule_id, [...new Set(body.training_id)]);
    return input;
  }

  protected override async afterChange(tenant: Tenant): Promise<void> {
    await this.triggers.enqueue(tenant, null);
  }

  protected override async beforeRemove(tenant: Tenant, { rule_id }: AssignmentRule): Promise<void> {
    await this.trainingRows.remove(tenant, { rule_id });
  }

  protected override async afterRemove(tenant: Tenant): Promise<void> {
    await this.triggers.enqueue(tenant, null);
  }

  private async runAndApply(
    tenant: Tenant,
    id: RecordId,
    change: () => Promise<AssignmentRuleRow>,
  ): Promise<AssignmentRuleRow> {
    await this.context.transactions.run(async () => {
      await this.locks.acquire(tenant);
      await change();
      await this.triggers.enqueue(tenant, null);
    });
    return this.one(tenant, id);
  }

  private async replaceTrainings(tenant: Tenant, rule_id: string, training_id: readonly string[]): Promise<void> {
    const was = (await this.ruleQuery.trainingsOf(tenant, [rule_id])).get(rule_id) ?? [];
    const added = training_id.filter((each) => !was.includes(each));
    const removed = was.filter((each) => !training_id.includes(each));
    if (!added.length && !removed.length) return;
    await this.trainings.requirePublished(tenant, added);
    if (removed.length) await this.trainingRows.remove(tenant, { rule_id, training_id: removed });
    if (added.length)
      await this.trainingRows.insert(
        tenant,
        added.map((each) => ({ rule_id, training_id: each })),
      );
    await this.audit(tenant, 'trainings', rule_id, { training_id: was }, { training_id });
  }

  /** Either a number of days, or a date that is not in the past. */
  private validateDueDate(
    tenant: Tenant,
    { due_days, due_on }: Partial<AssignmentRule>,
    input: Partial<AssignmentRule>,
  ): void {
    if (due_on && due_days !== null && due_days !== undefined)
      throw new InvalidFieldsError({
        due_on: [fieldError('days_or_day', 'Enter a number of days or a date, not both.')],
      });
    const today = dayAt(this.context.clock.now(), tenant.time_zone);
    if (input.due_on && input.due_on < today)
      throw new InvalidFieldsError({
        due_on: [fieldError('day_passed', `This date is in the past. Choose ${today} or later.`, { today })],
      });
  }
}
