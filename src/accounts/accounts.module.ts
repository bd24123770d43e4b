import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { directoryRepositories } from '../tenancy/directory';
import { ApiKey } from '../tenancy/api-key.entity';
import { Session } from '../tenancy/session.entity';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { Account } from './account.entity';
import { AccountMails } from './account-mails';
import { Accounts } from './accounts.service';
import { ApiKeysRest } from './api-keys.rest';
import { ApiKeys } from './api-keys.service';
import { AuditEventsRest } from './audit-events.rest';
import { AuditLog } from './audit-log';
import { AuthRest } from './auth.rest';
import { Challenges } from './challenges.service';
import { EmailChallenge } from './email-challenge.entity';
import { ExpiredSecrets } from './expired-secrets';
import { InvitationsAccepted } from './invitations-accepted';
import { MeRest } from './me.rest';
import { MeService } from './me.service';
import { MySessionsRest } from './my-sessions.rest';
import { MySessions } from './my-sessions.service';
import { PasswordLink } from './password-link.entity';
import { PasswordChanges } from './passwords.service';
import { RegistrationTicket } from './registration-ticket.entity';
import { RegistrationService } from './registration.service';
import { RegistrationTickets } from './registration-tickets.service';
import { SignIn } from './sign-in.service';
import { SignedInAccounts } from './signed-in-accounts';
import { StaffAccounts } from './staff-accounts.service';
import { SupportMessage } from './support-message.entity';
import { SupportMessagesRest } from './support.rest';
import { Support } from './support.service';

@Module({
  imports: [SubscriptionsModule, CustomersModule],
  controllers: [AuthRest, MeRest, MySessionsRest, ApiKeysRest, AuditEventsRest, SupportMessagesRest],
  providers: [
    ...directoryRepositories(Account, EmailChallenge, RegistrationTicket, PasswordLink, SupportMessage),
    ...tenantRepositories(Session, ApiKey, SupportMessage),
    Accounts,
    StaffAccounts,
    AccountMails,
    SignedInAccounts,
    SignIn,
    Challenges,
    RegistrationTickets,
    RegistrationService,
    PasswordChanges,
    InvitationsAccepted,
    MeService,
    MySessions,
    ApiKeys,
    Support,
    AuditLog,
    ExpiredSecrets,
  ],
  exports: [
    Accounts,
    StaffAccounts,
    SignIn,
    Challenges,
    RegistrationService,
    PasswordChanges,
    InvitationsAccepted,
    SignedInAccounts,
  ],
})
export class AccountsModule {}
