import { Injectable } from '@nestjs/common';
import type { AcknowledgedAnswer, DocumentAnswer, DocumentKind } from '../contract/training-answers';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { AppError, NotFound } from '../platform/errors/app-error';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { acknowledgedAt, asksAcknowledgement, isRead, isSame } from './acknowledgement';
import { AssignmentsService } from './assignments.service';
import { DocumentReading } from './document-reading.entity';
import { DocumentsService } from './documents.service';
import { LearningQuery, type Learning } from './learning.query';
import { CARRIED_MS, PAGE_MS, pagesOf, takePages } from './seen-pages';
import { TrainingCompletion } from './training-completion';
import type { TrainingDocument } from './training-document.entity';
import { TrainingDocuments } from './training-documents';
import { DocumentNotOpened, NothingToRead, PagesNotSeen } from './training.errors';
import { HAS_QUIZ, type Completion } from './training.events';
import { TrainingsService } from './trainings.service';

const TRIES = 12;

export interface SeenPages {
  pages: readonly number[];
  /** Where to go on. */
  page?: number;
}

/** What a learner has read of a document, and that they understood it. Pages never fall and never exceed the document. */
@Injectable()
export class DocumentReadingService {
  constructor(
    @Records(DocumentReading) private readonly readings: TenantRepository<DocumentReading>,
    private readonly learning: LearningQuery,
    private readonly trainings: TrainingsService,
    private readonly assignments: AssignmentsService,
    private readonly documents: TrainingDocuments,
    private readonly service: DocumentsService,
    private readonly completion: TrainingCompletion,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * For an assigned learner: what to read, and time counts from now. For an admin without that assignment: a preview that
   * counts nothing. @param previews what an admin has to learn is looked at likewise, as by others @throws NotFound, NothingToRead
   */
  async open(tenant: Tenant, training_id: string, previews = false): Promise<DocumentAnswer> {
    const learning = previews ? null : await this.own(tenant, training_id);
    if (!learning || learning.training.status === 'draft') return this.preview(tenant, training_id);
    if (!isRead(learning.training)) throw new NothingToRead();
    const document = await this.documents.of(tenant, training_id);
    const was = await this.readings.one(tenant, { assignment_id: learning.assignment_id });
    if (!isOpen(learning) || isNothing(learning, document))
      return this.answer(tenant, learning, document, was ?? UNREAD);
    const now = this.clock.now();
    const reading = opened(learning, document, was, now);
    await this.transactions.run(async () => {
      if (was) await this.reopen(tenant, was, reading);
      else await this.readings.insertMissing(tenant, [reading]);
      if (learning.state === 'assigned') await this.assignments.begin(tenant, learning.assignment_id);
    });
    return this.answer(tenant, learning, document, reading);
  }

  /**
   * Takes the pages that were seen, as far as time allows it; sent twice is harmless, and so is what comes after its end.
   * @throws NotFound, NothingToRead, DocumentNotOpened
   */
  async see(tenant: Tenant, training_id: string, seen: SeenPages): Promise<DocumentAnswer> {
    for (let tried = 1; ; tried++) {
      const { learning, document, was, reading } = await this.read(tenant, training_id);
      if (!reading) return this.answer(tenant, learning, document, was);
      const now = this.clock.now();
      const taken = takePages({
        seen: reading.pages_seen,
        claimed: seen.pages,
        pages: pagesOf(document?.pages ?? null),
        wallMs: now - Math.max(reading.opened_at, reading.seen_at ?? 0),
        spareMs: reading.spare_ms,
      });
      const page = Math.min(seen.page ?? reading.page, pagesOf(document?.pages ?? null));
      const change = { pages_seen: taken.seen, spare_ms: taken.spareMs, seen_at: now, page };
      const { assignment_id, row_version } = reading;
      // The version guards it: what another tab has kept since it was read is never written over.
      const keep = () => this.readings.update(tenant, { assignment_id, row_version }, change);
      if (await this.transactions.alone(keep))
        return this.answer(tenant, learning, document, { ...reading, ...change });
      if (tried === TRIES) throw new Crowded();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tried));
    }
  }

  /**
   * "I have read and understood this." Completes the training where nothing else is missing; said twice is said once, and
   * completes what was waiting for something that is asked for no longer.
   * @throws NotFound, NothingToRead, DocumentNotOpened, PagesNotSeen
   */
  async acknowledge(tenant: Tenant, training_id: string): Promise<AcknowledgedAnswer> {
    return this.transactions.run(async () => {
      const { learning, document, was, reading } = await this.read(tenant, training_id);
      const settled = async (now: Told, completed: Completion | null) => ({
        ...(await this.answer(tenant, learning, document, now)),
        training_completed: completed !== null,
      });
      const settle = (since = 0) => this.completion.settle(tenant, learning.staff_id, training_id, { since });
      if (!reading) return settled(was, null);
      const pages = pagesOf(document?.pages ?? null);
      if (reading.pages_seen.length < pages) throw new PagesNotSeen(reading.pages_seen.length, pages);
      const { content_revision } = await this.trainings.record(tenant, training_id);
      const { assignment_id, read_document_id, read_url } = reading;
      const said = { acknowledged_at: this.clock.now(), acknowledged_revision: content_revision };
      const first = { assignment_id, read_document_id, read_url, acknowledged_at: null };
      if (!(await this.readings.update(tenant, first, said))) return settled(reading, await settle(this.clock.now()));
      await this.audit.record(
        auditEntry(tenant, 'training-assignment.acknowledge', assignment_id, null, { content_revision }),
      );
      const completed = await settle();
      return settled({ ...reading, ...said }, completed);
    });
  }

  private async own(tenant: Tenant, training_id: string): Promise<Learning | null> {
    const { staff_id } = tenant.actor;
    return staff_id ? this.learning.of(tenant, staff_id, training_id) : null;
  }

  /**
   * @returns `reading`: null where it is completed: it keeps what `was`, if anything, and takes no more
   * @throws NotFound when it is not assigned or a draft again, NothingToRead, DocumentNotOpened
   */
  private async read(tenant: Tenant, training_id: string) {
    const learning = await this.own(tenant, training_id);
    if (!learning || learning.training.status === 'draft') throw new NotFound('assignment');
    if (!isRead(learning.training)) throw new NothingToRead();
    const document = await this.documents.of(tenant, training_id);
    if (isNothing(learning, document)) throw new NothingToRead();
    const reading = await this.readings.one(tenant, { assignment_id: learning.assignment_id });
    if (!isOpen(learning)) return { learning, document, was: reading ?? UNREAD, reading: null };
    if (!reading || !isSame({ ...reading, ...toRead(learning, document) })) throw new DocumentNotOpened();
    return { learning, document, was: reading, reading };
  }

  private async reopen(tenant: Tenant, was: DocumentReading, reading: Opened): Promise<void> {
    const { assignment_id, row_version } = was;
    const { read_document_id, read_url, pages_seen, page, spare_ms, opened_at } = reading;
    const { acknowledged_at, acknowledged_revision } = reading;
    const read = { read_document_id, read_url, pages_seen, page, spare_ms, opened_at };
    const change = { ...read, acknowledged_at, acknowledged_revision };
    // Refused when pages come between: they counted the time, and the older opening stays the measure.
    await this.readings.update(tenant, { assignment_id, row_version }, change);
  }

  private async preview(tenant: Tenant, training_id: string): Promise<DocumentAnswer> {
    if (!tenant.isAdmin) throw new NotFound('assignment');
    const training = await this.trainings.record(tenant, training_id);
    if (!isRead(training)) throw new NothingToRead();
    const document = await this.documents.of(tenant, training_id);
    const { source_url } = training;
    return this.answer(tenant, { training_id, assignment_id: null, training: { source_url } }, document, UNREAD);
  }

  private async answer(
    tenant: Tenant,
    { training_id, assignment_id, training }: Read,
    document: TrainingDocument | null,
    reading: Told,
  ): Promise<DocumentAnswer> {
    const hasQuiz = (await this.announcements.ask(HAS_QUIZ, tenant, { training_id })) ?? false;
    const link = document && this.service.link(tenant, document);
    const { document_id, source_url } = toRead({ training }, document);
    const said = acknowledgedAt({ ...reading, document_id, source_url });
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
      asks_acknowledgement: asksAcknowledgement(document_id, hasQuiz),
      all_seen: reading.pages_seen.length >= pagesOf(document?.pages ?? null),
      acknowledged_at: said === null ? null : toIso(said),
    };
  }
}

