import { Injectable } from '@nestjs/common';
import type { ChangeOf, RowOf, WriteOf } from '../contract/resource';
import { SEATED_TRAINING_STATUSES, type TrainingRow, type trainings } from '../contract/trainings.resource';
import type { Where } from '../platform/database/where';
import { rowOf } from '../platform/definitions/row';
import { InvalidFields, type AppError } from '../platform/errors/app-error';
import { TrainingRequirementsService } from './training-requirements.service';
import { fieldError } from '../platform/errors/field-error';
import { PlanUsage } from '../subscriptions/plan-usage';
import { Announcements } from '../tenancy/announcements';
import type { Replacing } from '../tenancy/reassignments';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { BegunUploads } from './begun-uploads';
import { CategoriesService } from './categories.service';
import { NO_MEDIA, hasVideo, mediaAfter, type Media } from './playable';
import { PublishChecklist } from './publish-checklist';
import { longestWindow } from './renewal-window';
import { PublishedRevisions } from './published-revisions';
import { TrainingCaptions } from './training-captions';
import { TrainingDocuments, type NewDocument } from './training-documents';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';
import { HasSessions, NotPublished, TrainingCodeTaken, TrainingUnknown } from './training.errors';
import { SESSIONS_OF } from './training.events';
import { VideoFiles } from './video-files';
import { VideoReplacement } from './video-replacement';
import { VideoStreams } from './video-streams';

type TrainingChange = ChangeOf<typeof trainings> & {
  /** Another address or length of the film that learners watch already: their progress is kept. */
  same_video?: boolean;
};

/** What can be learnt. Publishing and archiving are in publishing.service.ts, the skills it gives in training-skills.service.ts. */
@Injectable()
export class TrainingsService extends ResourceService<
  Training,
  typeof trainings,
  RowOf<typeof trainings>,
  WriteOf<typeof trainings>,
  TrainingChange
