import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { outsideRequest } from '../platform/http/request-context';
import { idFromBytes, idToBytes } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { Log } from '../platform/logging/log';
import { Announcements } from '../tenancy/announcements';
import type { Tenant } from '../tenancy/tenant';
import { Tenants } from '../tenancy/tenants';
import { TRAINING_COMPLETED, type Completion } from '../trainings/training.events';
import { CertificateIssuing, type OwedCycle } from './certificate-issuing';
import { COMPLETED } from './completed-cycles.query';

/** Its name, and that of its lease (platform/jobs/sweep-lease.entity.ts). */
const CERTIFICATES_SWEEP = 'certificates';
const FIRST_MS = 5_000;
const EVERY_MS = 60_000;
/** What a slow transaction, here or on another node, may still be committing. */
const OVERLAP_MS = 10 * 60_000;
/** A history that is being recorded, of longer ago than this, is certified by whoever keeps it. */
const RECENT_MS = 24 * 3_600_000;
const AT_A_TIME = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** TrainingEvidence comes first. */
const TURN = 10;

/**
 * Across organisations: completed cycles without a certificate, in the order in which their rows were last changed; none of
 * long ago, unless it was marked lately that somebody had attended then.
 */
const OWED = `SELECT a.customer_id AS customer_id, a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.updated_at
  FROM training_assignment a
  JOIN training t ON t.customer_id = a.customer_id AND t.training_id = a.training_id AND t.certificate = 1
  LEFT JOIN certificate c ON c.customer_id = a.customer_id AND c.assignment_id = a.assignment_id
    AND c.completion_no = a.completion_no
  WHERE (a.updated_at > ? OR (a.updated_at = ? AND a.assignment_id > ?)) AND a.state IN ${COMPLETED}
    AND (a.completed_at >= ? OR EXISTS (SELECT b.booking_id FROM session_booking b WHERE b.customer_id = a.customer_id
      AND b.assignment_id = a.assignment_id AND b.state = 'attended' AND b.updated_at >= ?)) AND c.certificate_id IS NULL
    AND NOT EXISTS (SELECT e.evidence_id FROM evidence e WHERE e.customer_id = a.customer_id AND e.source_type = 'completion'
      AND e.source_id = a.assignment_id AND e.completion_no = a.completion_no AND e.state = 'voided')
  ORDER BY a.updated_at, a.assignment_id LIMIT ${AT_A_TIME}`;

/** Where a portion ended. */
interface Mark {
  at: number;
  after: string;
}
interface OwedRow {
  customer_id: number;
  assignment_id: Uint8Array;
  staff_id: Uint8Array;
  updated_at: number | string;
}

/**
 * Issued after the transaction of a completion, so that submitting a quiz does not wait for it. What a killed process or an
 * error leaves behind is found by the sweep.
 */
@Injectable()
export class OwedCertificates implements OnModuleInit {
  /** By organisation, where one is being issued: what follows it. */
  private readonly waiting = new Map<number, OwedCycle[]>();

  constructor(
    private readonly announcements: Announcements,
    private readonly issuing: CertificateIssuing,
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(TRAINING_COMPLETED, async (tenant, done) => this.completed(tenant, done), TURN);
    this.sweeper.register<Mark>({
      name: CERTIFICATES_SWEEP,
      every: EVERY_MS,
      first: FIRST_MS,
      leased: true,
      batch: (from, round) => this.some(from ?? beginningOf(round), round),
    });
  }

  private completed(tenant: Tenant, { assignment_id, staff_id, completed_at, is_past }: Completion): void {
    if (is_past && completed_at < this.clock.now() - RECENT_MS) return;
    this.transactions.afterCommit(() => outsideRequest(() => void this.owe(tenant, { assignment_id, staff_id })));
  }

  /**
   * One portion at a time: they would wait for each other's numbers, each with a connection that somebody's quiz wants. What
   * comes meanwhile is issued together, which costs no more than one; by the house, for it is of many.
   */
  private async owe(tenant: Tenant, owed: OwedCycle): Promise<void> {
    const { customer_id } = tenant;
    const others = this.waiting.get(customer_id);
    if (others) return void others.push(owed);
    const waiting: OwedCycle[] = [];
    this.waiting.set(customer_id, waiting);
    await this.told(this.issuing.issue(tenant, [owed]));
    while (waiting.length) {
      const cycles = waiting.splice(0, AT_A_TIME);
      await this.told(this.tenants.forSystem(customer_id).then((house) => this.issuing.issue(house, cycles)));
    }
    this.waiting.delete(customer_id);
  }

  private async told(issued: Promise<number>): Promise<void> {
    await issued.catch((error: unknown) => this.log.fault(error));
  }

  private async some({ at, after }: Mark, round: Round): Promise<Mark | null> {
    const found = await this.database.rows<OwedRow>(OWED, [at, at, idToBytes(after), at - RECENT_MS, at - RECENT_MS]);
    for (const [customer_id, cycles] of byOrganisation(found)) {
      if (!(await round.goesOn())) return null;
      // What goes wrong with one organisation keeps no other waiting.
      await this.tenants
        .forSystem(customer_id)
        .then((tenant) => this.issuing.issue(tenant, cycles))
        .then((count) => round.did(count))
        .catch((error: unknown) => round.failed(error, { customer_id }));
    }
    const last = found.length === AT_A_TIME ? found.at(-1)! : null;
    return last && { at: Number(last.updated_at), after: idFromBytes(last.assignment_id) };
  }
}

/**
 * Rows that were changed since the last whole round, and a little before. Where there was none this is the first process that
 * knows of certificates: what was completed before it gets none.
 */
function beginningOf({ before, began }: Round): Mark {
  return { at: Math.min(before ?? began, began) - OVERLAP_MS, after: FIRST_ID };
}

function byOrganisation(found: readonly OwedRow[]): Map<number, OwedCycle[]> {
  const owed = new Map<number, OwedCycle[]>();
  for (const { customer_id, assignment_id, staff_id } of found) {
    const cycles = owed.get(customer_id) ?? [];
    cycles.push({ assignment_id: idFromBytes(assignment_id), staff_id: idFromBytes(staff_id) });
    owed.set(customer_id, cycles);
  }
  return owed;
}
