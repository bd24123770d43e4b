import { Injectable } from '@nestjs/common';
import type { Day } from '../../common/calendar';
import { Config } from '../../infrastructure/config/config';
import { TransactionManager, isUniqueViolation } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { MailOutbox } from '../../infrastructure/mail/mail-outbox';
import { PasswordService, passwordErrors } from '../../infrastructure/security/password.service';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import { normalizeTimeZoneName } from '../../common/time-zones';
import { EmailTakenError } from '../customers/customer.errors';
import { CustomersService, type CustomerForm } from '../customers/customers.service';
import { SettingsService } from '../customers/settings.service';
import { PackagesService } from '../subscriptions/packages.service';
import type { Tenant } from '../../tenancy/tenant';
import { CurrentPasswordWrongError, TicketExpiredError, UserNameTakenError } from './account.errors';
import { WELCOME } from './account-mail.composer';
import { AccountsService } from './accounts.service';
import { EmailChallengesService } from './email-challenges.service';
import { splitName } from './person-name';
import { RegistrationTicketsService, type TicketProof } from './registration-tickets.service';
import { SignInService } from './sign-in.service';
import { SignInAccountsQuery } from './sign-in-accounts.query';
import { currentVisitor } from './visitor';
import { fieldError, type FieldError } from '../../common/errors/field-error';

export interface Registration extends CustomerForm {
  subscription_id: number;
  c_user_name: string;
  c_password: string;
  /** IANA name. Default: DEFAULT_TIME_ZONE. */
  time_zone?: string | null;
}

/** Different user names per verified mailbox, so that existing names cannot be found by trying. */
const USER_NAME_TRY_LIMIT = { limit: 10, windowMs: 60 * 60_000 };
/** Employee code of the registrant, who has no staff record and uses no seat. */
const REGISTRANT_CODE = 'ADMIN';

type PasswordForm = Pick<Registration, 'email_primary'> & {
  [K in 'c_password' | 'c_user_name' | 'customer_name' | 'primary_contact_person']?: string | null;
};

function findPasswordErrors(form: PasswordForm): FieldError[] {
  if (!form.c_password) return [];
  const { first_name, last_name } = splitName(form.primary_contact_person ?? '');
  const personalTexts = [form.c_user_name, form.email_primary, form.customer_name, first_name, last_name];
  return passwordErrors(form.c_password, personalTexts);
}

