import { Injectable } from '@nestjs/common';
import type { ChangeOf, RowOf, WriteOf } from '../../contract/resource';
import { SEATED_TRAINING_STATUSES, type TrainingRow, type trainings } from '../../contract/trainings.resource';
import type { Where } from '../../infrastructure/database/where';
import { rowOf } from '../../common/rest/row';
import { InvalidFieldsError, type AppError } from '../../common/errors/app-error';
import { TrainingRequirementsService } from './training-requirements.service';
import { fieldError } from '../../common/errors/field-error';
import { PlanUsageService } from '../subscriptions/plan-usage.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { ReassignmentHooks } from '../../tenancy/reassignments.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { TrainingUploadCleanupService } from './training-upload-cleanup.service';
import { CategoriesService } from './categories.service';
import { NO_MEDIA, hasVideo, applyMediaChange, type Media } from './training-media';
import { PublishChecklistService } from './publish-checklist.service';
import { maxRenewalDays } from './renewal-window';
import { TrainingRevisionRepository } from './training-revision.repository';
import { TrainingCaptionRepository } from './training-caption.repository';
import { TrainingDocumentRepository, type NewDocument } from './training-document.repository';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';
import { HasSessionsError, NotPublishedError, TrainingCodeTakenError, UnknownTrainingError } from './training.errors';
import { SESSION_COUNT } from './training.events';
import { VideoFileStore } from './video-file.store';
import { VideoReplacementService } from './video-replacement.service';
import { VideoStreamService } from './video-stream.service';

type TrainingChange = ChangeOf<typeof trainings> & {
  /** The new address or length belongs to the same video: progress is kept. */
  same_video?: boolean;
};

/** Publishing and archiving are in publishing.service.ts, skills in training-skills.service.ts. */
@Injectable()
export class TrainingsService extends ResourceService<
  Training,
  typeof trainings,
  RowOf<typeof trainings>,
  WriteOf<typeof trainings>,
  TrainingChange
