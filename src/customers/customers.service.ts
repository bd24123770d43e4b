import { Injectable } from '@nestjs/common';
import { customers as definition, type CustomerRow } from '../contract/customers.resource';
import type { WriteOf } from '../contract/resource';
import { dayAt, type Day } from '../platform/calendar';
import { recordOf, rowOf } from '../platform/definitions/row';
import type { AppError } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { Throttle } from '../platform/throttle/throttle';
import type { SubscriptionPackage } from '../subscriptions/subscription-package.entity';
import { PackageNotOffered } from '../subscriptions/subscription.errors';
import { Subscriptions } from '../subscriptions/subscriptions.service';
import { Announcements } from '../tenancy/announcements';
import { CustomerState } from '../tenancy/customer-state.entity';
import { differing, sameFields } from '../tenancy/audit-entry';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { Session } from '../tenancy/session.entity';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Tenants } from '../tenancy/tenants';
import { CustomerNumber } from './customer-number.entity';
import { Customer } from './customer.entity';
import { EmailTaken } from './customer.errors';
import { REGISTRANT_RENAMING, type NamesOfRegistrant } from './customer.events';

/** The form of a registering organisation; '' and null alike empty. */
export interface CustomerForm {
  customer_name: string;
  primary_contact_person: string;
  mobile_one: string;
  email_primary: string;
  billing_address: string;
  secondary_contact_person?: string | null;
  mobile_two?: string | null;
  gst_no?: string | null;
  website?: string | null;
  gender?: string | null;
  email_one?: string | null;
  email_two?: string | null;
  contact_address?: string | null;
}

export type CustomerChange = Partial<CustomerForm> & { c_user_name?: string; row_version?: number };

/** An organisation as it is after a change. */
export type ChangedCustomer = CustomerRow & {
  /** Where the link went with which a new e-mail or user name is confirmed; null: there is nothing to confirm. */
  confirmation_sent_to: string | null;
};

/** The number before the first organisation's. */
const BEFORE_FIRST = 1000;
/** Of one organisation, so that nobody finds out by trying who is registered. */
const NAMES_TRIED = { limit: 30, windowMs: 3_600_000 };
/** April: what GST-registered organisations use; each may choose another one in its settings. */
export const DEFAULT_FINANCIAL_YEAR_START = 4;

/** Organisations: the small directory in which each has its number. */
@Injectable()
export class Customers extends ResourceService<
  Customer,
  typeof definition,
  CustomerRow,
  WriteOf<typeof definition>,
  CustomerChange
