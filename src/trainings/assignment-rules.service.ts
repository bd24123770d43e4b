import { Injectable } from '@nestjs/common';
import type { AssignmentRuleRow, assignmentRules } from '../contract/assignment-rules.resource';
import { dayAt } from '../platform/calendar';
import { rowOf } from '../platform/definitions/row';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import type { RecordId } from '../tenancy/resources/resource-reader';
import { ResourceService } from '../tenancy/resources/resource-service';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentRuleTraining } from './assignment-rule-training.entity';
import { AssignmentRule } from './assignment-rule.entity';
import type { AssignmentRuleChange, AssignmentRuleWrite } from './assignment-rules.dto';
import { RulePeople } from './rule-people';
import { RuleReading } from './rule-reading';
import { RuleTriggers } from './rule-triggers';
import { RuleTurns } from './rule-turns';
import { TrainingsService } from './trainings.service';

/** Who is assigned what by rule. Whatever is changed here owes a look at everybody (apply-rules.ts). */
@Injectable()
export class AssignmentRulesService extends ResourceService<
  AssignmentRule,
  typeof assignmentRules,
  AssignmentRuleRow,
  AssignmentRuleWrite,
  AssignmentRuleChange
> {
  constructor(
    @PartsOf(AssignmentRule) parts: ResourceParts<AssignmentRule>,
    @Records(AssignmentRuleTraining) private readonly trainingRows: TenantRepository<AssignmentRuleTraining>,
    private readonly trainings: TrainingsService,
    private readonly reading: RuleReading,
    private readonly people: RulePeople,
    private readonly turns: RuleTurns,
    private readonly triggers: RuleTriggers,
  ) {
    super(parts);
  }

  /** Whoever only it had assigned is let go. @throws NotFound, WrongStatus */
  override async archive(tenant: Tenant, id: RecordId): Promise<AssignmentRuleRow> {
    return this.shelving(tenant, id, () => super.archive(tenant, id));
  }

  override async unarchive(tenant: Tenant, id: RecordId): Promise<AssignmentRuleRow> {
    return this.shelving(tenant, id, () => super.unarchive(tenant, id));
  }

  /** @throws InvalidFields, TrainingUnknown */
  protected override begun(given: Partial<AssignmentRule>, body: AssignmentRuleWrite): Partial<AssignmentRule> {
    return { ...super.begun(given, body), training_id: [...new Set(body.training_id)] };
  }

  /** With how many are in it: everybody is looked at for that, so not for each of a page of rules. */
  override async one(tenant: Tenant, id: RecordId): Promise<AssignmentRuleRow> {
    const record = await this.record(tenant, id);
    const [row] = await this.rows(tenant, [record]);
    return { ...row!, people: await this.people.of(tenant, record) };
  }

  protected override async rows(tenant: Tenant, records: readonly AssignmentRule[]): Promise<AssignmentRuleRow[]> {
    const trainings = await this.reading.trainingsOf(
      tenant,
      records.map((record) => record.rule_id),
    );
    const whole_at = await this.turns.wholeAt(tenant);
    return records.map((record) => ({
      ...rowOf(this.definition, record),
      training_id: trainings.get(record.rule_id) ?? [],
      people: null,
      applied_at: whole_at !== null && whole_at >= record.updated_at ? new Date(whole_at).toISOString() : null,
    }));
  }

  /** A file has the fields only. */
  protected override told(_tenant: Tenant, records: readonly AssignmentRule[]): AssignmentRuleRow[] {
    return records.map((record) => ({
      ...rowOf(this.definition, record),
      ...{ training_id: [], people: null, applied_at: null },
    }));
  }

  protected override async beforeReading(tenant: Tenant): Promise<void> {
    await this.turns.take(tenant);
  }

  protected override async beforeCreate(tenant: Tenant, made: readonly Partial<AssignmentRule>[]): Promise<void> {
    await this.turns.take(tenant);
    for (const rule of made) this.refuseDue(tenant, rule, rule);
    await this.trainings.publishedAmong(
      tenant,
      made.flatMap(({ training_id = [] }) => training_id),
    );
  }

  protected override async afterCreate(tenant: Tenant, made: readonly Partial<AssignmentRule>[]): Promise<void> {
    await this.trainingRows.insert(
      tenant,
      made.flatMap(({ rule_id, training_id = [] }) =>
        training_id.map((each) => ({ rule_id: rule_id!, training_id: each })),
      ),
    );
    await this.triggers.owe(tenant, null);
  }

  /** A training that is published no more may stay, but not come anew. @throws InvalidFields, TrainingUnknown */
  protected override async beforeChange(
    tenant: Tenant,
    was: AssignmentRule,
    given: Partial<AssignmentRule>,
    body: AssignmentRuleChange,
  ): Promise<Partial<AssignmentRule>> {
    this.refuseDue(tenant, { ...was, ...given }, given);
    if (body.training_id) await this.replaceTrainings(tenant, was.rule_id, [...new Set(body.training_id)]);
    return given;
  }

  protected override async afterChange(tenant: Tenant): Promise<void> {
    await this.triggers.owe(tenant, null);
  }

  protected override async beforeRemove(tenant: Tenant, { rule_id }: AssignmentRule): Promise<void> {
    await this.trainingRows.remove(tenant, { rule_id });
  }

  protected override async afterRemove(tenant: Tenant): Promise<void> {
    await this.triggers.owe(tenant, null);
  }

  private async shelving(
    tenant: Tenant,
    id: RecordId,
    shelve: () => Promise<AssignmentRuleRow>,
  ): Promise<AssignmentRuleRow> {
    await this.parts.transactions.run(async () => {
      await this.turns.take(tenant);
      await shelve();
      await this.triggers.owe(tenant, null);
    });
    return this.one(tenant, id);
  }

  private async replaceTrainings(tenant: Tenant, rule_id: string, training_id: readonly string[]): Promise<void> {
    const was = (await this.reading.trainingsOf(tenant, [rule_id])).get(rule_id) ?? [];
    const fresh = training_id.filter((each) => !was.includes(each));
    const gone = was.filter((each) => !training_id.includes(each));
    if (!fresh.length && !gone.length) return;
    await this.trainings.publishedAmong(tenant, fresh);
    if (gone.length) await this.trainingRows.remove(tenant, { rule_id, training_id: gone });
    if (fresh.length)
      await this.trainingRows.insert(
        tenant,
        fresh.map((each) => ({ rule_id, training_id: each })),
      );
    await this.audit(tenant, 'trainings', rule_id, { training_id: was }, { training_id });
  }

  /** A number of days, or a day that is still to come: not both. */
  private refuseDue(
    tenant: Tenant,
    { due_days, due_on }: Partial<AssignmentRule>,
    given: Partial<AssignmentRule>,
  ): void {
    if (due_on && due_days !== null && due_days !== undefined)
      throw new InvalidFields({
        due_on: [fieldError('days_or_day', 'Enter a number of days or a date, not both.')],
      });
    const today = dayAt(this.parts.clock.now(), tenant.time_zone);
    if (given.due_on && given.due_on < today)
      throw new InvalidFields({
        due_on: [fieldError('day_passed', `This date is in the past. Choose ${today} or later.`, { today })],
      });
  }
}