/** Registers a customer: customer, admin account and 30-day trial in one transaction. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly emailChallengesService: EmailChallengesService,
    private readonly tickets: RegistrationTicketsService,
    private readonly customersService: CustomersService,
    private readonly settingsService: SettingsService,
    private readonly accountsService: AccountsService,
    private readonly signInAccounts: SignInAccountsQuery,
    private readonly signInService: SignInService,
    private readonly packagesService: PackagesService,
    private readonly passwordService: PasswordService,
    private readonly throttleService: ThrottleService,
    private readonly outbox: MailOutbox,
    private readonly transactions: TransactionManager,
    private readonly config: Config,
  ) {}

  /**
   * Consumes the ticket if the registration succeeds. Sending the same form twice creates one customer and returns it
   * twice.
   * @param proof see RegistrationTicketsService.requireTicket
   * @throws TicketExpiredError, InvalidFieldsError, PackageNotOfferedError, UserNameTakenError, EmailTakenError,
   * TooManyAttemptsError
   */
  async register(form: Registration, proof: TicketProof): Promise<{ customer_id: number }> {
    const ticket = await this.tickets.requireTicket(form.email_primary, proof);
    if (ticket.spent_at !== null) return this.repeatRegistration(form, ticket.customer_id);
    try {
      await this.validate(form, ticket.ticket_id);
      const password_hash = await this.passwordService.hash(form.c_password);
      return await this.transactions.run(async () => {
        const customer_id = (await this.createCustomer(form, password_hash)).customer_id;
        await this.tickets.markSpent(ticket, customer_id);
        await this.outbox.add(WELCOME, { customer_id, recipient: normalizeKey(form.email_primary) });
        return { customer_id };
      });
    } catch (error) {
      const isLostRace =
        error instanceof TicketExpiredError || error instanceof EmailTakenError || error instanceof UserNameTakenError;
      if (!isLostRace) throw error;
      // A concurrent request with the same form may have succeeded.
      const currentTicket = await this.tickets.requireTicket(form.email_primary, proof);
      if (currentTicket.spent_at === null) throw error;
      return this.repeatRegistration(form, currentTicket.customer_id);
    }
  }

  /**
   * Customer, account and trial in the caller's transaction, for a verified mailbox or the seed.
   * @param registered_on default: today @throws PackageNotOfferedError, EmailTakenError, UserNameTakenError
   */
  async createCustomer(form: Registration, password_hash: string, registered_on?: Day): Promise<Tenant> {
    const subscriptionPackage = await this.packagesService.findOffered(form.subscription_id);
    const time_zone = normalizeTimeZoneName(form.time_zone) ?? this.config.defaultTimeZone;
    const c_user_name = form.c_user_name.trim();
    const { language } = currentVisitor();
    const tenant = await this.customersService.register(form, {
      c_user_name,
      time_zone,
      subscriptionPackage,
      registered_on,
    });
    try {
      await this.accountsService.create({
        customer_id: tenant.customer_id,
        kind: 'customer',
        role: 'admin',
        user_name: form.c_user_name,
        email: form.email_primary,
        password_hash,
        ...splitName(form.primary_contact_person),
        employee_code: REGISTRANT_CODE,
        staff_id: null,
        locale: language,
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw (await this.accountsService.hasUserName(form.c_user_name))
        ? new UserNameTakenError()
        : new EmailTakenError();
    }
    await this.settingsService.initialize(tenant, language);
    return tenant;
  }

  /** Called before a code is sent, because a rejected password needs no code. @throws InvalidFieldsError */
  checkPassword(form: PasswordForm): void {
    const c_password = findPasswordErrors(form);
    if (c_password.length) throw new InvalidFieldsError({ c_password });
  }

  /** Checks between fields; runs before the expensive password hash. */
  private async validate(form: Registration, ticket_id: string): Promise<void> {
    const errors: Record<string, readonly FieldError[]> = {};
    const password = findPasswordErrors(form);
    if (password.length) errors['c_password'] = password;
    if (form.c_user_name.includes('@') && normalizeKey(form.c_user_name) !== normalizeKey(form.email_primary)) {
      errors['c_user_name'] = [
        fieldError(
          'user_name_email',
          'A user name that contains @ must match the primary email. Please choose another one.',
        ),
      ];
    }
    if (form.time_zone && !normalizeTimeZoneName(form.time_zone))
      errors['time_zone'] = [fieldError('time_zone', 'Choose a time zone such as Asia/Kolkata.')];
    if (Object.keys(errors).length) throw new InvalidFieldsError(errors);
    await this.packagesService.findOffered(form.subscription_id);
    await this.throttleService.enforce(
      `register-names:${ticket_id}`,
      USER_NAME_TRY_LIMIT,
      normalizeKey(form.c_user_name),
    );
    if (await this.accountsService.hasUserName(form.c_user_name)) throw new UserNameTakenError();
    if (await this.emailChallengesService.isTaken(form.email_primary)) throw new EmailTakenError();
  }

  /**
   * The ticket is used: returns the customer if user name and password match. Wrong passwords count as those of a
   * sign-in.
   */
  private async repeatRegistration(form: Registration, customer_id: number | null): Promise<{ customer_id: number }> {
    const account = await this.signInAccounts.findByName(form.c_user_name);
    if (account === null || customer_id === null || account.customer_id !== customer_id) throw new TicketExpiredError();
    try {
      await this.signInService.requirePassword(account, form.c_password);
      return { customer_id };
    } catch (error) {
      throw error instanceof CurrentPasswordWrongError ? new TicketExpiredError() : error;
    }
  }

  /**
   * The registration has created the subscriber record; this call only confirms it for the holder of the ticket or
   * platform staff. Other input is ignored.
   * @throws TicketExpiredError
   */
  async confirmSubscriber(
    proof: TicketProof,
    customer_id: number | undefined,
    tenant: Tenant | undefined,
  ): Promise<{ customer_id: number }> {
    if (
      tenant?.actor.kind === 'platform' &&
      customer_id !== undefined &&
      (await this.customersService.nameOf(customer_id))
    ) {
      return { customer_id };
    }
    const ticket = await this.tickets.findSpent(proof, customer_id);
    if (!ticket?.customer_id) throw new TicketExpiredError();
    return { customer_id: ticket.customer_id };
  }
}
