import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Day } from '../platform/calendar';
import { SessionFacts, type SessionAccount, type SignedInAs } from '../tenancy/session-facts';
import { isLastDayOver } from './last-day';

interface AccountNow {
  /** As the account is now; null: there is none. */
  account_status: string | null;
  account_role: string | null;
  password_changed_at: number | string | null;
  /** The authenticator app in force now. */
  active_app: Uint8Array | null;
  /** Last day of employment of the staff member. */
  last_active_day: Day | null;
}
type Row = SignedInAs & AccountNow;

/** What the account behind a session is now, in the statement that reads the session (tenancy/session-row.ts). */
@Injectable()
export class SessionAccounts implements SessionAccount<AccountNow>, OnModuleInit {
  readonly columns =
    'a.status AS account_status, a.role AS account_role, a.password_changed_at, f.second_factor_id AS active_app, a.last_active_day';
  readonly joins = `LEFT JOIN account a ON a.account_id = s.account_id
  LEFT JOIN second_factor f ON f.account_id = s.account_id AND f.status = 'active'`;

  constructor(private readonly sessions: SessionFacts) {}

  onModuleInit(): void {
    this.sessions.provide(this);
  }

  /**
   * A new password, another role, suspension or an authenticator app, committed while somebody was signing in, has ended the
   * sessions that it found, and this row came after. Compared on each call, so that neither order nor cluster node
   * matters, and signing in needs no lock. The last day of employment is compared the same way.
   */
  isOvertaken(row: Row, now: number): boolean {
    if (isLastDayOver(row.last_active_day, now, row.time_zone)) return true;
    if (row.account_status === null) return false;
    if (row.account_status !== 'active' || row.account_role !== row.role) return true;
    // Setting an app up ended every session that did not show it.
    if (row.active_app !== null && row.second_factor === null) return true;
    return row.password_set_at !== null && Number(row.password_set_at) !== Number(row.password_changed_at);
  }

  /** By what is still in force: an app that was reset while its code was being judged makes no session strong. */
  isStrong({ second_factor, active_app }: Row): boolean {
    return second_factor === 'passkey' || (second_factor !== null && active_app !== null);
  }
}
