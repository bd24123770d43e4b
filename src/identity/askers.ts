import { Injectable } from '@nestjs/common';
import { AppError } from '../platform/errors/app-error';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import { ApiKeyDoor } from '../tenancy/api-key-door';
import { KeyScopeMissing, SecondFactorRequired } from '../tenancy/tenancy.errors';
import type { Tenant } from '../tenancy/tenant';
import { Tenants } from '../tenancy/tenants';
import { SignedInAccounts } from './signed-in-accounts';

/** Suspended, closed, or gone. */
class AskerGone extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'asker_gone',
      message: 'The person who requested this can no longer sign in.',
    });
  }
}

/** Revoked or expired, or its organisation is not open. */
class ApiKeyGone extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'api_key_gone',
      message: 'The API key that requested this is revoked or has expired.',
    });
  }
}

/** Whoever asked for work that is done later: with the role, the line and the rights that they have when it is done. */
@Injectable()
export class Askers {
  constructor(
    private readonly accounts: SignedInAccounts,
    private readonly tenants: Tenants,
    private readonly keys: ApiKeyDoor,
  ) {}

  /**
   * @param is_strong a second factor was shown in the session that asked
   * @throws AskerGone, SecondFactorRequired
   */
  async now(customer_id: number, account_id: string | null, is_strong: boolean): Promise<Tenant> {
    const account = account_id === null ? null : await this.accounts.byId(account_id);
    if (account?.customer_id !== customer_id || account.status !== 'active') throw new AskerGone();
    const { kind, role, staff_id, employee_code: eid } = account;
    const who = { kind, role, account_id, staff_id, eid, session_id: null, authenticated_at: 0, is_strong };
    const tenant = await this.tenants.actingFor(customer_id, who);
    if (!tenant) throw new AskerGone();
    if (tenant.lacks_second_factor) throw new SecondFactorRequired();
    return tenant;
  }

  /** The API key that requested work, which must still be valid and have the scope. @throws ApiKeyGone, KeyScopeMissing */
  async keyNow(customer_id: number, api_key_id: string, scope: ApiKeyScope): Promise<Tenant> {
    const key = await this.keys.liveById(customer_id, api_key_id);
    if (!key) throw new ApiKeyGone();
    if (!key.scopes.includes(scope)) throw new KeyScopeMissing([scope]);
    return this.tenants.ofSession(key.facts, key.actor);
  }
}
