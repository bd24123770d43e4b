import { Injectable } from '@nestjs/common';

/** Of a session's row, what the account behind it is judged by. */
export interface SignedInAs {
  role: string;
  second_factor: string | null;
  password_set_at: number | string | null;
  /** The organisation's time zone; null for platform staff. */
  time_zone: string | null;
}

/** What the floor that keeps the accounts says of a session: read in the session's own statement, so that a call costs no second one. */
export interface SessionAccount<Row> {
  /** Each with a name of its own: `a.status AS account_status`. */
  readonly columns: string;
  /** To `session s`; each brings one row at most, and LEFT, for a session may outlive what it names. */
  readonly joins: string;
  /** The account is no longer what was judged when this session began. @param now UTC milliseconds */
  isOvertaken(row: SignedInAs & Row, now: number): boolean;
  /** A second factor was shown, and is still in force. */
  isStrong(row: SignedInAs & Row): boolean;
}

/** Where that floor registers, in `onModuleInit`; nobody is signed in where none has. */
@Injectable()
export class SessionFacts {
  private provided: SessionAccount<unknown> | undefined;

  provide<Row>(facts: SessionAccount<Row>): void {
    if (this.provided) throw new Error('The accounts behind sessions are judged by one floor, and it is here already.');
    this.provided = facts as SessionAccount<unknown>;
  }

  get ofAccounts(): SessionAccount<unknown> {
    if (!this.provided) throw new Error('No floor says what the accounts behind sessions are: import its module.');
    return this.provided;
  }
}
