import { Injectable } from '@nestjs/common';
import { AppError } from '../platform/errors/app-error';
import { SecondFactorRequired } from '../tenancy/tenancy.errors';
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

/** Whoever asked for work that is done later: with the role, the line and the rights that they have when it is done. */
@Injectable()
export class Askers {
  constructor(
    private readonly accounts: SignedInAccounts,
    private readonly tenants: Tenants,
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
}
