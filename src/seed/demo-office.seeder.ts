import { Injectable } from '@nestjs/common';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import { ApiKeysService } from '../modules/api-keys/api-keys.service';
import { SignInAccountsQuery } from '../modules/identity/sign-in-accounts.query';
import { SupportService } from '../modules/support/support.service';
import type { Actor, Tenant } from '../tenancy/tenant';
import { TenantFactory } from '../tenancy/tenant.factory';

/** Support message of an admin. */
export interface DemoLetter {
  subject: string;
  message: string;
  answered: boolean;
}
export interface DemoKey {
  name: string;
  scopes: ApiKeyScope[];
  revoked: boolean;
}

/** Creates support messages and API keys of a demo customer. */
@Injectable()
export class DemoOfficeSeeder {
  constructor(
    private readonly tenantFactory: TenantFactory,
    private readonly signedInAccounts: SignInAccountsQuery,
    private readonly supportService: SupportService,
    private readonly keys: ApiKeysService,
  ) {}

  /** Needs the caller's transaction. @param user_name of the admin who writes */
  async createLetters(tenant: Tenant, user_name: string, letters: readonly DemoLetter[]): Promise<void> {
    const writer = this.tenantFactory.forSession({ ...tenant, status: 'A' }, await this.adminActor(user_name));
    for (const { answered, ...letter } of letters) {
      const { support_message_id } = await this.supportService.create(writer, letter);
      if (answered) await this.supportService.setAnswered(tenant, support_message_id, true);
    }
  }

  /** Needs the caller's transaction. The secrets are discarded. */
  async createApiKeys(tenant: Tenant, keys: readonly DemoKey[]): Promise<void> {
    for (const { revoked, ...key } of keys) {
      const { api_key_id } = await this.keys.create(tenant, { ...key, expires_at: null });
      if (revoked) await this.keys.revoke(tenant, api_key_id);
    }
  }

  private async adminActor(user_name: string): Promise<Actor> {
    const account = await this.signedInAccounts.findByName(user_name);
    if (!account) throw new Error(`Demo account not found: ${user_name}`);
    const { account_id, staff_id, employee_code: eid } = account;
    const session = { session_id: null, authenticated_at: 0, is_strong: false, is_manager: false };
    return { ...session, kind: 'customer', role: 'admin', account_id, staff_id, eid };
  }
}
