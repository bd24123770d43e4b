import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditTrailService } from '../infrastructure/audit/audit-trail.service';
import { Database } from '../infrastructure/database/database';
import { smallestIdAt, idFromBytes } from '../common/ids';
import type { JobRun } from '../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../infrastructure/jobs/job-scheduler';

const INTERVAL_MS = 10_000;
/** A slow transaction, here or on another node, may commit later than it began. */
const OVERLAP_MS = 5 * 60_000;
/** How far back a process looks at its start. */
const INITIAL_LOOKBACK_MS = 30 * 86_400_000;
const BATCH_SIZE = 200;

interface UnrecordedSignIn {
  session_id: Uint8Array;
  customer_id: number;
  account_id: Uint8Array;
  role: string;
  surface: string;
  second_factor: string | null;
  user_agent: string;
  address: string;
  created_at: number | string;
}

/**
 * Writes an audit event for each sign-in. The event has the id
 * of the session, so a sign-in is recorded once even if two processes read it.
 */
@Injectable()
export class SignInAuditJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly audit: AuditTrailService,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<Uint8Array>({
      name: 'sign-ins',
      intervalMs: INTERVAL_MS,
      // Also runs before the process ends.
      runsAtShutdown: true,
      runBatch: (from, run) => this.recordBatch(from ?? smallestIdAt(lookbackStart(run)), run),
    });
  }

  private async recordBatch(after: Uint8Array, run: JobRun): Promise<Uint8Array | null> {
    const rows = await this.readUnrecorded(after);
    await this.audit.recordHistorical(...rows.map(toAuditEvent));
    run.countProcessed(rows.length);
    return rows.length === BATCH_SIZE ? rows.at(-1)!.session_id : null;
  }

  /** Ids sort by time, so new sessions are a range of the primary key. */
  private readUnrecorded(session_id: Uint8Array): Promise<UnrecordedSignIn[]> {
    return this.database.rows<UnrecordedSignIn>(
      `SELECT s.session_id, s.customer_id, s.account_id, s.role, s.surface, s.second_factor, s.user_agent, s.address, s.created_at
       FROM session s LEFT JOIN audit_event e ON e.audit_event_id = s.session_id
       WHERE s.session_id > ? AND e.audit_event_id IS NULL ORDER BY s.session_id LIMIT ${BATCH_SIZE}`,
      [session_id],
    );
  }
}

/** Sessions before the last complete run are recorded. */
const lookbackStart = ({ startedAt: began, previousStartedAt: before }: JobRun): number =>
  before === null ? began - INITIAL_LOOKBACK_MS : before - OVERLAP_MS;

function toAuditEvent(row: UnrecordedSignIn) {
  const { customer_id, role, surface, second_factor, user_agent, address } = row;
  const session_id = idFromBytes(row.session_id);
  return {
    audit_event_id: session_id,
    at: Number(row.created_at),
    customer_id,
    account_id: idFromBytes(row.account_id),
    role,
    address,
    action: 'session.login',
    subject_type: 'session',
    subject_id: session_id,
    became: { second_factor, surface, user_agent },
  };
}
