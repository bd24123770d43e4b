import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Day } from '../../common/calendar';
import {
  SessionAccountCheckRegistry,
  type SessionAccountCheck,
  type SessionAccountRow,
} from '../../auth/session-account-check';
import { isLastDayOver } from './last-day';

interface AccountState {
  /** null: the account was deleted */
  account_status: string | null;
  account_role: string | null;
  password_changed_at: number | string | null;
  active_app: Uint8Array | null;
  last_active_day: Day | null;
}
type Row = SessionAccountRow & AccountState;

/** Account data joined to the statement that reads a session (auth/active-session.ts). */
@Injectable()
export class SessionAccountCheckService implements SessionAccountCheck<AccountState>, OnModuleInit {
  readonly columns =
    'a.status AS account_status, a.role AS account_role, a.password_changed_at, f.second_factor_id AS active_app, a.last_active_day';
  readonly joins = `LEFT JOIN account a ON a.account_id = s.account_id
  LEFT JOIN second_factor f ON f.account_id = s.account_id AND f.status = 'active'`;

  constructor(private readonly registry: SessionAccountCheckRegistry) {}

  onModuleInit(): void {
    this.registry.register(this);
  }

  /**
   * A change that commits during a sign-in ends the sessions it finds, but not the one being created. Comparing on each
   * request needs no lock at sign-in and works on every cluster node. Covers password, role, suspension, authenticator
   * app and last day of employment.
   */
  isOutdated(row: Row, now: number): boolean {
    if (isLastDayOver(row.last_active_day, now, row.time_zone)) return true;
    if (row.account_status === null) return false;
    if (row.account_status !== 'active' || row.account_role !== row.role) return true;
    // Setting up an app has ended the sessions without it.
    if (row.active_app !== null && row.second_factor === null) return true;
    return row.password_set_at !== null && Number(row.password_set_at) !== Number(row.password_changed_at);
  }

  /** An app that was reset while its code was checked does not count. */
  hasActiveSecondFactor({ second_factor, active_app }: Row): boolean {
    return second_factor === 'passkey' || (second_factor !== null && active_app !== null);
  }
}