class Crowded extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'too_many_readers',
      message: 'This document is open in too many places at once. Close the others.',
    });
  }
}

interface Read {
  training_id: string;
  assignment_id: string | null;
  training: { source_url: string | null };
}
type Opened = Omit<DocumentReading, 'customer_id' | 'created_at' | 'updated_at' | 'row_version'>;
type Told = Pick<DocumentReading, 'read_document_id' | 'read_url' | 'pages_seen' | 'page' | 'acknowledged_at'>;

const UNREAD: Told = { read_document_id: null, read_url: null, pages_seen: [], page: 1, acknowledged_at: null };

/** What is completed keeps what was read and said. */
const isOpen = ({ state }: Learning): boolean => (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);

const toRead = ({ training }: Pick<Read, 'training'>, document: TrainingDocument | null) => ({
  document_id: document?.document_id ?? null,
  source_url: training.source_url,
});

/** A document that was taken away, or an address: of an archived training that is not looked after any more. */
const isNothing = ({ training }: Learning, document: TrainingDocument | null): boolean =>
  document === null && training.source_url === null;

/** Goes on where it was; of another document or address it begins anew. */
function opened(
  learning: Learning,
  document: TrainingDocument | null,
  was: DocumentReading | null,
  now: number,
): Opened {
  const { assignment_id, staff_id, training_id } = learning;
  const { document_id: read_document_id, source_url } = toRead(learning, document);
  const read_url = document ? null : source_url;
  const own = { assignment_id, staff_id, training_id, read_document_id, read_url, opened_at: now };
  if (was && isSame({ ...was, ...toRead(learning, document) })) {
    const since = now - Math.max(was.opened_at, was.seen_at ?? 0);
    return { ...was, ...own, spare_ms: Math.min(CARRIED_MS, was.spare_ms + Math.max(0, since)) };
  }
  // The first page is seen by being opened.
  const begun = { pages_seen: [], page: 1, spare_ms: PAGE_MS, seen_at: null };
  return { ...own, ...begun, acknowledged_at: null, acknowledged_revision: null };
}
