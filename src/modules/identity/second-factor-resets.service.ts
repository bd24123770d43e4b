import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { SessionsService } from '../../auth/sessions.service';
import type { Tenant } from '../../tenancy/tenant';
import { Account } from './account.entity';
import { SECOND_FACTOR } from './second-factor-mail.composer';
import { NoSecondFactorError, OwnSecondFactorError } from './second-factor.errors';
import { SecondFactorsService } from './second-factors.service';

/** Resets second factors when phone and recovery codes are lost. */
@Injectable()
export class SecondFactorResetsService {
  constructor(
    @InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>,
    private readonly customersService: CustomersService,
    private readonly factors: SecondFactorsService,
    private readonly sessionsService: SessionsService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /**
   * Removes all second factors of a staff account, signs it out everywhere and notifies the owner.
   * @throws NotFoundError, NoSecondFactorError, OwnSecondFactorError
   */
  async resetStaff(tenant: Tenant, staff_id: string): Promise<void> {
    const account = await this.accounts.findOne({ customer_id: tenant.customer_id, staff_id });
    if (!account) throw new NotFoundError('account');
    if (account.account_id === tenant.actor.account_id) throw new OwnSecondFactorError();
    await this.reset(tenant, account);
  }

  /**
   * By platform staff, for the account that registered: the customer may have no other admin.
   * @throws NotFoundError, NoSecondFactorError
   */
  async resetRegistrant(staff: Tenant, customer_id: number): Promise<void> {
    const { c_user_name } = await this.customersService.one(staff, customer_id);
    const account = await this.accounts.findOne({ customer_id, user_name_key: normalizeKey(c_user_name) });
    if (!account) throw new NotFoundError('account');
    await this.reset(staff, account);
  }

  private async reset(actorTenant: Tenant, account: Account): Promise<void> {
    const { account_id, customer_id } = account;
    await this.transactions.run(async () => {
      if (!(await this.factors.removeAll(account))) throw new NoSecondFactorError();
      await this.sessionsService.endAll(account, 'second_factor_reset');
      await this.outbox.add(SECOND_FACTOR, { customer_id, recipient: account_id, facts: { what: 'reset' } });
      const overrides = { customer_id, subject_type: 'account' };
      await this.audit.record(buildAuditEntry(actorTenant, 'second_factor.reset', account_id, null, null, overrides));
    });
  }
}
