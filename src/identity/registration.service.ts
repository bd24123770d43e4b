import { Injectable } from '@nestjs/common';
import type { Day } from '../platform/calendar';
import { Config } from '../platform/config/config';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { InvalidFields } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { Outbox } from '../platform/mail/outbox';
import { Passwords, passwordErrors } from '../platform/passwords';
import { Throttle } from '../platform/throttle/throttle';
import { timeZoneNamed } from '../platform/time-zones';
import { EmailTaken } from '../customers/customer.errors';
import { Customers, type CustomerForm } from '../customers/customers.service';
import { Settings } from '../customers/settings.service';
import { Packages } from '../subscriptions/packages.service';
import type { Tenant } from '../tenancy/tenant';
import { CurrentPasswordWrong, TicketDead, UserNameTaken } from './account.errors';
import { WELCOME } from './account-mails';
import { Accounts } from './accounts.service';
import { Challenges } from './challenges.service';
import { splitName } from './person-name';
import { RegistrationTickets, type TicketProof } from './registration-tickets.service';
import { SignIn } from './sign-in.service';
import { SignedInAccounts } from './signed-in-accounts';
import { visitor } from './visitor';
import { fieldError, type FieldError } from '../platform/errors/field-error';

export interface Registration extends CustomerForm {
  subscription_id: number;
  c_user_name: string;
  c_password: string;
  /** IANA name; DEFAULT_TIME_ZONE otherwise. */
  time_zone?: string | null;
}

/** Different user names that one verified mailbox may try, so that nobody finds out by trying which there are. */
const NAMES_TRIED = { limit: 10, windowMs: 60 * 60_000 };
/** The code that the registrant's account carries, who is no staff member and takes no seat. */
const REGISTRANT_CODE = 'ADMIN';

type PasswordForm = Pick<Registration, 'email_primary'> & {
  [K in 'c_password' | 'c_user_name' | 'customer_name' | 'primary_contact_person']?: string | null;
};

/** Errors of the password, if it is sent, against the names and the address of its form. */
function passwordErrorsOf(form: PasswordForm): FieldError[] {
  if (!form.c_password) return [];
  const { first_name, last_name } = splitName(form.primary_contact_person ?? '');
  const own = [form.c_user_name, form.email_primary, form.customer_name, first_name, last_name];
  return passwordErrors(form.c_password, own);
}

