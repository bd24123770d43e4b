import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { idToBytes } from '../platform/ids';
import { SessionExpired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { SignedInAccounts, type AccountOnFile } from './signed-in-accounts';

/**
 * An account with its row in hand: whoever else changes what protects it comes before or after the caller's transaction.
 * What was judged before is judged once more here, for it was a mere look.
 */
@Injectable()
export class HeldAccounts {
  constructor(
    private readonly database: Database,
    private readonly onFile: SignedInAccounts,
  ) {}

  /** As it is now. @throws SessionExpired when its password, role or status is not what was judged any more */
  async held(account: AccountOnFile): Promise<AccountOnFile> {
    const now = (await this.hold(account)) ? await this.onFile.byId(account.account_id) : null;
    if (!now) throw new SessionExpired();
    return now;
  }

  /**
   * What was asked for at `since` may be kept now: the account is as it was, this session was not ended meanwhile by
   * another that changed what protects it, and it did not get a second factor which this session would have had to show.
   */
  async isStillAsked({ actor }: Tenant, account: AccountOnFile, since: number): Promise<boolean> {
    if (!(await this.hold(account)) || (await this.hasEnded(actor.session_id))) return false;
    return actor.is_strong || !(await this.isProtectedSince(account, since));
  }

  private async hold({ account_id, status, role, password_hash }: AccountOnFile): Promise<boolean> {
    const same = await this.database.write(
      `UPDATE account SET row_version = row_version + 1
       WHERE account_id = ? AND status = ? AND role = ? AND (password_hash = ? OR (password_hash IS NULL AND ? IS NULL))`,
      [idToBytes(account_id), status, role, password_hash, password_hash],
    );
    return same > 0;
  }

  private async hasEnded(session_id: string | null): Promise<boolean> {
    if (!session_id) return false;
    const live = await this.database.rows('SELECT ended_at FROM session WHERE session_id = ? AND ended_at IS NULL', [
      idToBytes(session_id),
    ]);
    return live.length === 0;
  }

  private async isProtectedSince({ account_id }: AccountOnFile, since: number): Promise<boolean> {
    const id = idToBytes(account_id);
    const made = await this.database.rows(
      `SELECT p.created_at FROM passkey p WHERE p.account_id = ? AND p.created_at >= ?
       UNION ALL SELECT f.confirmed_at FROM second_factor f
       WHERE f.account_id = ? AND f.status = 'active' AND f.confirmed_at >= ?`,
      [id, since, id, since],
    );
    return made.length > 0;
  }
}
