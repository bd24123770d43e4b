import { Injectable } from '@nestjs/common';
import { customers as definition, type CustomerRow } from '../contract/customers.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { Throttle } from '../platform/throttle/throttle';
import type { SubscriptionPackage } from '../subscriptions/subscription-package.entity';
import { PackageNotOffered } from '../subscriptions/subscription.errors';
import { Subscriptions } from '../subscriptions/subscriptions.service';
import { CustomerState } from '../tenancy/customer-state.entity';
import { differing, sameFields } from '../tenancy/audit-entry';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Session } from '../tenancy/session.entity';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { Tenants } from '../tenancy/tenants';
import { CustomerNumber } from './customer-number.entity';
import { Customer } from './customer.entity';
import { CustomerEmailTaken } from './customer.errors';
import { RegistrantNames, type NamesOfRegistrant } from './registrant-names';

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

/** An organisation as it is after a change. */
export type ChangedCustomer = CustomerRow & {
  /** Where the link went with which a new e-mail or user name is confirmed; null: there is nothing to confirm. */
  confirmation_sent_to: string | null;
};

/** The number before the first organisation's. */
const BEFORE_FIRST = 1000;
/** Of one organisation, so that nobody finds out by trying who is registered. */
const NAMES_TRIED = { limit: 30, windowMs: 3_600_000 };
/** Rows that are read at a time. */
const PART = 500;
/** April: what GST-registered organisations use; each may choose another one in its settings. */
export const DEFAULT_FINANCIAL_YEAR_START = 4;