> {
  constructor(
    @PartsOf(Training) parts: ResourceParts<Training>,
    @Records(TrainingSkill) private readonly skills: TenantRepository<TrainingSkill>,
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly categories: CategoriesService,
    private readonly checklist: PublishChecklist,
    private readonly files: VideoFiles,
    private readonly usage: PlanUsage,
    private readonly streams: VideoStreams,
    private readonly announcements: Announcements,
    private readonly uploads: BegunUploads,
    private readonly documents: TrainingDocuments,
    private readonly captions: TrainingCaptions,
    private readonly revisions: PublishedRevisions,
    private readonly requirements: TrainingRequirementsService,
    private readonly replacement: VideoReplacement,
  ) {
    super(parts);
  }

  /**
   * In the caller's transaction.
   * @param isSameVideo a corrected file of the same film: progress is kept
   * @throws ChecklistOpen when it is published
   */
  async changeVideo(tenant: Tenant, was: Training, video: Omit<Media, 'type'>, isSameVideo: boolean): Promise<void> {
    await this.updateVideoProgress(tenant, was, { ...was, ...video }, isSameVideo);
    await this.keep(tenant, was, { ...video, reported_length_ms: null }, undefined, 'video');
  }

  /**
   * Keeps the length that players measure, for admins to see. Nothing else depends on it.
   * @param duration_ms the length that it was compared with
   * @param reported_length_ms milliseconds; null: it is the same
   */
  async reportLength(
    tenant: Tenant,
    training_id: string,
    duration_ms: number,
    reported_length_ms: number | null,
  ): Promise<void> {
    await this.parts.records.update(tenant, { training_id, video_duration_ms: duration_ms }, { reported_length_ms });
  }

  /** Takes the place of an address; null: there is none from now on. In the caller's transaction. @throws ChecklistOpen when it is published */
  async changeDocument(tenant: Tenant, { training_id }: Training, document: NewDocument | null): Promise<void> {
    const before = await this.documents.replace(tenant, training_id, document);
    await this.parts.records.change(tenant, { training_id }, { source_url: null }, undefined);
    await this.parts.records.add(tenant, { training_id }, 'content_revision', 1);
    const after = await this.record(tenant, training_id);
    if (after.status === 'published') await this.checklist.demand(tenant, after, ['draws']);
    await this.audit(tenant, 'document', training_id, told(before), told(document));
  }

  /** Of these ids the published ones. @throws TrainingUnknown naming the others */
  async publishedAmong(tenant: Tenant, ids: readonly string[]): Promise<Training[]> {
    const asked = new Set(ids);
    const found = await this.parts.records.find(tenant, { training_id: [...asked], status: 'published' });
    for (const record of found) asked.delete(record.training_id);
    if (asked.size) throw new TrainingUnknown([...asked]);
    return found;
  }

  /** Of these ids the published ones; the others are passed over. */
  async stillPublished(tenant: Tenant, ids: readonly string[]): Promise<Training[]> {
    return this.parts.records.find(tenant, { training_id: [...ids], status: 'published' });
  }

  async publishedIn(tenant: Tenant, category_id: readonly string[]): Promise<Training[]> {
    return this.parts.records.find(tenant, { category_id: [...category_id], status: 'published' });
  }

  /** A learner sees what is published; asked for by id, also what was archived after they were assigned it. */
  protected override async seen(tenant: Tenant, asked: Where<Training>): Promise<Where<Training>> {
    if (tenant.actor.role !== 'user') return asked;
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

  /** A learner gets a video through its link only, which counts. */
  protected override row(tenant: Tenant, record: Training): TrainingRow {
    const hidden = tenant.actor.role === 'user' && record.type === 'video';
    return rowOf(this.definition, record, hidden ? { source_url: null, reported_length_ms: null } : {});
  }

  /** A draft. @throws InvalidFields */
  protected override begun(given: Partial<Training>, body: WriteOf<typeof trainings>): Partial<Training> {
    const empty = { ...NO_MEDIA, type: 'video', source_url: null };
    return { ...super.begun(given, body), ...mediaAfter(empty, given), published_at: null };
  }

  /** Takes seats of the plan. @throws PlanLimitReached, InvalidFields */
  protected override async beforeCreate(tenant: Tenant, made: readonly Partial<Training>[]): Promise<void> {
    for (const record of made) refuseTooEarly(record);
    const categories = made.map((record) => record.category_id);
    await this.categories.refuseArchived(tenant, categories, 'category_id');
    await this.usage.take(tenant, 'training', made.length);
  }

  /** @throws InvalidFields */
  protected override async beforeChange(tenant: Tenant, was: Training, given: Partial<Training>, body: TrainingChange) {
    const change: Partial<Training> = { ...given, ...mediaAfter(was, given) };
    if (isOtherLength(was, { ...was, ...change })) change.reported_length_ms = null;
    refuseTooEarly({ ...was, ...change });
    if (was.type === 'classroom' && change.type !== 'classroom') await this.refuseSessions(tenant, was);
    if (change.category_id && change.category_id !== was.category_id)
      await this.categories.refuseArchived(tenant, [change.category_id], 'category_id');
    await this.updateVideoProgress(tenant, was, { ...was, ...change }, body.same_video ?? false);
    return change;
  }

  /** Archives or cuts the learners' progress (docs/learning-rules.md, "Progress belongs to its film"). */
  private async updateVideoProgress(
    tenant: Tenant,
    was: Training,
    after: Training,
    isSameVideo: boolean,
  ): Promise<void> {
    const { training_id } = was;
    if (!hasVideo(was)) return;
    const isSame = isSameVideo && hasVideo(after);
    if (played(was) !== played(after) && !isSame) return this.replacement.replaceFilm(tenant, training_id);
    const { video_duration_ms } = after;
    if (video_duration_ms && video_duration_ms !== was.video_duration_ms)
      await this.replacement.correctLength(tenant, training_id, video_duration_ms);
  }

  /** Its revision, the checklist of what is published, the file that nobody plays any more. @throws ChecklistOpen */
  protected override async afterChange(tenant: Tenant, was: Training, change: Partial<Training>): Promise<void> {
    const after: Training = { ...was, ...change };
    const { training_id } = was;
    if (played(was) !== played(after)) await this.parts.records.add(tenant, { training_id }, 'content_revision', 1);
    if (was.type === 'video' && after.type !== 'video') await this.captions.clear(tenant, training_id);
    if (!keepsDocument(was, after)) await this.documents.replace(tenant, training_id, null);
    if (was.status === 'published') await this.checklist.demand(tenant, after, ['draws']);
    if (isRequirementReduced(was, after)) await this.requirements.enqueueSettlement(tenant, training_id);
    if (was.video_file_id === after.video_file_id) return;
    if (after.video_file_id && after.video_format === 'mp4') await this.streams.begin(tenant, after.video_file_id);
    await this.forgetFile(tenant, was);
  }

  protected override async beforeRemove(tenant: Tenant, { training_id }: Training): Promise<void> {
    await this.skills.remove(tenant, { training_id });
    await this.uploads.forget(tenant, training_id);
    await this.documents.replace(tenant, training_id, null);
    await this.captions.clear(tenant, training_id);
    await this.revisions.forget(tenant, training_id);
  }

  protected override async afterRemove(tenant: Tenant, was: Training): Promise<void> {
    if ((SEATED_TRAINING_STATUSES as readonly string[]).includes(was.status))
      await this.usage.give(tenant, 'training', 1);
    await this.forgetFile(tenant, was);
  }

  protected override taken(_field: string, code: string): AppError {
    return new TrainingCodeTaken(code);
  }

  /** Nobody was assigned it, and nothing else refers to it; what it gives goes with it. */
  protected override async usesOf(tenant: Tenant, training_id: string): Promise<Record<string, number>> {
    const uses = await super.usesOf(tenant, training_id);
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

  protected override replacing(): Replacing {
    return {
      check: async (tenant, _from, to) => {
        const published = { training_id: to, status: 'published' };
        if (!(await this.parts.records.one(tenant, published))) throw new NotPublished('to');
      },
    };
  }

  /** @throws HasSessions: they are of a classroom training only */
  private async refuseSessions(tenant: Tenant, { training_id }: Training): Promise<void> {
    const count = await this.announcements.ask(SESSIONS_OF, tenant, { training_id });
    if (count) throw new HasSessions(count);
  }

  private async forgetFile(tenant: Tenant, { video_file_id, video_format }: Training): Promise<void> {
    const { customer_id } = tenant;
    if (!video_file_id) return;
    await this.streams.end(tenant, video_file_id);
    this.parts.transactions.afterCommit(() => this.files.forget(customer_id, video_file_id, video_format ?? 'mp4'));
  }
}

/** @throws InvalidFields */
function refuseTooEarly({ validity_months = null, renewal_days = null }: Partial<Training>): void {
  const max = longestWindow(validity_months);
  if (renewal_days !== null && renewal_days > max)
    throw new InvalidFields({ renewal_days: [fieldError('max', `At most ${max}.`, { max })] });
}

/** An address takes its place, and so does another type. */
const keepsDocument = (was: Training, after: Training): boolean =>
  was.type !== 'document' ||
  (after.type === 'document' && (after.source_url === null || after.source_url === was.source_url));

const told = (document: NewDocument | null): object | null =>
  document && { kind: document.kind, name: document.name, pages: document.pages };

const played = ({ type, source_url, video_file_id }: Training): string => `${type} ${source_url} ${video_file_id}`;

const isOtherLength = (was: Training, after: Training): boolean =>
  played(was) !== played(after) || was.video_duration_ms !== after.video_duration_ms;

/** The change may complete open assignments. Quiz changes arrive as QUIZ_CHANGED (training.events.ts). */
const isRequirementReduced = (was: Training, after: Training): boolean =>
  (was.requires_quiz && !after.requires_quiz) || was.type !== after.type || after.video_threshold < was.video_threshold;
