import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { keyOf } from '../platform/folded';
import { idFromBytes, idToBytes } from '../platform/ids';
import type { IdentityFacts } from './identity';

/** An account with what a sign-in needs of its organisation. */
export interface AccountOnFile {
  account_id: string;
  customer_id: number;
  kind: 'customer' | 'platform';
  role: 'platform' | 'admin' | 'user';
  user_name: string;
  email: string;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  employee_code: string;
  staff_id: string | null;
  locale: string;
  theme: string;
  status: string;
  customer_name: string | null;
  customer_status: string | null;
}

const SELECT = `SELECT a.account_id, a.customer_id, a.kind, a.role, a.user_name, a.email, a.password_hash, a.first_name,
  a.last_name, a.employee_code, a.staff_id, a.locale, a.theme, a.status, c.customer_name, c.customer_status
  FROM account a LEFT JOIN customer c ON c.customer_id = a.customer_id`;

/** One statement for account and organisation: sign-in is measured (speed.md). */
@Injectable()
export class SignedInAccounts {
  constructor(private readonly database: Database) {}

  /** What was typed is an e-mail when it has an @, else a user name: a user name has none unless it is the own e-mail. */
  byName(typed: string): Promise<AccountOnFile | null> {
    return this.one(typed.includes('@') ? 'a.email_key = ?' : 'a.user_name_key = ?', keyOf(typed));
  }

  byId(account_id: string): Promise<AccountOnFile | null> {
    return this.one('a.account_id = ?', idToBytes(account_id));
  }

  private async one(condition: string, value: string | Uint8Array): Promise<AccountOnFile | null> {
    const [row] = await this.database.rows<
      Omit<AccountOnFile, 'account_id' | 'staff_id'> & { account_id: Uint8Array; staff_id: Uint8Array | null }
    >(`${SELECT} WHERE ${condition}`, [value]);
    if (!row) return null;
    return { ...row, account_id: idFromBytes(row.account_id), staff_id: row.staff_id && idFromBytes(row.staff_id) };
  }
}

/** @param eid the session's, which stays although the staff code may change meanwhile */
export function identityOf(account: AccountOnFile, eid: string): IdentityFacts {
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
  };
}
