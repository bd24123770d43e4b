import { Injectable } from '@nestjs/common';
import { WrongStatusError } from '../../common/errors/record.errors';
import type { PublishCheck, TrainingRow } from '../../contract/trainings.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { PlanUsageService } from '../subscriptions/plan-usage.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { PublishChecklistService } from './publish-checklist.service';
import { TrainingRevisionRepository } from './training-revision.repository';
import { Training } from './training.entity';
import { TRAINING_STATUS_CHANGED } from './training.events';
import { TrainingsService } from './trainings.service';

/** draft → published → archived → published again. Draft and published hold a seat of the plan, archived does not. */
@Injectable()
export class PublishingService {
  constructor(
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    private readonly trainingsService: TrainingsService,
    private readonly checklist: PublishChecklistService,
    private readonly revisions: TrainingRevisionRepository,
    private readonly usage: PlanUsageService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly eventBus: DomainEventBus,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async missing(tenant: Tenant, training_id: string): Promise<{ missing: PublishCheck[] }> {
    return { missing: await this.checklist.missing(tenant, await this.trainingsService.record(tenant, training_id)) };
  }

  /** @param at UTC milliseconds, when that is not now @throws NotFoundError, WrongStatusError, ChecklistIncompleteError */
  async publish(tenant: Tenant, training_id: string, at?: number): Promise<TrainingRow> {
    return this.transition(tenant, training_id, 'publish', ['draft'], async (was) => {
      await this.checklist.requireComplete(tenant, was);
      const published_at = at ?? this.clock.now();
      await this.revisions.addFirst(tenant, was, published_at);
      return { status: 'published', published_at };
    });
  }

  /** Frees the seat; assigned learners may finish. @throws NotFoundError, WrongStatusError */
  async archive(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    return this.transition(tenant, training_id, 'archive', ['published', 'draft'], async () => {
      await this.usage.release(tenant, 'training', 1);
      return { status: 'archived' };
    });
  }

  /**
   * Takes a seat again; a training that was never published becomes a draft.
   * @throws NotFoundError, WrongStatusError, PlanLimitReachedError
   */
  async unarchive(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    return this.transition(tenant, training_id, 'unarchive', ['archived'], async (was) => {
      await this.usage.reserve(tenant, 'training', 1);
      const isComplete = was.published_at !== null && !(await this.checklist.missing(tenant, was)).length;
      return { status: isComplete ? 'published' : 'draft' };
    });
  }

  /** Optimistic update: fails if status, skills or video changed since the record was read. */
  private async transition(
    tenant: Tenant,
    training_id: string,
    command: string,
    from: readonly string[],
    buildChange: (was: Training) => Promise<Partial<Training>>,
  ): Promise<TrainingRow> {
    await this.transactions.run(async () => {
      const was = await this.trainingsService.record(tenant, training_id);
      if (!from.includes(was.status)) throw new WrongStatusError(command, was.status);
      const change = await buildChange(was);
      const { status, row_version, content_revision } = was;
      const guard = { training_id, status, row_version, content_revision };
      const isUpdated = await this.trainings.update(tenant, guard, change);
      if (!isUpdated) throw new WrongStatusError(command, was.status);
      await this.audit.record(
        buildAuditEntry(tenant, `training.${command}`, training_id, { status: was.status }, change),
      );
      await this.eventBus.publish(TRAINING_STATUS_CHANGED, tenant, { training_id });
    });
    return this.trainingsService.one(tenant, training_id);
  }
}
