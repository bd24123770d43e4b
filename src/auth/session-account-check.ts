import { Injectable } from '@nestjs/common';

/** Columns of the session that the account check reads. */
export interface SessionAccountRow {
  role: string;
  second_factor: string | null;
  password_set_at: number | string | null;
  /** Time zone of the customer; null for platform staff. */
  time_zone: string | null;
}

/** Account data joined to the statement that reads a session, so that a request needs no second one. */
export interface SessionAccountCheck<Row> {
  /** Aliases must be unique: `a.status AS account_status` */
  readonly columns: string;
  /** LEFT JOINs to `session s` that return at most one row each; a session may outlive what it refers to. */
  readonly joins: string;
  /** The account has changed since the session began. @param now UTC milliseconds */
  isOutdated(row: SessionAccountRow & Row, now: number): boolean;
  /** The session was opened with a second factor that is still active. */
  hasActiveSecondFactor(row: SessionAccountRow & Row): boolean;
}

/** The identity module registers its check in `onModuleInit`. */
@Injectable()
export class SessionAccountCheckRegistry {
  private check: SessionAccountCheck<unknown> | undefined;

  register<Row>(accountCheck: SessionAccountCheck<Row>): void {
    if (this.check) throw new Error('A session account check is registered already.');
    this.check = accountCheck as SessionAccountCheck<unknown>;
  }

  get current(): SessionAccountCheck<unknown> {
    if (!this.check) throw new Error('No session account check is registered: import the identity module.');
    return this.check;
  }
}
