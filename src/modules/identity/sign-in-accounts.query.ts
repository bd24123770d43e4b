import { Injectable } from '@nestjs/common';
import type { Language } from '../../contract/languages';
import type { Layout } from '../../contract/layout';
import type { IdentityProfile, Theme } from '../../contract/account.responses';
import type { Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { normalizeKey } from '../../common/text-normalization';
import { idFromBytes, idToBytes } from '../../common/ids';
import { toInstant } from '../../tenancy/tenant';
import { isLastDayOver } from './last-day';

/** An account with the customer data that a sign-in needs. */
export interface SignInAccount {
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
  /** `closed` after the last day of employment, even before the scheduled job closes the account. */
  status: string;
  customer_name: string | null;
  customer_status: string | null;
  /** Active authenticator app; null: none */
  second_factor_id: string | null;
  passkeys: number;
  /** Time zone of the staff record; null: not set, or no staff record */
  staff_time_zone: string | null;
  /** Since when the customer requires a second factor. */
  second_factor_required_since: number | null;
}

type Ids = 'account_id' | 'staff_id' | 'second_factor_id';
type Row = Omit<SignInAccount, Ids | 'layout'> & {
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

/** Reads account and customer in one statement, because sign-in must be fast. */
@Injectable()
export class SignInAccountsQuery {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param name an e-mail if it contains an @, else a user name */
  findByName(name: string): Promise<SignInAccount | null> {
    return this.findOne(name.includes('@') ? 'a.email_key = ?' : 'a.user_name_key = ?', normalizeKey(name));
  }

  findById(account_id: string): Promise<SignInAccount | null> {
    return this.findOne('a.account_id = ?', idToBytes(account_id));
  }

  private async findOne(condition: string, value: string | Uint8Array): Promise<SignInAccount | null> {
    const [row] = await this.database.rows<Row>(`${SELECT} WHERE ${condition}`, [value]);
    if (!row) return null;
    const { last_active_day, customer_time_zone, ...account } = row;
    const isEmploymentOver = isLastDayOver(last_active_day, this.clock.now(), customer_time_zone);
    return {
      ...account,
      status: isEmploymentOver ? 'closed' : account.status,
      account_id: idFromBytes(row.account_id),
      staff_id: row.staff_id && idFromBytes(row.staff_id),
      second_factor_id: row.second_factor_id && idFromBytes(row.second_factor_id),
      layout: row.layout === null ? null : (JSON.parse(row.layout) as Layout),
      password_changed_at: toInstant(row.password_changed_at),
      passkeys: Number(row.passkeys),
      second_factor_required_since: toInstant(row.second_factor_required_since),
    };
  }
}

/**
 * @param eid of the session; does not follow changes of the staff code
 * @param second_factor_required the session lacks the required second factor
 */
export function toIdentity(account: SignInAccount, eid: string, second_factor_required: boolean): IdentityProfile {
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

/** The customer is active, or the account is platform staff; others get no sign-in links. */
export const belongsToActiveCustomer = ({ customer_status }: SignInAccount): boolean =>
  customer_status === null || customer_status === 'A';
