import { Injectable } from '@nestjs/common';
import { SEATED_TRAINING_STATUSES, trainings as definition, type TrainingRow } from '../contract/trainings.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { StillInUse, UnknownReference } from '../staff/staff.errors';
import { PlanUsage } from '../subscriptions/plan-usage';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { References } from '../tenancy/references';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { CategoriesService } from './categories.service';
import { NO_MEDIA, mediaAfter } from './playable';
import { PublishChecklist } from './publish-checklist';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';
import { TrainingCodeTaken, TrainingUnknown } from './training.errors';
import type { TrainingChange, TrainingWrite } from './trainings.dto';
import { VideoFiles } from './video-files';

/** What can be learnt. Publishing and archiving are in publishing.service.ts, the skills it gives in training-skills.service.ts. */
@Injectable()
export class TrainingsService {
  constructor(
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    @Records(TrainingSkill) private readonly skills: TenantRepository<TrainingSkill>,
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly categories: CategoriesService,
    private readonly references: References,
    private readonly checklist: PublishChecklist,
    private readonly files: VideoFiles,
    private readonly usage: PlanUsage,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A learner sees what is published; asked for by id, also what was archived after they were assigned it. */
  async list(tenant: Tenant, request: ListRequest<Training>): Promise<PageOf<TrainingRow>> {
    const where = tenant.actor.role === 'user' ? await this.seenByLearner(tenant, request.where) : request.where;
    const page = await this.trainings.page(tenant, { ...request, where });
    return { ...page, rows: page.rows.map((record) => trainingRow(tenant, record)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    const where = { training_id };
    const seen = tenant.actor.role === 'user' ? await this.seenByLearner(tenant, where) : where;
    const record = await this.trainings.one(tenant, seen);
    if (!record) throw new NotFound('training');
    return trainingRow(tenant, record);
  }

  /** A draft; takes a seat of the plan. @throws PlanLimitReached, TrainingCodeTaken, UnknownReference, InvalidFields */
  async create(tenant: Tenant, body: TrainingWrite): Promise<TrainingRow> {
    const given = recordOf(definition, body, 'create') as Partial<Training>;
    const empty = { ...NO_MEDIA, type: given.type ?? 'video', source_url: null };
    const record = {
      ...given,
      ...mediaAfter(empty, given),
      training_id: newId(this.clock.now()),
      status: 'draft',
      content_revision: 1,
      published_at: null,
    };
    await this.guarded(record.code ?? '', () =>
      this.transactions.run(async () => {
        if (record.category_id) await this.categories.refuseArchived(tenant, record.category_id, 'category_id');
        await this.usage.take(tenant, 'training', 1);
        await this.trainings.insert(tenant, record);
        await this.audit.record(auditEntry(tenant, 'training.create', record.training_id, null, record));
      }),
    );
    return this.one(tenant, record.training_id);
  }

  /** @throws NotFound, Stale, TrainingCodeTaken, UnknownReference, InvalidFields, ChecklistOpen when it is published */
  async change(tenant: Tenant, training_id: string, body: TrainingChange): Promise<TrainingRow> {
    const given = recordOf(definition, body, 'change') as Partial<Training>;
    await this.guarded(given.code ?? '', () =>
      this.transactions.run(async () => {
        const was = await this.record(tenant, training_id);
        const change = { ...given, ...mediaAfter(was, given) };
        if (change.category_id && change.category_id !== was.category_id) {
          await this.categories.refuseArchived(tenant, change.category_id, 'category_id');
        }
        await this.write(tenant, was, change, body.row_version, 'change');
      }),
    );
    return this.one(tenant, training_id);
  }

  /**
   * Inside the caller's transaction: the change, its revision, the checklist of what is published, the file that nobody
   * plays any more. @throws Stale, NotFound, ChecklistOpen
   */
  async write(tenant: Tenant, was: Training, change: Partial<Training>, version: number | undefined, what: string) {
    const after: Training = { ...was, ...change };
    const { training_id } = was;
    if (!(await this.trainings.change(tenant, { training_id }, change, version))) throw new NotFound('training');
    const plays = (record: Training) => `${record.type} ${record.source_url} ${record.video_file_id}`;
    if (plays(was) !== plays(after)) await this.trainings.add(tenant, { training_id }, 'content_revision', 1);
    if (was.status === 'published') await this.checklist.demand(tenant, after);
    await this.audit.record(auditEntry(tenant, `training.${what}`, training_id, sameFields(was, change), change));
    const old = was.video_file_id;
    if (old && old !== after.video_file_id) {
      this.transactions.afterCommit(() => this.files.forget(tenant.customer_id, old, was.video_format ?? 'mp4'));
    }
  }

  /** Only while nobody was assigned it and nothing else refers to it; frees the seat. @throws NotFound, StillInUse */
  async remove(tenant: Tenant, training_id: string): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const was = await this.record(tenant, training_id);
        await this.skills.remove(tenant, { training_id });
        await this.trainings.remove(tenant, { training_id });
        if ((SEATED_TRAINING_STATUSES as readonly string[]).includes(was.status))
          await this.usage.give(tenant, 'training', 1);
        await this.audit.record(auditEntry(tenant, 'training.delete', training_id, was, null));
        const file = was.video_file_id;
        if (file)
          this.transactions.afterCommit(() => this.files.forget(tenant.customer_id, file, was.video_format ?? 'mp4'));
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      const counts = await this.references.countsOf(tenant, Training, training_id);
      const { training_skill: _own, training_assignment: assignments = 0, ...others } = counts;
      throw new StillInUse('training', { ...others, assignments });
    }
  }

  /** Of these ids the published ones. @throws TrainingUnknown naming the others */
  async publishedAmong(tenant: Tenant, ids: readonly string[]): Promise<Training[]> {
    const asked = new Set(ids);
    const found = await this.trainings.find(tenant, { training_id: [...asked], status: 'published' });
    for (const record of found) asked.delete(record.training_id);
    if (asked.size) throw new TrainingUnknown([...asked]);
    return found;
  }

  async publishedIn(tenant: Tenant, category_id: readonly string[]): Promise<Training[]> {
    return this.trainings.find(tenant, { category_id: [...category_id], status: 'published' });
  }

  /** Whatever its status. @throws NotFound */
  async record(tenant: Tenant, training_id: string): Promise<Training> {
    const record = await this.trainings.one(tenant, { training_id });
    if (!record) throw new NotFound('training');
    return record;
  }

  private async seenByLearner(
    tenant: Tenant,
    asked: ListRequest<Training>['where'],
  ): Promise<ListRequest<Training>['where']> {
    const { staff_id } = tenant.actor;
    const ids = asked.training_id;
    const named = typeof ids === 'string' ? [ids] : Array.isArray(ids) ? (ids as string[]) : [];
    const own = staff_id && named.length ? await this.assignments.find(tenant, { staff_id, training_id: named }) : [];
    // `asked` stands in a branch of its own, so that a filter on status cannot widen what may be seen.
    if (!own.length) return { anyOf: [asked], status: 'published' };
    return {
      anyOf: [
        { anyOf: [asked], status: 'published' },
        { anyOf: [asked], status: 'archived', training_id: own.map((each) => each.training_id) },
      ],
    };
  }

  private async guarded(code: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isDuplicate(error)) throw new TrainingCodeTaken(code);
      if (isForeignKeyRefusal(error)) throw new UnknownReference('category_id');
      throw error;
    }
  }
}

/** A learner gets a video through its link only, which counts. */
export function trainingRow(tenant: Tenant, record: Training): TrainingRow {
  const hidden = tenant.actor.role === 'user' && record.type === 'video';
  return rowOf(definition, record, hidden ? { source_url: null } : {});
}
