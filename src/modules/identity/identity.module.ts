import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { directoryRepositories } from '../../tenancy/directory-repository';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { Session } from '../../auth/session.entity';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { Account } from './account.entity';
import { AccountMailComposer } from './account-mail.composer';
import { AccountsService } from './accounts.service';
import { BackgroundActorsService } from './background-actors.service';
import { AuthController } from './auth.controller';
import { EmailChallengesService } from './email-challenges.service';
import { EmailChallenge } from './email-challenge.entity';
import { SecretRetentionJob } from './secret-retention.job';
import { AccountLocks } from './account-locks';
import { LoginRemindersController } from './login-reminders.controller';
import { LoginRemindersService } from './login-reminders.service';
import { MeController } from './me.controller';
import { MeService } from './me.service';
import { MySessionsController } from './my-sessions.controller';
import { MySessionsService } from './my-sessions.service';
import { PasskeyCeremoniesService } from './passkey-ceremonies.service';
import { Passkey, PasskeyChallenge } from './passkey.entity';
import { PasskeysController } from './passkeys.controller';
import { PasskeysService } from './passkeys.service';
import { PasswordLink } from './password-link.entity';
import { PasswordChangesService } from './password-changes.service';
import { RegistrantSignInListener } from './registrant-sign-in.listener';
import { RecoveryCode } from './recovery-code.entity';
import { RegistrationTicket } from './registration-ticket.entity';
import { RegistrationService } from './registration.service';
import { RegistrationTicketsService } from './registration-tickets.service';
import { SecondFactorCodesService } from './second-factor-codes.service';
import { SecondFactorMailComposer } from './second-factor-mail.composer';
import { SecondFactorResetsController } from './second-factor-resets.controller';
import { SecondFactorResetsService } from './second-factor-resets.service';
import { SecondFactor } from './second-factor.entity';
import { SecondFactorController } from './second-factor.controller';
import { SecondFactorsService } from './second-factors.service';
import { SecuritySettingsController } from './security-settings.controller';
import { SecuritySettingsService } from './security-settings.service';
import { SessionAccountCheckService } from './session-account-check.service';
import { SignInChange } from './sign-in-change.entity';
import { SignInChangeMailComposer } from './sign-in-change-mail.composer';
import { SignInChangesService } from './sign-in-changes.service';
import { SignInConfirmationService } from './sign-in-confirmation.service';
import { SignInService } from './sign-in.service';
import { SignInAccountsQuery } from './sign-in-accounts.query';
import { StaffAccountsService } from './staff-accounts.service';
import { StaffAddressesService } from './staff-addresses.service';

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
    AccountsService,
    StaffAccountsService,
    StaffAddressesService,
    AccountMailComposer,
    SignInAccountsQuery,
    BackgroundActorsService,
    SessionAccountCheckService,
    AccountLocks,
    SignInService,
    EmailChallengesService,
    RegistrationTicketsService,
    RegistrationService,
    PasswordChangesService,
    SignInChangesService,
    SignInChangeMailComposer,
    SignInConfirmationService,
    RegistrantSignInListener,
    MeService,
    MySessionsService,
    SecretRetentionJob,
    LoginRemindersService,
    SecondFactorCodesService,
    SecondFactorsService,
    PasskeyCeremoniesService,
    PasskeysService,
    SecondFactorResetsService,
    SecondFactorMailComposer,
    SecuritySettingsService,
  ],
  exports: [
    AccountsService,
    StaffAccountsService,
    StaffAddressesService,
    SignInService,
    SecondFactorResetsService,
    EmailChallengesService,
    RegistrationService,
    PasswordChangesService,
    BackgroundActorsService,
    SignInAccountsQuery,
  ],
})
export class IdentityModule {}
