import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { EmailTakenError } from '../customers/customer.errors';
import { REGISTRANT_RENAMING, type RegistrantNames } from '../customers/customer.events';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { Tenant } from '../../tenancy/tenant';
import { AccountsService } from './accounts.service';
import { SignInChangesService } from './sign-in-changes.service';
import { SignInAccountsQuery } from './sign-in-accounts.query';
import { fieldError } from '../../common/errors/field-error';

const FORM_FIELDS = { email: 'email_primary', user_name: 'c_user_name' };

/** Changes e-mail and user name of the account that registered when the customer form is saved. */
@Injectable()
export class RegistrantSignInListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEventBus,
    private readonly accountsService: AccountsService,
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly changes: SignInChangesService,
  ) {}

  onModuleInit(): void {
    this.events.registerQueryHandler(REGISTRANT_RENAMING, (tenant, names) => this.changeNames(tenant, names));
  }

  private async changeNames(tenant: Tenant, { customer_id, c_user_name, ...newNames }: RegistrantNames) {
    if (newNames.email !== undefined && (await this.accountsService.hasEmail(newNames.email, customer_id))) {
      throw new EmailTakenError();
    }
    const account = await this.signInAccounts.findByName(c_user_name);
    if (account?.customer_id === customer_id && account.status === 'active') {
      return (await this.changes.request(tenant, account, newNames, FORM_FIELDS))?.sent_to ?? null;
    }
    if (newNames.user_name !== undefined) {
      throw new InvalidFieldsError({
        c_user_name: [
          fieldError('user_name_stays', 'The account that registered is closed, so its user name cannot be changed.'),
        ],
      });
    }
    return null;
  }
}
