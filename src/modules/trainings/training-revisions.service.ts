import { Injectable } from '@nestjs/common';
import { fullName } from '../../contract/person-name';
import type { RevisionResponse, RevisionsResponse } from '../../contract/revision.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { StaleRecordError, WrongStatusError } from '../../common/errors/record.errors';
import { idFromBytes } from '../../common/ids';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { countCompleted } from './completed-people.query';
import { TrainingRevisionRepository } from './training-revision.repository';
import { RetrainingService } from './retraining.service';
import { RevisionPublishedError } from './training.errors';
import type { TrainingRevision } from './training-revision.entity';
import { Training } from './training.entity';
import { TrainingsService } from './trainings.service';

export interface PublishRevisionRequest {
  /** The revision that the author has read. */
  content_revision: number;
  /** Whether people who completed it start their next cycle; false: completions stay valid. */
  train_again: boolean;
  note: string | null;
}

const HISTORY = `SELECT r.revision, r.published_at, r.note, r.train_again, r.people, r.job_id AS job_id, a.first_name, a.last_name
  FROM training_revision r
  LEFT JOIN account a ON a.customer_id = :customer_id AND a.account_id = r.published_by
  WHERE r.customer_id = :customer_id AND r.training_id = :training_id ORDER BY r.revision DESC LIMIT 100`;

/**
 * Published revisions of a training. Content changes in place; publishing a revision decides once whether people who
 * completed it train again.
 */
@Injectable()
export class TrainingRevisionsService {
  constructor(
    @InjectTenantRepository(Training) private readonly records: TenantRepository<Training>,
    private readonly trainings: TrainingsService,
    private readonly revisionRepository: TrainingRevisionRepository,
    private readonly retraining: RetrainingService,
    private readonly queries: TenantQueries,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** Newest first, and the number of people who completed it. @throws NotFoundError */
  async list(tenant: Tenant, training_id: string): Promise<RevisionsResponse> {
    const { content_revision } = await this.trainings.record(tenant, training_id);
    const rows = await this.queries.rows<HistoryRow>(tenant, HISTORY, { training_id });
    const revisions = rows.map(toPublishedRevision);
    const completed = await countCompleted(this.queries, tenant, training_id);
    return { content_revision, published_revision: revisions[0]?.revision ?? null, completed, revisions };
  }

  /** Repeating with the same answer is harmless. @throws NotFoundError, WrongStatusError, StaleRecordError, RevisionPublishedError */
  async publish(tenant: Tenant, training_id: string, request: PublishRevisionRequest): Promise<RevisionResponse> {
    await this.transactions.run(async () => {
      const { status, content_revision } = await this.trainings.record(tenant, training_id);
      if (status !== 'published') throw new WrongStatusError('publish again', status);
      if (content_revision !== request.content_revision) throw new StaleRecordError(content_revision);
      const known = await this.revisionRepository.findOne(tenant, training_id, content_revision);
      if (known) return rejectDifferentAnswer(known, request);
      await this.publishRevision(tenant, training_id, request);
    });
    const { revisions } = await this.list(tenant, training_id);
    return revisions.find(({ revision }) => revision === request.content_revision)!;
  }

  private async publishRevision(
    tenant: Tenant,
    training_id: string,
    { content_revision, train_again, note }: PublishRevisionRequest,
  ) {
    const now = this.clock.now();
    // Changed or archived since it was read.
    const guard = { training_id, status: 'published', content_revision };
    if (!(await this.records.update(tenant, guard, { published_at: now })))
      throw new StaleRecordError(content_revision);
    const people = await countCompleted(this.queries, tenant, training_id);
    const isRetrainingNeeded = train_again && people > 0;
    const job_id = isRetrainingNeeded
      ? await this.retraining.enqueue(tenant, { training_id, until: now }, people)
      : null;
    const answer = { train_again, people, note: note?.trim() || null };
    const row = { training_id, revision: content_revision, published_at: now, ...answer, job_id };
    if (!(await this.revisionRepository.add(tenant, row)))
      throw new StaleReadError('The revision was published concurrently');
    const became = { content_revision, ...answer, ...(job_id && { job_id }) };
    await this.audit.record(buildAuditEntry(tenant, 'training.publish_anew', training_id, null, became));
  }
}

/** @throws RevisionPublishedError if the stored answer differs */
function rejectDifferentAnswer({ revision, train_again }: TrainingRevision, request: PublishRevisionRequest): void {
  if (train_again !== request.train_again) throw new RevisionPublishedError(revision);
}

interface HistoryRow {
  revision: number;
  published_at: number | string;
  note: string | null;
  train_again: number | null;
  people: number | null;
  job_id: Uint8Array | null;
  first_name: string | null;
  last_name: string | null;
}

const toPublishedRevision = ({ first_name, last_name, ...row }: HistoryRow): RevisionResponse => ({
  revision: Number(row.revision),
  published_at: toIso(Number(row.published_at)),
  published_by: first_name === null ? null : fullName(first_name, last_name),
  note: row.note,
  train_again: row.train_again === null ? null : Number(row.train_again) === 1,
  people: row.people === null ? null : Number(row.people),
  job_id: row.job_id && idFromBytes(row.job_id),
});