/** An organisation registers itself: organisation, admin account and 30-day trial in one transaction. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly challenges: Challenges,
    private readonly tickets: RegistrationTickets,
    private readonly customers: Customers,
    private readonly settings: Settings,
    private readonly accounts: Accounts,
    private readonly onFile: SignedInAccounts,
    private readonly signIn: SignIn,
    private readonly packages: Packages,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /**
   * Spends the ticket by success only; the same form sent twice makes one organisation and is answered twice.
   * @param proof of the ticket; see RegistrationTickets.holding
   * @throws TicketDead, InvalidFields, PackageNotOffered, UserNameTaken, EmailTaken, TooManyTries
   */
  async register(form: Registration, proof: TicketProof): Promise<{ customer_id: number }> {
    const ticket = await this.tickets.holding(form.email_primary, proof);
    if (ticket.spent_at !== null) return this.again(form, ticket.customer_id);
    try {
      await this.check(form, ticket.ticket_id);
      const password_hash = await this.passwords.hash(form.c_password);
      return await this.transactions.run(async () => {
        const customer_id = (await this.make(form, password_hash)).customer_id;
        await this.tickets.spend(ticket, customer_id);
        await this.outbox.add(WELCOME, { customer_id, recipient: keyOf(form.email_primary) });
        return { customer_id };
      });
    } catch (error) {
      const lost = error instanceof TicketDead || error instanceof EmailTaken || error instanceof UserNameTaken;
      if (!lost) throw error;
      // Sent twice at once: the other one has made it, and taken name and mailbox.
      const now = await this.tickets.holding(form.email_primary, proof);
      if (now.spent_at === null) throw error;
      return this.again(form, now.customer_id);
    }
  }

  /**
   * Organisation, account and trial, in the caller's transaction, for a mailbox that has been verified (or the seed).
   * @param registered_on when that is not today
   * @throws PackageNotOffered, EmailTaken, UserNameTaken
   */
  async make(form: Registration, password_hash: string, registered_on?: Day): Promise<Tenant> {
    const chosen = await this.packages.offeredOne(form.subscription_id);
    const time_zone = timeZoneNamed(form.time_zone) ?? this.config.defaultTimeZone;
    const c_user_name = form.c_user_name.trim();
    const { language } = visitor();
    const tenant = await this.customers.found(form, { c_user_name, time_zone, chosen, registered_on });
    try {
      await this.accounts.create({
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
      if (!isDuplicate(error)) throw error;
      throw (await this.accounts.hasUserName(form.c_user_name)) ? new UserNameTaken() : new EmailTaken();
    }
    await this.settings.begin(tenant, language);
    return tenant;
  }

  /** Called before a code is mailed: a password that registration would refuse needs no code. @throws InvalidFields */
  checkPassword(form: PasswordForm): void {
    const c_password = passwordErrorsOf(form);
    if (c_password.length) throw new InvalidFields({ c_password });
  }

  /** What the form's fields do not say by themselves; before the costly hash. */
  private async check(form: Registration, ticket_id: string): Promise<void> {
    const errors: Record<string, readonly FieldError[]> = {};
    const password = passwordErrorsOf(form);
    if (password.length) errors['c_password'] = password;
    if (form.c_user_name.includes('@') && keyOf(form.c_user_name) !== keyOf(form.email_primary)) {
      errors['c_user_name'] = [
        fieldError(
          'user_name_email',
          'A user name that contains @ must match the primary email. Please choose another one.',
        ),
      ];
    }
    if (form.time_zone && !timeZoneNamed(form.time_zone))
      errors['time_zone'] = [fieldError('time_zone', 'Choose a time zone such as Asia/Kolkata.')];
    if (Object.keys(errors).length) throw new InvalidFields(errors);
    await this.packages.offeredOne(form.subscription_id);
    await this.throttle.demand(`register-names:${ticket_id}`, NAMES_TRIED, keyOf(form.c_user_name));
    if (await this.accounts.hasUserName(form.c_user_name)) throw new UserNameTaken();
    if (await this.challenges.isTaken(form.email_primary)) throw new EmailTaken();
  }

  /**
   * The ticket has made an organisation: the same person asking again is told so, anybody else is not. Tries of the
   * password are counted as those of a sign-in.
   */
  private async again(form: Registration, customer_id: number | null): Promise<{ customer_id: number }> {
    const account = await this.onFile.byName(form.c_user_name);
    if (account === null || customer_id === null || account.customer_id !== customer_id) throw new TicketDead();
    try {
      await this.signIn.demandPassword(account, form.c_password);
      return { customer_id };
    } catch (error) {
      throw error instanceof CurrentPasswordWrong ? new TicketDead() : error;
    }
  }

  /**
   * The subscriber record was made with the organisation: this only confirms it, for whoever holds its ticket or for
   * platform staff. Whatever else is sent is passed over.
   * @throws TicketDead
   */
  async confirmSubscriber(
    proof: TicketProof,
    customer_id: number | undefined,
    tenant: Tenant | undefined,
  ): Promise<{ customer_id: number }> {
    if (tenant?.actor.kind === 'platform' && customer_id !== undefined && (await this.customers.nameOf(customer_id))) {
      return { customer_id };
    }
    const ticket = await this.tickets.spentFor(proof, customer_id);
    if (!ticket?.customer_id) throw new TicketDead();
    return { customer_id: ticket.customer_id };
  }
}
