import { Injectable } from '@nestjs/common';
import { fullName } from '../contract/person-name';
import type { PublishedRevision, Revisions } from '../contract/revision-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { Stale, WrongStatus } from '../platform/errors/record-errors';
import { idFromBytes } from '../platform/ids';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { countCompleted } from './completed-people.query';
import { PublishedRevisions } from './published-revisions';
import { TrainAgain } from './train-again';
import { RevisionPublished } from './training.errors';
import type { TrainingRevision } from './training-revision.entity';
import { Training } from './training.entity';
import { TrainingsService } from './trainings.service';

export interface PublishedAnew {
  /** Which one: what was read before it was decided. */
  content_revision: number;
  /** Whoever completed it begins their next cycle; false: they keep what they have. */
  train_again: boolean;
  note: string | null;
}

/** One line of the history, with the name of who did it. */
const HISTORY = `SELECT r.revision, r.published_at, r.note, r.train_again, r.people, r.job_id AS job_id, a.first_name, a.last_name
  FROM training_revision r
  LEFT JOIN account a ON a.customer_id = :customer_id AND a.account_id = r.published_by
  WHERE r.customer_id = :customer_id AND r.training_id = :training_id ORDER BY r.revision DESC LIMIT 100`;

/**
 * What was published of a training, and whether who had completed it trains again. Content changes where it is used; what
 * that means for those who are done is an answer of its own, given once for each revision and kept.
 */
@Injectable()
export class TrainingRevisions {
  constructor(
    @Records(Training) private readonly records: TenantRepository<Training>,
    private readonly trainings: TrainingsService,
    private readonly published: PublishedRevisions,
    private readonly again: TrainAgain,
    private readonly queries: TenantQueries,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Newest first, and how many it would concern. @throws NotFound */
  async of(tenant: Tenant, training_id: string): Promise<Revisions> {
    const { content_revision } = await this.trainings.record(tenant, training_id);
    const rows = await this.queries.rows<HistoryRow>(tenant, HISTORY, { training_id });
    const revisions = rows.map(told);
    const completed = await countCompleted(this.queries, tenant, training_id);
    return { content_revision, published_revision: revisions[0]?.revision ?? null, completed, revisions };
  }

  /** Answered the same again, nothing changes. @throws NotFound, WrongStatus, Stale, RevisionPublished */
  async publish(tenant: Tenant, training_id: string, asked: PublishedAnew): Promise<PublishedRevision> {
    await this.transactions.run(async () => {
      const { status, content_revision } = await this.trainings.record(tenant, training_id);
      if (status !== 'published') throw new WrongStatus('publish again', status);
      if (content_revision !== asked.content_revision) throw new Stale(content_revision);
      const known = await this.published.one(tenant, training_id, content_revision);
      if (known) return refuseOther(known, asked);
      await this.keep(tenant, training_id, asked);
    });
    const { revisions } = await this.of(tenant, training_id);
    return revisions.find(({ revision }) => revision === asked.content_revision)!;
  }

  private async keep(tenant: Tenant, training_id: string, { content_revision, train_again, note }: PublishedAnew) {
    const now = this.clock.now();
    // Changed or archived since it was read: whoever decides looks again.
    const read = { training_id, status: 'published', content_revision };
    if (!(await this.records.update(tenant, read, { published_at: now }))) throw new Stale(content_revision);
    const people = await countCompleted(this.queries, tenant, training_id);
    const isOwed = train_again && people > 0;
    const job_id = isOwed ? await this.again.owe(tenant, { training_id, until: now }, people) : null;
    const said = { train_again, people, note: note?.trim() || null };
    const row = { training_id, revision: content_revision, published_at: now, ...said, job_id };
    if (!(await this.published.add(tenant, row))) throw new LookedTooEarly('The same revision was published meanwhile');
    const became = { content_revision, ...said, ...(job_id && { job_id }) };
    await this.audit.record(auditEntry(tenant, 'training.publish_anew', training_id, null, became));
  }
}

/** @throws RevisionPublished: it was answered otherwise, or is what was published first */
function refuseOther({ revision, train_again }: TrainingRevision, asked: PublishedAnew): void {
  if (train_again !== asked.train_again) throw new RevisionPublished(revision);
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

const told = ({ first_name, last_name, ...row }: HistoryRow): PublishedRevision => ({
  revision: Number(row.revision),
  published_at: toIso(Number(row.published_at)),
  published_by: first_name === null ? null : fullName(first_name, last_name),
  note: row.note,
  train_again: row.train_again === null ? null : Number(row.train_again) === 1,
  people: row.people === null ? null : Number(row.people),
  job_id: row.job_id && idFromBytes(row.job_id),
});
