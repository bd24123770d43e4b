import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error';
import type { ApiKeyScope } from '../../contract/api-keys.resource';
import { ApiKeyAuthenticator } from '../../auth/api-key-authenticator';
import { ApiKeyScopeMissingError, SecondFactorRequiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { SignInAccountsQuery } from './sign-in-accounts.query';

/** The account is suspended, closed or deleted. */
class RequesterGoneError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'asker_gone',
      message: 'The person who requested this can no longer sign in.',
    });
  }
}

/** The key is revoked or expired, or the customer is not active. */
class ApiKeyGoneError extends AppError {
  constructor() {
    super({
      kind: 'forbidden',
      code: 'api_key_gone',
      message: 'The API key that requested this is revoked or has expired.',
    });
  }
}

/** Tenants for background work: with the current role, reporting line and rights of the requester. */
@Injectable()
export class BackgroundActorsService {
  constructor(
    private readonly accounts: SignInAccountsQuery,
    private readonly tenantFactory: TenantFactory,
    private readonly apiKeys: ApiKeyAuthenticator,
  ) {}

  /**
   * @param is_strong the requesting session had a second factor @throws RequesterGoneError, SecondFactorRequiredError
   */
  async forAccount(customer_id: number, account_id: string | null, is_strong: boolean): Promise<Tenant> {
    const account = account_id === null ? null : await this.accounts.findById(account_id);
    if (account?.customer_id !== customer_id || account.status !== 'active') throw new RequesterGoneError();
    const { kind, role, staff_id, employee_code: eid } = account;
    const actor = { kind, role, account_id, staff_id, eid, session_id: null, authenticated_at: 0, is_strong };
    const tenant = await this.tenantFactory.forBackgroundWork(customer_id, actor);
    if (!tenant) throw new RequesterGoneError();
    if (tenant.lacks_second_factor) throw new SecondFactorRequiredError();
    return tenant;
  }

  /** The key must still be valid and have the scope. @throws ApiKeyGoneError, ApiKeyScopeMissingError */
  async forApiKey(customer_id: number, api_key_id: string, scope: ApiKeyScope): Promise<Tenant> {
    const key = await this.apiKeys.findActiveById(customer_id, api_key_id);
    if (!key) throw new ApiKeyGoneError();
    if (!key.scopes.includes(scope)) throw new ApiKeyScopeMissingError([scope]);
    return this.tenantFactory.forSession(key.customer, key.actor);
  }
}
