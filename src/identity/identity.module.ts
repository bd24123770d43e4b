import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { directoryRepositories } from '../tenancy/directory';
import { CustomerState } from '../tenancy/customer-state.entity';
import { Session } from '../tenancy/session.entity';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { Account } from './account.entity';
import { AccountMails } from './account-mails';
import { Accounts } from './accounts.service';
import { Askers } from './askers';
import { AuthController } from './auth.controller';
import { Challenges } from './challenges.service';
import { EmailChallenge } from './email-challenge.entity';
import { ExpiredSecrets } from './expired-secrets';
import { HeldAccounts } from './held-accounts';
import { LoginRemindersController } from './login-reminders.controller';
import { LoginReminders } from './login-reminders.service';
import { MeController } from './me.controller';
import { MeService } from './me.service';
import { MySessionsController } from './my-sessions.controller';
import { MySessions } from './my-sessions.service';
import { PasskeyCeremonies } from './passkey-ceremonies';
import { Passkey, PasskeyChallenge } from './passkey.entity';
import { PasskeysController } from './passkeys.controller';
import { Passkeys } from './passkeys.service';
import { PasswordLink } from './password-link.entity';
import { PasswordChanges } from './passwords.service';
import { RegistrantSignIn } from './registrant-sign-in';
import { RecoveryCode } from './recovery-code.entity';
import { RegistrationTicket } from './registration-ticket.entity';
import { RegistrationService } from './registration.service';
import { RegistrationTickets } from './registration-tickets.service';
import { SecondFactorCodes } from './second-factor-codes.service';
import { SecondFactorMails } from './second-factor-mails';
import { SecondFactorResetsController } from './second-factor-resets.controller';
import { SecondFactorResets } from './second-factor-resets.service';
import { SecondFactor } from './second-factor.entity';
import { SecondFactorController } from './second-factor.controller';
import { SecondFactors } from './second-factors.service';
import { SecuritySettingsController } from './security-settings.controller';
import { SecuritySettings } from './security-settings.service';
import { SessionAccounts } from './session-accounts';
import { SignInChange } from './sign-in-change.entity';
import { SignInChangeMails } from './sign-in-change-mails';
import { SignInChanges } from './sign-in-changes.service';
import { SignInConfirmation } from './sign-in-confirmation.service';
import { SignIn } from './sign-in.service';
import { SignedInAccounts } from './signed-in-accounts';
import { StaffAccounts } from './staff-accounts.service';
import { StaffAddresses } from './staff-addresses';

@Module({
  imports: [SubscriptionsModule, CustomersModule],
  controllers: [
    AuthController,
    MeController,
    MySessionsController,
    LoginRemindersController,
    SecondFactorController,
    PasskeysController,
    SecondFactorResetsController,
    SecuritySettingsController,
  ],
  providers: [
    ...directoryRepositories(
      Account,
      EmailChallenge,
      RegistrationTicket,
      PasswordLink,
      SignInChange,
      SecondFactor,
      RecoveryCode,
      Passkey,
      PasskeyChallenge,
    ),
    ...tenantRepositories(Session, CustomerState),
    Accounts,
    StaffAccounts,
    StaffAddresses,
    AccountMails,
    SignedInAccounts,
    Askers,
    SessionAccounts,
    HeldAccounts,
    SignIn,
    Challenges,
    RegistrationTickets,
    RegistrationService,
    PasswordChanges,
    SignInChanges,
    SignInChangeMails,
    SignInConfirmation,
    RegistrantSignIn,
    MeService,
    MySessions,
    ExpiredSecrets,
    LoginReminders,
    SecondFactorCodes,
    SecondFactors,
    PasskeyCeremonies,
    Passkeys,
    SecondFactorResets,
    SecondFactorMails,
    SecuritySettings,
  ],
  exports: [
    Accounts,
    StaffAccounts,
    StaffAddresses,
    SignIn,
    SecondFactorResets,
    Challenges,
    RegistrationService,
    PasswordChanges,
    Askers,
    SignedInAccounts,
  ],
})
export class IdentityModule {}
