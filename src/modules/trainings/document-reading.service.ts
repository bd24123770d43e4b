import { Injectable } from '@nestjs/common';
import type { AcknowledgementResponse, DocumentResponse, DocumentKind } from '../../contract/training.responses';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { AppError, NotFoundError } from '../../common/errors/app-error';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { acknowledgedAt, requiresAcknowledgement, isReadingTraining, isSameContent } from './acknowledgement';
import { AssignmentsService } from './assignments.service';
import { DocumentReading } from './document-reading.entity';
import { DocumentsService } from './documents.service';
import { LearningQuery, type LearnerAssignment } from './learning.query';
import { CARRY_OVER_MAX_MS, PAGE_MS, pageCount, acceptPages } from './page-claims';
import { TrainingCompletionService } from './training-completion.service';
import type { TrainingDocument } from './training-document.entity';
import { TrainingDocumentRepository } from './training-document.repository';
import { DocumentNotOpenedError, NothingToReadError, PagesNotSeenError } from './training.errors';
import { HAS_QUIZ, type Completion } from './training.events';
import { TrainingsService } from './trainings.service';

const TRIES_MAX = 12;

export interface PagesInput {
  pages: readonly number[];
  /** Where to resume. */
  page?: number;
}

/** Reading progress and acknowledgement. Seen pages never decrease and never exceed the document. */
@Injectable()
export class DocumentReadingService {
  constructor(
    @InjectTenantRepository(DocumentReading) private readonly readings: TenantRepository<DocumentReading>,
    private readonly learning: LearningQuery,
    private readonly trainings: TrainingsService,
    private readonly assignments: AssignmentsService,
    private readonly documents: TrainingDocumentRepository,
    private readonly documentsService: DocumentsService,
    private readonly completion: TrainingCompletionService,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * For an assigned learner: starts counting time. For an admin without the assignment: a preview that counts
   * nothing.
   * @param isPreview forces the preview for an admin with the assignment @throws NotFoundError, NothingToReadError
   */
  async open(tenant: Tenant, training_id: string, isPreview = false): Promise<DocumentResponse> {
    const learning = isPreview ? null : await this.findOwn(tenant, training_id);
    if (!learning || learning.training.status === 'draft') return this.preview(tenant, training_id);
    if (!isReadingTraining(learning.training)) throw new NothingToReadError();
    const document = await this.documents.findByTraining(tenant, training_id);
    const was = await this.readings.findOne(tenant, { assignment_id: learning.assignment_id });
    if (!isOpenAssignment(learning) || hasNothingToRead(learning, document))
      return this.toAnswer(tenant, learning, document, was ?? EMPTY_READING);
    const now = this.clock.now();
    const reading = buildReading(learning, document, was, now);
    await this.transactions.run(async () => {
      if (was) await this.reopen(tenant, was, reading);
      else await this.readings.insertMissing(tenant, [reading]);
      if (learning.state === 'assigned') await this.assignments.start(tenant, learning.assignment_id);
    });
    return this.toAnswer(tenant, learning, document, reading);
  }

  /**
   * Accepts seen pages as far as the elapsed time allows; may be repeated, and is a no-op on completed assignments.
   * @throws NotFoundError, NothingToReadError, DocumentNotOpenedError
   */
  async recordPages(tenant: Tenant, training_id: string, seen: PagesInput): Promise<DocumentResponse> {
    for (let attempt = 1; ; attempt++) {
      const { learning, document, was, reading } = await this.loadReading(tenant, training_id);
      if (!reading) return this.toAnswer(tenant, learning, document, was);
      const now = this.clock.now();
      const accepted = acceptPages({
        seen: reading.pages_seen,
        claimed: seen.pages,
        pages: pageCount(document?.pages ?? null),
        wallMs: now - Math.max(reading.opened_at, reading.seen_at ?? 0),
        spareMs: reading.spare_ms,
      });
      const page = Math.min(seen.page ?? reading.page, pageCount(document?.pages ?? null));
      const change = { pages_seen: accepted.seen, spare_ms: accepted.spareMs, seen_at: now, page };
      const { assignment_id, row_version } = reading;
      // The version check keeps pages that another tab saved meanwhile.
      const save = () => this.readings.update(tenant, { assignment_id, row_version }, change);
      if (await this.transactions.autocommit(save))
        return this.toAnswer(tenant, learning, document, { ...reading, ...change });
      if (attempt === TRIES_MAX) throw new TooManyReadersError();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * attempt));
    }
  }

  /**
   * "I have read and understood this." Completes the training if nothing else is missing. May be repeated; then it
   * also completes assignments whose other requirements were dropped.
   * @throws NotFoundError, NothingToReadError, DocumentNotOpenedError, PagesNotSeenError
   */
  async acknowledge(tenant: Tenant, training_id: string): Promise<AcknowledgementResponse> {
    return this.transactions.run(async () => {
      const { learning, document, was, reading } = await this.loadReading(tenant, training_id);
      const toAcknowledgedAnswer = async (now: ReadingState, completed: Completion | null) => ({
        ...(await this.toAnswer(tenant, learning, document, now)),
        training_completed: completed !== null,
      });
      const settle = (since = 0) => this.completion.settle(tenant, learning.staff_id, training_id, { since });
      if (!reading) return toAcknowledgedAnswer(was, null);
      const pages = pageCount(document?.pages ?? null);
      if (reading.pages_seen.length < pages) throw new PagesNotSeenError(reading.pages_seen.length, pages);
      const { content_revision } = await this.trainings.record(tenant, training_id);
      const { assignment_id, read_document_id, read_url } = reading;
      const acknowledgement = { acknowledged_at: this.clock.now(), acknowledged_revision: content_revision };
      const unacknowledged = { assignment_id, read_document_id, read_url, acknowledged_at: null };
      if (!(await this.readings.update(tenant, unacknowledged, acknowledgement)))
        return toAcknowledgedAnswer(reading, await settle(this.clock.now()));
      await this.audit.record(
        buildAuditEntry(tenant, 'training-assignment.acknowledge', assignment_id, null, { content_revision }),
      );
      const completed = await settle();
      return toAcknowledgedAnswer({ ...reading, ...acknowledgement }, completed);
    });
  }

  private async findOwn(tenant: Tenant, training_id: string): Promise<LearnerAssignment | null> {
    const { staff_id } = tenant.actor;
    return staff_id ? this.learning.findLatest(tenant, staff_id, training_id) : null;
  }

  /**
   * @returns `reading` null if the assignment is closed; it keeps `was` and accepts no more
   * @throws NotFoundError if not assigned or a draft again, NothingToReadError, DocumentNotOpenedError
   */
  private async loadReading(tenant: Tenant, training_id: string) {
    const learning = await this.findOwn(tenant, training_id);
    if (!learning || learning.training.status === 'draft') throw new NotFoundError('assignment');
    if (!isReadingTraining(learning.training)) throw new NothingToReadError();
    const document = await this.documents.findByTraining(tenant, training_id);
    if (hasNothingToRead(learning, document)) throw new NothingToReadError();
    const reading = await this.readings.findOne(tenant, { assignment_id: learning.assignment_id });
    if (!isOpenAssignment(learning)) return { learning, document, was: reading ?? EMPTY_READING, reading: null };
    if (!reading || !isSameContent({ ...reading, ...contentOf(learning, document) }))
      throw new DocumentNotOpenedError();
    return { learning, document, was: reading, reading };
  }

  private async reopen(tenant: Tenant, was: DocumentReading, reading: NewReading): Promise<void> {
    const { assignment_id, row_version } = was;
    const { read_document_id, read_url, pages_seen, page, spare_ms, opened_at } = reading;
    const { acknowledged_at, acknowledged_revision } = reading;
    const loadReading = { read_document_id, read_url, pages_seen, page, spare_ms, opened_at };
    const change = { ...loadReading, acknowledged_at, acknowledged_revision };
    // Skipped if pages were saved meanwhile; then they have counted the time, and the older opening stays valid.
    await this.readings.update(tenant, { assignment_id, row_version }, change);
  }

  private async preview(tenant: Tenant, training_id: string): Promise<DocumentResponse> {
    if (!tenant.isAdmin) throw new NotFoundError('assignment');
    const training = await this.trainings.record(tenant, training_id);
    if (!isReadingTraining(training)) throw new NothingToReadError();
    const document = await this.documents.findByTraining(tenant, training_id);
    const { source_url } = training;
    return this.toAnswer(
      tenant,
      { training_id, assignment_id: null, training: { source_url } },
      document,
      EMPTY_READING,
    );
  }

  private async toAnswer(
    tenant: Tenant,
    { training_id, assignment_id, training }: ReadingTarget,
    document: TrainingDocument | null,
    reading: ReadingState,
  ): Promise<DocumentResponse> {
    const hasQuiz = (await this.eventBus.query(HAS_QUIZ, tenant, { training_id })) ?? false;
    const link = document && this.documentsService.link(tenant, document);
    const { document_id, source_url } = contentOf({ training }, document);
    const acknowledgement = acknowledgedAt({ ...reading, document_id, source_url });
    return {
      training_id,
      assignment_id,
      kind: (document?.kind ?? (source_url === null ? null : 'address')) as DocumentKind | null,
      url: document ? (link?.url ?? null) : source_url,
      expires_at: link ? toIso(link.expires_at) : null,
      text: document?.text ?? null,
      name: document?.name ?? null,
      pages: document?.pages ?? null,
      pages_seen: reading.pages_seen,
      page: reading.page,
      asks_acknowledgement: requiresAcknowledgement(document_id, hasQuiz),
      all_seen: reading.pages_seen.length >= pageCount(document?.pages ?? null),
      acknowledged_at: acknowledgement === null ? null : toIso(acknowledgement),
    };
  }
}

