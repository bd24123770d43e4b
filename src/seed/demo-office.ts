import { Injectable } from '@nestjs/common';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import { ApiKeys } from '../api-keys/api-keys.service';
import { SignedInAccounts } from '../identity/signed-in-accounts';
import { Support } from '../support/support.service';
import type { Actor, Tenant } from '../tenancy/tenant';
import { Tenants } from '../tenancy/tenants';

/** What an admin writes to the platform. */
export interface DemoLetter {
  subject: string;
  message: string;
  answered: boolean;
}
/** A key for another program. */
export interface DemoKey {
  name: string;
  scopes: ApiKeyScope[];
  revoked: boolean;
}

/** What an organisation's admin does at the desk: letters to the platform, keys for other programs. */
@Injectable()
export class DemoOffice {
  constructor(
    private readonly tenants: Tenants,
    private readonly onFile: SignedInAccounts,
    private readonly support: Support,
    private readonly keys: ApiKeys,
  ) {}

  /** In the caller's transaction. @param user_name of the admin who writes */
  async write(tenant: Tenant, user_name: string, letters: readonly DemoLetter[]): Promise<void> {
    const writer = this.tenants.ofSession({ ...tenant, status: 'A' }, await this.admin(user_name));
    for (const { answered, ...letter } of letters) {
      const { support_message_id } = await this.support.create(writer, letter);
      if (answered) await this.support.mark(tenant, support_message_id, true);
    }
  }

  /** In the caller's transaction. The keys themselves are told nobody: they open nothing. */
  async makeKeys(tenant: Tenant, keys: readonly DemoKey[]): Promise<void> {
    for (const { revoked, ...key } of keys) {
      const { api_key_id } = await this.keys.create(tenant, { ...key, expires_at: null });
      if (revoked) await this.keys.revoke(tenant, api_key_id);
    }
  }

  private async admin(user_name: string): Promise<Actor> {
    const account = await this.onFile.byName(user_name);
    if (!account) throw new Error(`The demo has no account ${user_name}`);
    const { account_id, staff_id, employee_code: eid } = account;
    const session = { session_id: null, authenticated_at: 0, is_strong: false, is_manager: false };
    return { ...session, kind: 'customer', role: 'admin', account_id, staff_id, eid };
  }
}
