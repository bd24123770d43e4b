import { Injectable } from '@nestjs/common';
import { Database } from '../../infrastructure/database/database';
import { idToBytes } from '../../common/ids';
import { SessionExpiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import { SignInAccountsQuery, type SignInAccount } from './sign-in-accounts.query';

/**
 * Locks the row of an account, so that changes of its protection run one after the other, and checks again what was
 * read before the lock.
 */
@Injectable()
export class AccountLocks {
  constructor(
    private readonly database: Database,
    private readonly signInAccounts: SignInAccountsQuery,
  ) {}

  /** @returns the current account @throws SessionExpiredError if password, role or status have changed */
  async lock(account: SignInAccount): Promise<SignInAccount> {
    const current = (await this.tryLock(account)) ? await this.signInAccounts.findById(account.account_id) : null;
    if (!current) throw new SessionExpiredError();
    return current;
  }

  /**
   * Whether a request made at `since` may still be completed: the account is unchanged, this session has not been ended
   * by a change of protection, and no second factor was added that this session did not use.
   */
  async isRequestStillValid({ actor }: Tenant, account: SignInAccount, since: number): Promise<boolean> {
    if (!(await this.tryLock(account)) || (await this.hasSessionEnded(actor.session_id))) return false;
    return actor.is_strong || !(await this.hasNewProtection(account, since));
  }

  private async tryLock({ account_id, status, role, password_hash }: SignInAccount): Promise<boolean> {
    const lockedRows = await this.database.write(
      `UPDATE account SET row_version = row_version + 1
       WHERE account_id = ? AND status = ? AND role = ? AND (password_hash = ? OR (password_hash IS NULL AND ? IS NULL))`,
      [idToBytes(account_id), status, role, password_hash, password_hash],
    );
    return lockedRows > 0;
  }

  private async hasSessionEnded(session_id: string | null): Promise<boolean> {
    if (!session_id) return false;
    const activeSessions = await this.database.rows(
      'SELECT ended_at FROM session WHERE session_id = ? AND ended_at IS NULL',
      [idToBytes(session_id)],
    );
    return activeSessions.length === 0;
  }

  private async hasNewProtection({ account_id }: SignInAccount, since: number): Promise<boolean> {
    const id = idToBytes(account_id);
    const newFactors = await this.database.rows(
      `SELECT p.created_at FROM passkey p WHERE p.account_id = ? AND p.created_at >= ?
       UNION ALL SELECT f.confirmed_at FROM second_factor f
       WHERE f.account_id = ? AND f.status = 'active' AND f.confirmed_at >= ?`,
      [id, since, id, since],
    );
    return newFactors.length > 0;
  }
}
