import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Database } from '../platform/database/database';
import { firstIdAt, idFromBytes } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';

const EVERY_MS = 10_000;
/** What a slow transaction, here or on another node, may still be committing. */
const OVERLAP_MS = 5 * 60_000;
/** How far back a process looks when it starts: nobody may have been there to tell. */
const FIRST_LOOK_MS = 30 * 86_400_000;
const AT_A_TIME = 200;

interface PendingNotice {
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
 * Who signed in, when and from where, for the audit trail (README, Decisions: "Sign-ins are told from their rows"). The
 * event has the session's id: told twice, also by two processes at once, it is there once.
 */
@Injectable()
export class SignInNotices implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<Uint8Array>({
      name: 'sign-ins',
      every: EVERY_MS,
      // The sign-ins of the last seconds are told before the process ends.
      atEnd: true,
      batch: (from, round) => this.tell(from ?? firstIdAt(sinceOf(round)), round),
    });
  }

  private async tell(after: Uint8Array, round: Round): Promise<Uint8Array | null> {
    const rows = await this.pendingAfter(after);
    await this.audit.recordPast(...rows.map(asEvent));
    round.did(rows.length);
    return rows.length === AT_A_TIME ? rows.at(-1)!.session_id : null;
  }

  /** Ids are made in the order of time, so the sessions since then are one stretch of the primary key. */
  private pendingAfter(session_id: Uint8Array): Promise<PendingNotice[]> {
    return this.database.rows<PendingNotice>(
      `SELECT s.session_id, s.customer_id, s.account_id, s.role, s.surface, s.second_factor, s.user_agent, s.address, s.created_at
       FROM session s LEFT JOIN audit_event e ON e.audit_event_id = s.session_id
       WHERE s.session_id > ? AND e.audit_event_id IS NULL ORDER BY s.session_id LIMIT ${AT_A_TIME}`,
      [session_id],
    );
  }
}

/** Everything that began before the last whole round is told. */
const sinceOf = ({ began, before }: Round): number => (before === null ? began - FIRST_LOOK_MS : before - OVERLAP_MS);

function asEvent(row: PendingNotice) {
  const { customer_id, role, surface, second_factor, user_agent, address } = row;
  const session_id = idFromBytes(row.session_id);
  return {
    audit_event_id: session_id,
    at: Number(row.created_at),
    ...{ customer_id, account_id: idFromBytes(row.account_id), role, address },
    action: 'session.login',
    ...{ subject_type: 'session', subject_id: session_id },
    became: { second_factor, surface, user_agent },
  };
}