> {
  constructor(
    @PartsOf(Customer) parts: ResourceParts<Customer>,
    @Directory(Customer) private readonly customers: DirectoryRepository<Customer>,
    @Directory(CustomerNumber) private readonly numbers: DirectoryRepository<CustomerNumber>,
    @Records(CustomerState) private readonly states: TenantRepository<CustomerState>,
    @Records(Session) private readonly sessions: TenantRepository<Session>,
    private readonly subscriptions: Subscriptions,
    private readonly announcements: Announcements,
    private readonly tenants: Tenants,
    private readonly throttle: Throttle,
  ) {
    super(parts);
  }

  /**
   * A new organisation with its calendar, its trial and its plan's counters, in the caller's transaction.
   * @param more.registered_on when that is not today
   * @throws EmailTaken
   */
  async found(
    form: CustomerForm,
    more: { c_user_name: string; time_zone: string; chosen: SubscriptionPackage; registered_on?: Day | undefined },
  ): Promise<Tenant> {
    const customer_id = await this.nextNumber();
    const tenant = this.tenants.forNew({
      customer_id,
      time_zone: more.time_zone,
      financial_year_start_month: DEFAULT_FINANCIAL_YEAR_START,
      matrix_version: 0,
      status: 'A',
    });
    const today = more.registered_on ?? dayAt(this.parts.clock.now(), more.time_zone);
    const facts = {
      ...(recordOf(definition, form, 'create') as Partial<Customer>),
      customer_id,
      subscription_id: more.chosen.subscription_id,
      subscription_type: more.chosen.subscription_name,
      c_user_name: more.c_user_name,
      create_date: today,
      update_date: today,
      customer_status: 'A',
    };
    await this.worded(tenant, [facts], () => this.parts.records.insert(tenant, facts));
    await this.states.insert(tenant, {
      time_zone: tenant.time_zone,
      financial_year_start_month: tenant.financial_year_start_month,
      matrix_version: 0,
      status: 'A',
      writes_until: null,
      second_factor_required_since: null,
    });
    await this.subscriptions.openTrial(tenant, form.customer_name.trim(), more.chosen, more.registered_on);
    await this.audit(tenant, 'create', customer_id, null, facts);
    return tenant;
  }

  /** Whether any organisation has registered here. */
  async areAny(): Promise<boolean> {
    return (await this.customers.find({}, { limit: 1 })).length > 0;
  }

  async hasEmail(email: string, exceptCustomer: number | null): Promise<boolean> {
    const known = await this.customers.one({ email_primary_key: keyOf(email) });
    return known !== null && known.customer_id !== exceptCustomer;
  }

  /** '' for platform staff. */
  async nameOf(customer_id: number): Promise<string> {
    return customer_id === 0 ? '' : ((await this.customers.one({ customer_id }))?.customer_name ?? '');
  }

  /** For the specification's lists without paging: the own one; for platform staff who name no organisation, all. */
  every(tenant: Tenant): Promise<CustomerRow> | AsyncGenerator<readonly CustomerRow[]> {
    return tenant.isAcrossAll ? this.all() : this.one(tenant, tenant.customer_id);
  }

  private async *all(): AsyncGenerator<readonly CustomerRow[]> {
    for await (const part of this.customers.batches({}, { order: [['customer_id', 'asc']] }))
      yield part.map((record) => rowOf(definition, record));
  }

  /**
   * The form's fields; number, package, limits, dates and status are not the form's. The registrant's account keeps its
   * e-mail and user name, and c_user_name stays, until the new ones are confirmed by mail.
   * @throws NotFound, Stale, EmailTaken, UserNameTaken, TooManyTries
   */
  override async change(tenant: Tenant, customer_id: number, body: CustomerChange): Promise<ChangedCustomer> {
    const { c_user_name, ...form } = recordOf(definition, body, 'change') as Partial<Customer>;
    const change = () =>
      this.parts.transactions.run(async () => {
        const was = await this.record(tenant, customer_id);
        const owner = tenant.isAcrossAll ? await this.tenants.forSystem(customer_id) : tenant;
        const update_date = dayAt(this.parts.clock.now(), owner.time_zone);
        const names = newNames(was, { c_user_name, ...form });
        if (names) await this.throttle.demandTry(`customer-names:${customer_id}`, NAMES_TRIED);
        await this.parts.records.change(tenant, { customer_id }, { ...form, update_date }, body.row_version);
        if (form.customer_name && form.customer_name !== was.customer_name) {
          await this.subscriptions.renamed(owner, form.customer_name);
        }
        const other = differing(was, form);
        if (Object.keys(other).length)
          await this.audit(tenant, 'change', customer_id, sameFields(was, other), other, was);
        const confirmation_sent_to =
          (names && (await this.announcements.ask(REGISTRANT_RENAMING, tenant, names))) ?? null;
        return { ...(await this.one(tenant, customer_id)), confirmation_sent_to };
      });
    return this.worded(tenant, [form], change);
  }

  /** The account that registered has confirmed another user name; one that did not register is no error. */
  async registrantRenamed(customer_id: number, was: string, c_user_name: string): Promise<void> {
    await this.parts.transactions.run(() => this.customers.update({ customer_id, c_user_name: was }, { c_user_name }));
  }

  /**
   * A active, S suspended, C closed; by platform staff. Sessions of the organisation end at once, and are not there again
   * when it is reactivated: whoever had one signs in.
   * @throws NotFound
   */
  async setStatus(tenant: Tenant, customer_id: number, status: 'A' | 'S' | 'C'): Promise<CustomerRow> {
    return this.parts.transactions.run(async () => {
      const was = await this.record(tenant, customer_id);
      // The same again is no other change, and is not told twice.
      const other = { customer_id, customer_status: { ne: status } };
      if (!(await this.parts.records.update(tenant, other, { customer_status: status })))
        return this.one(tenant, customer_id);
      const owner = await this.tenants.forSystem(customer_id);
      await this.states.update(owner, {}, { status });
      await this.subscriptions.organisationIs(owner, status);
      if (status !== 'A') {
        const ended = { ended_at: this.parts.clock.now(), ended_why: 'customer_suspended' };
        await this.sessions.update(owner, { ended_at: { null: true } }, ended);
      }
      const action = { A: 'reactivate', S: 'suspend', C: 'close' }[status];
      const before = { customer_status: was.customer_status };
      await this.audit(tenant, action, customer_id, before, { customer_status: status }, was);
      return this.one(tenant, customer_id);
    });
  }

  protected override taken(): AppError {
    return new EmailTaken();
  }

  /** Its package: chosen in the form, and deleted before it was sent. */
  protected override async unknownAmong(): Promise<AppError> {
    return new PackageNotOffered();
  }

  /**
   * Counted up and read back in one transaction: the row is ours until commit, and a cluster node that loses the race
   * repeats the whole closure.
   */
  private async nextNumber(): Promise<number> {
    const counter = 'customer';
    if (!(await this.numbers.add({ counter }, { last_number: 1 }))) {
      await this.numbers.insertMissing({ counter, last_number: BEFORE_FIRST });
      await this.numbers.add({ counter }, { last_number: 1 });
    }
    return (await this.numbers.one({ counter }))!.last_number;
  }
}

/** What the registrant's account is to be asked; null: nothing is new. */
function newNames(was: Customer, form: Partial<Customer>): NamesOfRegistrant | null {
  const { email_primary: email, c_user_name: user_name } = form;
  const isOther = email !== undefined && keyOf(email) !== was.email_primary_key;
  const isRenamed = user_name !== undefined && user_name !== was.c_user_name;
  if (!isOther && !isRenamed) return null;
  const { customer_id, c_user_name } = was;
  return { customer_id, c_user_name, ...(isOther && { email }), ...(isRenamed && { user_name }) };
}
