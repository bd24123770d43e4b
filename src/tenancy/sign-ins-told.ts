import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { firstIdAt, idFromBytes } from '../platform/ids';
import { Log } from '../platform/logging/log';

const EVERY_MS = 10_000;
/** What a slow transaction, here or on another node, may still be committing. */
const OVERLAP_MS = 5 * 60_000;
/** How far back a process looks when it starts: nobody may have been there to tell. */
const FIRST_LOOK_MS = 30 * 86_400_000;
const AT_A_TIME = 200;

interface Untold {
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
export class SignInsTold implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<unknown> = Promise.resolve();
  private stopped = false;
  /** Everything that began before is told. */
  private until: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  /** The sign-ins of the last seconds are told before the process ends. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.telling;
    await this.tell().catch(() => undefined);
  }

  /** @returns how many sign-ins were new to the trail */
  async tell(): Promise<number> {
    const now = this.clock.now();
    const since = this.until === undefined ? now - FIRST_LOOK_MS : this.until - OVERLAP_MS;
    let told = 0;
    for (let after: Uint8Array | undefined = firstIdAt(since); after;) {
      const rows: Untold[] = await this.untoldAfter(after);
      await this.audit.recordPast(...rows.map(asEvent));
      told += rows.length;
      after = rows.length === AT_A_TIME ? rows.at(-1)!.session_id : undefined;
    }
    this.until = now;
    return told;
  }

  /** Ids are made in the order of time, so the sessions since then are one stretch of the primary key. */
  private untoldAfter(session_id: Uint8Array): Promise<Untold[]> {
    return this.database.rows<Untold>(
      `SELECT s.session_id, s.customer_id, s.account_id, s.role, s.surface, s.second_factor, s.user_agent, s.address, s.created_at
       FROM session s LEFT JOIN audit_event e ON e.audit_event_id = s.session_id
       WHERE s.session_id > ? AND e.audit_event_id IS NULL ORDER BY s.session_id LIMIT ${AT_A_TIME}`,
      [session_id],
    );
  }

  private plan(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.telling = this.tell()
        .catch((error: unknown) => this.log.fault(error, { worker: 'sign-ins-told' }))
        .finally(() => this.plan());
    }, EVERY_MS);
    this.timer.unref();
  }
}

function asEvent(row: Untold) {
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
