import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidFields } from '../platform/errors/app-error';
import { EmailTaken } from '../customers/customer.errors';
import { REGISTRANT_RENAMING, type NamesOfRegistrant } from '../customers/customer.events';
import { Announcements } from '../tenancy/announcements';
import type { Tenant } from '../tenancy/tenant';
import { Accounts } from './accounts.service';
import { SignInChanges } from './sign-in-changes.service';
import { SignedInAccounts } from './signed-in-accounts';
import { fieldError } from '../platform/errors/field-error';

const FORM_FIELDS = { email: 'email_primary', user_name: 'c_user_name' };

/** What the form of an organisation asks of the account that registered it (contract.md, `UpdateCustomer`). */
@Injectable()
export class RegistrantSignIn implements OnModuleInit {
  constructor(
    private readonly announcements: Announcements,
    private readonly accounts: Accounts,
    private readonly onFile: SignedInAccounts,
    private readonly changes: SignInChanges,
  ) {}

  onModuleInit(): void {
    this.announcements.answer(REGISTRANT_RENAMING, (tenant, names) => this.follow(tenant, names));
  }

  private async follow(tenant: Tenant, { customer_id, c_user_name, ...wanted }: NamesOfRegistrant) {
    if (wanted.email !== undefined && (await this.accounts.hasEmail(wanted.email, customer_id))) {
      throw new EmailTaken();
    }
    const account = await this.onFile.byName(c_user_name);
    if (account?.customer_id === customer_id && account.status === 'active') {
      return (await this.changes.ask(tenant, account, wanted, FORM_FIELDS))?.sent_to ?? null;
    }
    if (wanted.user_name !== undefined) {
      throw new InvalidFields({
        c_user_name: [
          fieldError('user_name_stays', 'The account that registered is closed, so its user name cannot be changed.'),
        ],
      });
    }
    return null;
  }
}