/** Organisations: the small directory in which each has its number. */
@Injectable()
export class Customers {
  constructor(
    @Directory(Customer) private readonly customers: DirectoryRepository<Customer>,
    @Directory(CustomerNumber) private readonly numbers: DirectoryRepository<CustomerNumber>,
    @Records(CustomerState) private readonly states: TenantRepository<CustomerState>,
    @Records(Session) private readonly sessions: TenantRepository<Session>,
    private readonly subscriptions: Subscriptions,
    private readonly registrant: RegistrantNames,
    private readonly tenants: Tenants,
    private readonly throttle: Throttle,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * A new organisation with its calendar, its trial and its plan's counters, in the caller's transaction.
   * @param more.registered_on when that is not today
   * @throws CustomerEmailTaken
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
    const today = more.registered_on ?? dayAt(this.clock.now(), more.time_zone);
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
    try {
      await this.customers.insert(facts);
    } catch (error) {
      if (isDuplicate(error)) throw new CustomerEmailTaken();
      // Chosen in the form, and deleted before it was sent.
      if (isForeignKeyRefusal(error)) throw new PackageNotOffered();
      throw error;
    }
    await this.states.insert(tenant, {
      time_zone: tenant.time_zone,
      financial_year_start_month: tenant.financial_year_start_month,
      matrix_version: 0,
      status: 'A',
      writes_until: null,
      second_factor_required_since: null,
    });
    await this.subscriptions.openTrial(tenant, form.customer_name.trim(), more.chosen, more.registered_on);
    await this.tell(tenant, 'create', customer_id, null, facts);
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

  /** The own one; for platform staff who name no organisation, all. */
  async list(tenant: Tenant, request: ListRequest<Customer>): Promise<PageOf<CustomerRow>> {
    const where = isAcrossAll(tenant) ? request.where : { anyOf: [request.where], customer_id: tenant.customer_id };
    const page = await this.customers.page({ ...request, where });
    return { ...page, rows: page.rows.map((record) => rowOf(definition, record)) };
  }

  /** Whole, part by part, for the specification's lists without paging. */
  async *every(tenant: Tenant): AsyncGenerator<CustomerRow[]> {
    if (!isAcrossAll(tenant)) return yield [await this.one(tenant, tenant.customer_id)];
    for (let last = 0, more = true; more;) {
      const where = { customer_id: { gt: last } };
      const rows = await this.customers.find(where, { order: [['customer_id', 'asc']], limit: PART });
      yield rows.map((record) => rowOf(definition, record));
      more = rows.length === PART;
      last = rows.at(-1)?.customer_id ?? last;
    }
  }

  /** @throws NotFound, for a foreign one too */
  async one(tenant: Tenant, customer_id: number): Promise<CustomerRow> {
    return rowOf(definition, await this.record(tenant, customer_id));
  }

  /**
   * The form's fields; number, package, limits, dates and status are not the form's. The registrant's account keeps its
   * e-mail and user name, and c_user_name stays, until the new ones are confirmed by mail.
   * @throws NotFound, Stale, CustomerEmailTaken, UserNameTaken, TooManyTries
   */
  async change(
    tenant: Tenant,
    customer_id: number,
    body: Partial<CustomerForm> & { c_user_name?: string; row_version?: number },
  ): Promise<ChangedCustomer> {
    const { c_user_name, ...form } = recordOf(definition, body, 'change') as Partial<Customer>;
    try {
      return await this.transactions.run(async () => {
        const was = await this.record(tenant, customer_id);
        const owner = isAcrossAll(tenant) ? await this.tenants.forSystem(customer_id) : tenant;
        const update_date = dayAt(this.clock.now(), owner.time_zone);
        const names = newNames(was, { c_user_name, ...form });
        if (names) await this.throttle.demandTry(`customer-names:${customer_id}`, NAMES_TRIED);
        await this.customers.change({ customer_id }, { ...form, update_date }, body.row_version);
        if (form.customer_name && form.customer_name !== was.customer_name) {
          await this.subscriptions.renamed(owner, form.customer_name);
        }
        const other = differing(was, form);
        if (Object.keys(other).length) await this.tell(tenant, 'change', customer_id, sameFields(was, other), other);
        const confirmation_sent_to = names && (await this.registrant.ask(tenant, names));
        return { ...(await this.one(tenant, customer_id)), confirmation_sent_to };
      });
    } catch (error) {
      if (isDuplicate(error)) throw new CustomerEmailTaken();
      throw error;
    }
  }

  /** The account that registered has confirmed another user name; one that did not register is no error. */
  async registrantRenamed(customer_id: number, was: string, c_user_name: string): Promise<void> {
    await this.transactions.run(() => this.customers.update({ customer_id, c_user_name: was }, { c_user_name }));
  }

  /**
   * A active, S suspended, C closed; by platform staff. Sessions of the organisation end at once, and are not there again
   * when it is reactivated: whoever had one signs in.
   * @throws NotFound
   */
  async setStatus(tenant: Tenant, customer_id: number, status: 'A' | 'S' | 'C'): Promise<CustomerRow> {
    return this.transactions.run(async () => {
      const was = await this.record(tenant, customer_id);
      // The same again is no other change, and is not told twice.
      const other = { customer_id, customer_status: { ne: status } };
      if (!(await this.customers.update(other, { customer_status: status }))) return this.one(tenant, customer_id);
      const owner = await this.tenants.forSystem(customer_id);
      await this.states.update(owner, {}, { status });
      if (status !== 'A') {
        const ended = { ended_at: this.clock.now(), ended_why: 'customer_suspended' };
        await this.sessions.update(owner, { ended_at: { null: true } }, ended);
      }
      const said = { A: 'reactivate', S: 'suspend', C: 'close' }[status];
      await this.tell(tenant, said, customer_id, { customer_status: was.customer_status }, { customer_status: status });
      return this.one(tenant, customer_id);
    });
  }

  private async record(tenant: Tenant, customer_id: number): Promise<Customer> {
    const own = isAcrossAll(tenant) || tenant.customer_id === customer_id;
    const record = own ? await this.customers.one({ customer_id }) : null;
    if (!record) throw new NotFound('customer');
    return record;
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

  private async tell(
    tenant: Tenant,
    what: string,
    customer_id: number,
    was: object | null,
    became: object,
  ): Promise<void> {
    await this.audit.record({
      customer_id,
      account_id: tenant.actor.account_id,
      role: tenant.actor.role,
      action: `customer.${what}`,
      subject_type: 'customer',
      subject_id: String(customer_id),
      was,
      became,
    });
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

/** Platform staff who name no organisation. */
const isAcrossAll = (tenant: Tenant): boolean => tenant.actor.kind === 'platform' && tenant.customer_id === 0;
