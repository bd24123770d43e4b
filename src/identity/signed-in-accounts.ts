import { Injectable } from '@nestjs/common';
import type { Language } from '../contract/languages';
import type { Layout } from '../contract/layout';
import type { IdentityFacts, Theme } from '../contract/account-answers';
import type { Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { keyOf } from '../platform/folded';
import { idFromBytes, idToBytes } from '../platform/ids';
import { instantOf } from '../tenancy/tenant';
import { isLastDayOver } from './last-day';

/** An account with what a sign-in needs of its organisation. */
export interface AccountOnFile {
  account_id: string;
  customer_id: number;
  kind: 'customer' | 'platform';
  role: 'platform' | 'admin' | 'user';
  user_name: string;
  email: string;
  password_hash: string | null;
  password_changed_at: number | null;
  first_name: string;
  last_name: string;
  employee_code: string;
  staff_id: string | null;
  locale: Language;
  theme: Theme;
  layout: Layout | null;
  /** Reads `closed` once the last day of employment has ended, even before the job closes the account. */
  status: string;
  customer_name: string | null;
  customer_status: string | null;
  /** The authenticator app in force; null: none. */
  second_factor_id: string | null;
  /** How many it has. */
  passkeys: number;
  /** Time zone of the staff record; null: not set, or no staff record. */
  staff_time_zone: string | null;
  /** Since when its organisation requires a second factor. */
  second_factor_required_since: number | null;
}

type Ids = 'account_id' | 'staff_id' | 'second_factor_id';
type Row = Omit<AccountOnFile, Ids | 'layout'> & {
  last_active_day: Day | null;
  customer_time_zone: string | null;
  layout: string | null;
  account_id: Uint8Array;
  staff_id: Uint8Array | null;
  second_factor_id: Uint8Array | null;
};

const SELECT = `SELECT a.account_id, a.customer_id, a.kind, a.role, a.user_name, a.email, a.password_hash, a.password_changed_at,
  a.first_name, a.last_name, a.employee_code, a.staff_id, a.staff_time_zone, a.last_active_day, a.locale, a.theme, a.layout, a.status, c.customer_name, c.customer_status,
  (SELECT COUNT(*) FROM passkey p WHERE p.account_id = a.account_id) AS passkeys, f.second_factor_id, s.second_factor_required_since,
  s.time_zone AS customer_time_zone
  FROM account a LEFT JOIN customer c ON c.customer_id = a.customer_id
  LEFT JOIN customer_state s ON s.customer_id = a.customer_id
  LEFT JOIN second_factor f ON f.account_id = a.account_id AND f.status = 'active'`;

/** One statement for account and organisation: sign-in is measured (speed.md). */
@Injectable()
export class SignedInAccounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** What was typed is an e-mail when it has an @, else a user name: a user name has none unless it is the own e-mail. */
  byName(typed: string): Promise<AccountOnFile | null> {
    return this.one(typed.includes('@') ? 'a.email_key = ?' : 'a.user_name_key = ?', keyOf(typed));
  }

  byId(account_id: string): Promise<AccountOnFile | null> {
    return this.one('a.account_id = ?', idToBytes(account_id));
  }

  private async one(condition: string, value: string | Uint8Array): Promise<AccountOnFile | null> {
    const [row] = await this.database.rows<Row>(`${SELECT} WHERE ${condition}`, [value]);
    if (!row) return null;
    const { last_active_day, customer_time_zone, ...account } = row;
    const isOver = isLastDayOver(last_active_day, this.clock.now(), customer_time_zone);
    return {
      ...account,
      status: isOver ? 'closed' : account.status,
      account_id: idFromBytes(row.account_id),
      staff_id: row.staff_id && idFromBytes(row.staff_id),
      second_factor_id: row.second_factor_id && idFromBytes(row.second_factor_id),
      layout: row.layout === null ? null : (JSON.parse(row.layout) as Layout),
      password_changed_at: instantOf(row.password_changed_at),
      passkeys: Number(row.passkeys),
      second_factor_required_since: instantOf(row.second_factor_required_since),
    };
  }
}

/**
 * @param eid the session's, which stays although the staff code may change meanwhile
 * @param second_factor_required the session lacks what its organisation requires
 */
export function identityOf(account: AccountOnFile, eid: string, second_factor_required: boolean): IdentityFacts {
  return {
    eid,
    oid: String(account.customer_id),
    customer_id: account.customer_id,
    customer_name: account.customer_name ?? '',
    staff_id: account.staff_id,
    first_name: account.first_name,
    last_name: account.last_name,
    role: account.role === 'user' ? 1 : 0,
    kind: account.kind,
    user_name: account.user_name,
    email: account.email,
    second_factor_required,
  };
}

/** Of an organisation that is neither suspended nor closed, or of platform staff: only these get links to sign in. */
export const isOfOpenOrganisation = ({ customer_status }: AccountOnFile): boolean =>
  customer_status === null || customer_status === 'A';