> {
  constructor(
    @InjectResourceContext(Training) parts: ResourceContext<Training>,
    @InjectTenantRepository(TrainingSkill) private readonly skills: TenantRepository<TrainingSkill>,
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly categories: CategoriesService,
    private readonly checklist: PublishChecklistService,
    private readonly files: VideoFileStore,
    private readonly usage: PlanUsageService,
    private readonly streams: VideoStreamService,
    private readonly eventBus: DomainEventBus,
    private readonly uploads: TrainingUploadCleanupService,
    private readonly documents: TrainingDocumentRepository,
    private readonly captions: TrainingCaptionRepository,
    private readonly revisions: TrainingRevisionRepository,
    private readonly requirements: TrainingRequirementsService,
    private readonly replacement: VideoReplacementService,
  ) {
    super(parts);
  }

  /**
   * Runs in the caller's transaction.
   * @param isSameVideo corrected file of the same video: progress is kept @throws ChecklistIncompleteError when it is published
   */
  async changeVideo(tenant: Tenant, was: Training, video: Omit<Media, 'type'>, isSameVideo: boolean): Promise<void> {
    await this.updateVideoProgress(tenant, was, { ...was, ...video }, isSameVideo);
    await this.saveChange(tenant, was, { ...video, reported_length_ms: null }, undefined, 'video');
  }

  /**
   * Stores the length measured by players, for admins only.
   * @param duration_ms length at the time of the measurement
   * @param reported_length_ms milliseconds; null: no difference
   */
  async reportLength(
    tenant: Tenant,
    training_id: string,
    duration_ms: number,
    reported_length_ms: number | null,
  ): Promise<void> {
    await this.context.records.update(tenant, { training_id, video_duration_ms: duration_ms }, { reported_length_ms });
  }

  /**
   * Replaces an address too. Runs in the caller's transaction.
   * @param document null: none from now on @throws ChecklistIncompleteError when it is published
   */
  async changeDocument(tenant: Tenant, { training_id }: Training, document: NewDocument | null): Promise<void> {
    const before = await this.documents.replace(tenant, training_id, document);
    await this.context.records.updateVersioned(tenant, { training_id }, { source_url: null }, undefined);
    await this.context.records.add(tenant, { training_id }, 'content_revision', 1);
    const after = await this.record(tenant, training_id);
    if (after.status === 'published') await this.checklist.requireComplete(tenant, after, ['draws']);
    await this.audit(tenant, 'document', training_id, documentSummary(before), documentSummary(document));
  }

  /** @throws UnknownTrainingError naming unknown and unpublished ids */
  async requirePublished(tenant: Tenant, ids: readonly string[]): Promise<Training[]> {
    const remainingIds = new Set(ids);
    const records = await this.context.records.find(tenant, { training_id: [...remainingIds], status: 'published' });
    for (const record of records) remainingIds.delete(record.training_id);
    if (remainingIds.size) throw new UnknownTrainingError([...remainingIds]);
    return records;
  }

  /** Published trainings of `ids`; ignores the others. */
  async filterPublished(tenant: Tenant, ids: readonly string[]): Promise<Training[]> {
    return this.context.records.find(tenant, { training_id: [...ids], status: 'published' });
  }

  async findPublishedInCategories(tenant: Tenant, category_id: readonly string[]): Promise<Training[]> {
    return this.context.records.find(tenant, { category_id: [...category_id], status: 'published' });
  }

  /** Learners see published trainings; by id also archived ones that they were assigned. */
  protected override async restrictToVisible(tenant: Tenant, filter: Where<Training>): Promise<Where<Training>> {
    if (tenant.actor.role !== 'user') return filter;
    const { staff_id } = tenant.actor;
    const ids = filter.training_id;
    const requestedIds = typeof ids === 'string' ? [ids] : Array.isArray(ids) ? (ids as string[]) : [];
    const ownAssignments =
      staff_id && requestedIds.length
        ? await this.assignments.find(tenant, { staff_id, training_id: requestedIds })
        : [];
    // Nested in anyOf, so that a filter on status cannot widen the visibility.
    if (!ownAssignments.length) return { anyOf: [filter], status: 'published' };
    return {
      anyOf: [
        { anyOf: [filter], status: 'published' },
        { anyOf: [filter], status: 'archived', training_id: ownAssignments.map((each) => each.training_id) },
      ],
    };
  }

  /** Learners get videos only through links that count progress. */
  protected override row(tenant: Tenant, record: Training): TrainingRow {
    const isHidden = tenant.actor.role === 'user' && record.type === 'video';
    return rowOf(this.definition, record, isHidden ? { source_url: null, reported_length_ms: null } : {});
  }

  /** A draft. @throws InvalidFieldsError */
  protected override buildNewRecord(input: Partial<Training>, body: WriteOf<typeof trainings>): Partial<Training> {
    const empty = { ...NO_MEDIA, type: 'video', source_url: null };
    return { ...super.buildNewRecord(input, body), ...applyMediaChange(empty, input), published_at: null };
  }

  /** Takes seats of the plan. @throws PlanLimitReachedError, InvalidFieldsError */
  protected override async beforeCreate(tenant: Tenant, records: readonly Partial<Training>[]): Promise<void> {
    for (const record of records) validateRenewalDays(record);
    const categories = records.map((record) => record.category_id);
    await this.categories.refuseArchived(tenant, categories, 'category_id');
    await this.usage.reserve(tenant, 'training', records.length);
  }

  /** @throws InvalidFieldsError */
  protected override async beforeChange(tenant: Tenant, was: Training, input: Partial<Training>, body: TrainingChange) {
    const change: Partial<Training> = { ...input, ...applyMediaChange(was, input) };
    if (isLengthChanged(was, { ...was, ...change })) change.reported_length_ms = null;
    validateRenewalDays({ ...was, ...change });
    if (was.type === 'classroom' && change.type !== 'classroom') await this.requireNoSessions(tenant, was);
    if (change.category_id && change.category_id !== was.category_id)
      await this.categories.refuseArchived(tenant, [change.category_id], 'category_id');
    await this.updateVideoProgress(tenant, was, { ...was, ...change }, body.same_video ?? false);
    return change;
  }

  /** Archives or cuts the learners' progress (docs/domain.md, "Progress belongs to its video"). */
  private async updateVideoProgress(
    tenant: Tenant,
    was: Training,
    after: Training,
    isSameVideo: boolean,
  ): Promise<void> {
    const { training_id } = was;
    if (!hasVideo(was)) return;
    const isUnchangedVideo = isSameVideo && hasVideo(after);
    if (playedSource(was) !== playedSource(after) && !isUnchangedVideo)
      return this.replacement.replaceVideo(tenant, training_id);
    const { video_duration_ms } = after;
    if (video_duration_ms && video_duration_ms !== was.video_duration_ms)
      await this.replacement.correctLength(tenant, training_id, video_duration_ms);
  }

  /** Content revision, publish checklist and cleanup of the replaced file. @throws ChecklistIncompleteError */
  protected override async afterChange(tenant: Tenant, was: Training, change: Partial<Training>): Promise<void> {
    const after: Training = { ...was, ...change };
    const { training_id } = was;
    if (playedSource(was) !== playedSource(after))
      await this.context.records.add(tenant, { training_id }, 'content_revision', 1);
    if (was.type === 'video' && after.type !== 'video') await this.captions.removeAll(tenant, training_id);
    if (!keepsDocument(was, after)) await this.documents.replace(tenant, training_id, null);
    if (was.status === 'published') await this.checklist.requireComplete(tenant, after, ['draws']);
    if (isRequirementReduced(was, after)) await this.requirements.enqueueSettlement(tenant, training_id);
    if (was.video_file_id === after.video_file_id) return;
    if (after.video_file_id && after.video_format === 'mp4')
      await this.streams.requestStream(tenant, after.video_file_id);
    await this.deleteFile(tenant, was);
  }

  protected override async beforeRemove(tenant: Tenant, { training_id }: Training): Promise<void> {
    await this.skills.remove(tenant, { training_id });
    await this.uploads.removeOfTraining(tenant, training_id);
    await this.documents.replace(tenant, training_id, null);
    await this.captions.removeAll(tenant, training_id);
    await this.revisions.removeOfTraining(tenant, training_id);
  }

  protected override async afterRemove(tenant: Tenant, was: Training): Promise<void> {
    if ((SEATED_TRAINING_STATUSES as readonly string[]).includes(was.status))
      await this.usage.release(tenant, 'training', 1);
    await this.deleteFile(tenant, was);
  }

  protected override buildValueTakenError(_field: string, code: string): AppError {
    return new TrainingCodeTakenError(code);
  }

  /** Rows that belong to the training are deleted with it and do not count. */
  protected override async countReferences(tenant: Tenant, training_id: string): Promise<Record<string, number>> {
    const uses = await super.countReferences(tenant, training_id);
    const {
      training_skill: _own,
      video_upload: _begun,
      training_document: _read,
      training_caption: _said,
      training_revision: _published,
      training_assignment: assignments = 0,
      assignment_rule_training: assignment_rule = 0,
      ...others
    } = uses;
    return { ...others, assignments, ...(assignment_rule && { assignment_rule }) };
  }

  protected override reassignmentHooks(): ReassignmentHooks {
    return {
      check: async (tenant, _from, to) => {
        const published = { training_id: to, status: 'published' };
        if (!(await this.context.records.findOne(tenant, published))) throw new NotPublishedError('to');
      },
    };
  }

  /** @throws HasSessionsError */
  private async requireNoSessions(tenant: Tenant, { training_id }: Training): Promise<void> {
    const count = await this.eventBus.query(SESSION_COUNT, tenant, { training_id });
    if (count) throw new HasSessionsError(count);
  }

  private async deleteFile(tenant: Tenant, { video_file_id, video_format }: Training): Promise<void> {
    const { customer_id } = tenant;
    if (!video_file_id) return;
    await this.streams.markObsolete(tenant, video_file_id);
    this.context.transactions.afterCommit(() => this.files.remove(customer_id, video_file_id, video_format ?? 'mp4'));
  }
}

