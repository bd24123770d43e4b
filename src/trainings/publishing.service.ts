import { Injectable } from '@nestjs/common';
import { WrongStatus } from '../platform/errors/record-errors';
import type { PublishCheck, TrainingRow } from '../contract/trainings.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { PlanUsage } from '../subscriptions/plan-usage';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { PublishChecklist } from './publish-checklist';
import { PublishedRevisions } from './published-revisions';
import { Training } from './training.entity';
import { TRAINING_OFFERED } from './training.events';
import { TrainingsService } from './trainings.service';

/** draft → published → archived → published again. Draft and published hold a seat of the plan, archived does not. */
@Injectable()
export class PublishingService {
  constructor(
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    private readonly service: TrainingsService,
    private readonly checklist: PublishChecklist,
    private readonly revisions: PublishedRevisions,
    private readonly usage: PlanUsage,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly announcements: Announcements,
    private readonly clock: Clock,
  ) {}

  /** What is still missing, for the editor. @throws NotFound */
  async missing(tenant: Tenant, training_id: string): Promise<{ missing: PublishCheck[] }> {
    return { missing: await this.checklist.missing(tenant, await this.service.record(tenant, training_id)) };
  }

  /** @param at UTC milliseconds, when that is not now @throws NotFound, WrongStatus, ChecklistOpen */
  async publish(tenant: Tenant, training_id: string, at?: number): Promise<TrainingRow> {
    return this.moving(tenant, training_id, 'publish', ['draft'], async (was) => {
      await this.checklist.demand(tenant, was);
      const published_at = at ?? this.clock.now();
      await this.revisions.begin(tenant, was, published_at);
      return { status: 'published', published_at };
    });
  }

  /** Frees the seat; who is assigned may finish. @throws NotFound, WrongStatus */
  async archive(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    return this.moving(tenant, training_id, 'archive', ['published', 'draft'], async () => {
      await this.usage.give(tenant, 'training', 1);
      return { status: 'archived' };
    });
  }

  /** Counts against the plan again; what was never published comes back as a draft. @throws NotFound, WrongStatus, PlanLimitReached */
  async unarchive(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    return this.moving(tenant, training_id, 'unarchive', ['archived'], async (was) => {
      await this.usage.take(tenant, 'training', 1);
      const complete = was.published_at !== null && !(await this.checklist.missing(tenant, was)).length;
      return { status: complete ? 'published' : 'draft' };
    });
  }

  /** Guarded by what was read: two at once change it, and the plan's count, once; new skills or another video count, too. */
  private async moving(
    tenant: Tenant,
    training_id: string,
    command: string,
    from: readonly string[],
    work: (was: Training) => Promise<Partial<Training>>,
  ): Promise<TrainingRow> {
    await this.transactions.run(async () => {
      const was = await this.service.record(tenant, training_id);
      if (!from.includes(was.status)) throw new WrongStatus(command, was.status);
      const change = await work(was);
      const { status, row_version, content_revision } = was;
      const read = { training_id, status, row_version, content_revision };
      const moved = await this.trainings.update(tenant, read, change);
      if (!moved) throw new WrongStatus(command, was.status);
      await this.audit.record(auditEntry(tenant, `training.${command}`, training_id, { status: was.status }, change));
      await this.announcements.publish(TRAINING_OFFERED, tenant, { training_id });
    });
    return this.service.one(tenant, training_id);
  }
}