class TooManyReadersError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'too_many_readers',
      message: 'This document is open in too many places at once. Close the others.',
    });
  }
}

interface ReadingTarget {
  training_id: string;
  assignment_id: string | null;
  training: { source_url: string | null };
}
type NewReading = Omit<DocumentReading, 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>;
type ReadingState = Pick<DocumentReading, 'read_document_id' | 'read_url' | 'pages_seen' | 'page' | 'acknowledged_at'>;

const EMPTY_READING: ReadingState = {
  read_document_id: null,
  read_url: null,
  pages_seen: [],
  page: 1,
  acknowledged_at: null,
};

/** Closed assignments keep their reading progress. */
const isOpenAssignment = ({ state }: LearnerAssignment): boolean =>
  (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);

const contentOf = ({ training }: Pick<ReadingTarget, 'training'>, document: TrainingDocument | null) => ({
  document_id: document?.document_id ?? null,
  source_url: training.source_url,
});

/** The document was removed from an archived training. */
const hasNothingToRead = ({ training }: LearnerAssignment, document: TrainingDocument | null): boolean =>
  document === null && training.source_url === null;

/** Resumes, or starts anew for another document or address. */
function buildReading(
  learning: LearnerAssignment,
  document: TrainingDocument | null,
  was: DocumentReading | null,
  now: number,
): NewReading {
  const { assignment_id, staff_id, training_id } = learning;
  const { document_id: read_document_id, source_url } = contentOf(learning, document);
  const read_url = document ? null : source_url;
  const findOwn = { assignment_id, staff_id, training_id, read_document_id, read_url, opened_at: now };
  if (was && isSameContent({ ...was, ...contentOf(learning, document) })) {
    const since = now - Math.max(was.opened_at, was.seen_at ?? 0);
    return { ...was, ...findOwn, spare_ms: Math.min(CARRY_OVER_MAX_MS, was.spare_ms + Math.max(0, since)) };
  }
  // Allows the first page at once.
  const firstOpening = { pages_seen: [], page: 1, spare_ms: PAGE_MS, seen_at: null };
  return { ...findOwn, ...firstOpening, acknowledged_at: null, acknowledged_revision: null };
}