/** @throws InvalidFieldsError */
function validateRenewalDays({ validity_months = null, renewal_days = null }: Partial<Training>): void {
  const max = maxRenewalDays(validity_months);
  if (renewal_days !== null && renewal_days > max)
    throw new InvalidFieldsError({ renewal_days: [fieldError('max', `At most ${max}.`, { max })] });
}

/** False if an address or another type replaces the document. */
const keepsDocument = (was: Training, after: Training): boolean =>
  was.type !== 'document' ||
  (after.type === 'document' && (after.source_url === null || after.source_url === was.source_url));

const documentSummary = (document: NewDocument | null): object | null =>
  document && { kind: document.kind, name: document.name, pages: document.pages };

const playedSource = ({ type, source_url, video_file_id }: Training): string =>
  `${type} ${source_url} ${video_file_id}`;

const isLengthChanged = (was: Training, after: Training): boolean =>
  playedSource(was) !== playedSource(after) || was.video_duration_ms !== after.video_duration_ms;

/** The change may complete open assignments. Quiz changes arrive as QUIZ_CHANGED (training.events.ts). */
const isRequirementReduced = (was: Training, after: Training): boolean =>
  (was.requires_quiz && !after.requires_quiz) || was.type !== after.type || after.video_threshold < was.video_threshold;
