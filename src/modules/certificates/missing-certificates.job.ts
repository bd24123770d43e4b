import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../infrastructure/database/database';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { runOutsideRequest } from '../../common/http/request-context';
import { idFromBytes, idToBytes } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { AppLogger } from '../../infrastructure/logging/app-logger';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { Tenant } from '../../tenancy/tenant';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { TRAINING_COMPLETED, type Completion } from '../trainings/training.events';
import { CertificateIssuingService, type CertificateCandidate } from './certificate-issuing.service';
import { COMPLETED_STATES_SQL } from './completed-cycles.query';

/** Name of the job and of its lease. */
const JOB_NAME = 'certificates';
const FIRST_DELAY_MS = 5_000;
const INTERVAL_MS = 60_000;
/** Covers slow transactions, also on other nodes, that commit late. */
const OVERLAP_MS = 10 * 60_000;
/** Older completions come from imported history, which issues its own certificates. */
const RECENT_MS = 24 * 3_600_000;
const BATCH_SIZE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Runs after TrainingEvidenceListener. */
const LISTENER_ORDER = 10;

/**
 * Across customers: completed cycles without a certificate, in the order of their last change. Old completions only if
 * attendance was recorded recently.
 */
const MISSING_CERTIFICATES = `SELECT a.customer_id AS customer_id, a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.updated_at
  FROM training_assignment a
  JOIN training t ON t.customer_id = a.customer_id AND t.training_id = a.training_id AND t.certificate = 1
  LEFT JOIN certificate c ON c.customer_id = a.customer_id AND c.assignment_id = a.assignment_id
    AND c.completion_no = a.completion_no
  WHERE (a.updated_at > ? OR (a.updated_at = ? AND a.assignment_id > ?)) AND a.state IN ${COMPLETED_STATES_SQL}
    AND (a.completed_at >= ? OR EXISTS (SELECT b.booking_id FROM session_booking b WHERE b.customer_id = a.customer_id
      AND b.assignment_id = a.assignment_id AND b.state = 'attended' AND b.updated_at >= ?)) AND c.certificate_id IS NULL
    AND NOT EXISTS (SELECT e.evidence_id FROM evidence e WHERE e.customer_id = a.customer_id AND e.source_type = 'completion'
      AND e.source_id = a.assignment_id AND e.completion_no = a.completion_no AND e.state = 'voided')
  ORDER BY a.updated_at, a.assignment_id LIMIT ${BATCH_SIZE}`;

/** Cursor after a batch. */
interface ScanCursor {
  at: number;
  after: string;
}
interface MissingCertificateRow {
  customer_id: number;
  assignment_id: Uint8Array;
  staff_id: Uint8Array;
  updated_at: number | string;
}

/**
 * Issues certificates after the commit of a completion, so that submitting a quiz does not wait for it. The scheduled
 * job finds what an error or a killed process left.
 */
@Injectable()
export class MissingCertificatesJob implements OnModuleInit {
  /** Cycles that wait for the running issue of their customer. */
  private readonly waiting = new Map<number, CertificateCandidate[]>();

  constructor(
    private readonly eventBus: DomainEventBus,
    private readonly issuing: CertificateIssuingService,
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(
      TRAINING_COMPLETED,
      async (tenant, done) => this.handleCompletion(tenant, done),
      LISTENER_ORDER,
    );
    this.scheduler.register<ScanCursor>({
      name: JOB_NAME,
      intervalMs: INTERVAL_MS,
      initialDelayMs: FIRST_DELAY_MS,
      isLeased: true,
      runBatch: (cursor, run) => this.issueBatch(cursor ?? startCursor(run), run),
    });
  }

  private handleCompletion(tenant: Tenant, { assignment_id, staff_id, completed_at, is_past }: Completion): void {
    if (is_past && completed_at < this.clock.now() - RECENT_MS) return;
    this.transactions.afterCommit(() =>
      runOutsideRequest(() => void this.issueNow(tenant, { assignment_id, staff_id })),
    );
  }

  /**
   * One batch per customer at a time: concurrent ones would block each other on the counter row, each with a database
   * connection. Later completions are issued together, by the system, because they belong to several people.
   */
  private async issueNow(tenant: Tenant, candidate: CertificateCandidate): Promise<void> {
    const { customer_id } = tenant;
    const queue = this.waiting.get(customer_id);
    if (queue) return void queue.push(candidate);
    const waiting: CertificateCandidate[] = [];
    this.waiting.set(customer_id, waiting);
    await this.logFailure(this.issuing.issue(tenant, [candidate]));
    while (waiting.length) {
      const cycles = waiting.splice(0, BATCH_SIZE);
      await this.logFailure(
        this.tenantFactory.forSystem(customer_id).then((systemTenant) => this.issuing.issue(systemTenant, cycles)),
      );
    }
    this.waiting.delete(customer_id);
  }

  private async logFailure(issued: Promise<number>): Promise<void> {
    await issued.catch((error: unknown) => this.logger.fault(error));
  }

  private async issueBatch({ at, after }: ScanCursor, run: JobRun): Promise<ScanCursor | null> {
    const rows = await this.database.rows<MissingCertificateRow>(MISSING_CERTIFICATES, [
      at,
      at,
      idToBytes(after),
      at - RECENT_MS,
      at - RECENT_MS,
    ]);
    for (const [customer_id, cycles] of groupByCustomer(rows)) {
      if (!(await run.shouldContinue())) return null;
      // An error at one customer does not stop the others.
      await this.tenantFactory
        .forSystem(customer_id)
        .then((tenant) => this.issuing.issue(tenant, cycles))
        .then((count) => run.countProcessed(count))
        .catch((error: unknown) => run.recordFailure(error, { customer_id }));
    }
    const last = rows.length === BATCH_SIZE ? rows.at(-1)! : null;
    return last && { at: Number(last.updated_at), after: idFromBytes(last.assignment_id) };
  }
}

/**
 * Rows changed since the last complete run, minus the overlap. On the very first run older completions get no
 * certificates.
 */
function startCursor({ previousStartedAt: before, startedAt: began }: JobRun): ScanCursor {
  return { at: Math.min(before ?? began, began) - OVERLAP_MS, after: FIRST_ID };
}

function groupByCustomer(rows: readonly MissingCertificateRow[]): Map<number, CertificateCandidate[]> {
  const candidates = new Map<number, CertificateCandidate[]>();
  for (const { customer_id, assignment_id, staff_id } of rows) {
    const cycles = candidates.get(customer_id) ?? [];
    cycles.push({ assignment_id: idFromBytes(assignment_id), staff_id: idFromBytes(staff_id) });
    candidates.set(customer_id, cycles);
  }
  return candidates;
}
