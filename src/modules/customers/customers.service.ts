import { Injectable } from '@nestjs/common';
import { customers as definition, type CustomerRow } from '../../contract/customers.resource';
import type { WriteOf } from '../../contract/resource';
import { dayAt, type Day } from '../../common/calendar';
import { recordOf, rowOf } from '../../common/rest/row';
import type { AppError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { ThrottleService } from '../../infrastructure/throttle/throttle.service';
import type { SubscriptionPackage } from '../subscriptions/subscription-package.entity';
import { PackageNotOfferedError } from '../subscriptions/subscription.errors';
import { SubscriptionsService } from '../subscriptions/subscriptions.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { omitUnchanged, pickFields } from '../../tenancy/audit-entry';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { Session } from '../../auth/session.entity';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { CustomerNumber } from './customer-number.entity';
import { Customer } from './customer.entity';
import { EmailTakenError } from './customer.errors';
import { REGISTRANT_RENAMING, type RegistrantNames } from './customer.events';

/** The registration form; '' and null both mean empty. */
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

export type ChangedCustomer = CustomerRow & {
  /** Address of the mail that confirms a new e-mail or user name; null if there is nothing to confirm. */
  confirmation_sent_to: string | null;
};

const NUMBER_BEFORE_FIRST = 1000;
/** Per customer; prevents finding out by trial which names are registered. */
const RENAME_LIMIT = { limit: 30, windowMs: 3_600_000 };
/** April, as for GST-registered organisations; can be changed in the settings. */
export const DEFAULT_FINANCIAL_YEAR_START = 4;

/** Customers: registration, contact data and status. Settings and sign-in have services of their own. */
@Injectable()
export class CustomersService extends ResourceService<
  Customer,
  typeof definition,
  CustomerRow,
  WriteOf<typeof definition>,
  CustomerChange
> {
  constructor(
    @InjectResourceContext(Customer) context: ResourceContext<Customer>,
    @InjectDirectoryRepository(Customer) private readonly customers: DirectoryRepository<Customer>,
    @InjectDirectoryRepository(CustomerNumber) private readonly numbers: DirectoryRepository<CustomerNumber>,
    @InjectTenantRepository(CustomerState) private readonly states: TenantRepository<CustomerState>,
    @InjectTenantRepository(Session) private readonly sessions: TenantRepository<Session>,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly eventBus: DomainEventBus,
    private readonly tenantFactory: TenantFactory,
    private readonly throttleService: ThrottleService,
  ) {
    super(context);
  }

  /**
   * Creates a customer with its calendar, trial subscription and plan counters, in the caller's transaction.
   * @param details.registered_on default: today
   * @throws EmailTakenError
   */
  async register(
    form: CustomerForm,
    details: {
      c_user_name: string;
      time_zone: string;
      subscriptionPackage: SubscriptionPackage;
      registered_on?: Day | undefined;
    },
  ): Promise<Tenant> {
    const customer_id = await this.nextNumber();
    const tenant = this.tenantFactory.forNewCustomer({
      customer_id,
      time_zone: details.time_zone,
      financial_year_start_month: DEFAULT_FINANCIAL_YEAR_START,
      matrix_version: 0,
      status: 'A',
    });
    const today = details.registered_on ?? dayAt(this.context.clock.now(), details.time_zone);
    const record = {
      ...(recordOf(definition, form, 'create') as Partial<Customer>),
      customer_id,
      subscription_id: details.subscriptionPackage.subscription_id,
      subscription_type: details.subscriptionPackage.subscription_name,
      c_user_name: details.c_user_name,
      create_date: today,
      update_date: today,
      customer_status: 'A',
    };
    await this.translateDatabaseErrors(tenant, [record], () => this.context.records.insert(tenant, record));
    await this.states.insert(tenant, {
      time_zone: tenant.time_zone,
      financial_year_start_month: tenant.financial_year_start_month,
      matrix_version: 0,
      status: 'A',
      writes_until: null,
      second_factor_required_since: null,
    });
    await this.subscriptionsService.openTrial(
      tenant,
      form.customer_name.trim(),
      details.subscriptionPackage,
      details.registered_on,
    );
    await this.audit(tenant, 'create', customer_id, null, record);
    return tenant;
  }

  async hasAny(): Promise<boolean> {
    return (await this.customers.find({}, { limit: 1 })).length > 0;
  }

  async hasEmail(email: string, exceptCustomer: number | null): Promise<boolean> {
    const existing = await this.customers.findOne({ email_primary_key: normalizeKey(email) });
    return existing !== null && existing.customer_id !== exceptCustomer;
  }

  /** '' for platform staff. */
  async nameOf(customer_id: number): Promise<string> {
    return customer_id === 0 ? '' : ((await this.customers.findOne({ customer_id }))?.customer_name ?? '');
  }

  /** For lists without paging: the own customer; all customers for platform staff without a selected customer. */
  listForLegacyApi(tenant: Tenant): Promise<CustomerRow> | AsyncGenerator<readonly CustomerRow[]> {
    return tenant.isAcrossAll ? this.readAll() : this.one(tenant, tenant.customer_id);
  }

  private async *readAll(): AsyncGenerator<readonly CustomerRow[]> {
    for await (const batch of this.customers.findInBatches({}, { order: [['customer_id', 'asc']] }))
      yield batch.map((record) => rowOf(definition, record));
  }

  /**
   * Changes the contact fields. The account that registered keeps its e-mail and user name, and c_user_name stays,
   * until the new ones are confirmed by mail.
   * @throws NotFoundError, StaleRecordError, EmailTakenError, UserNameTakenError, TooManyAttemptsError
   */
  override async change(tenant: Tenant, customer_id: number, body: CustomerChange): Promise<ChangedCustomer> {
    const { c_user_name, ...form } = recordOf(definition, body, 'change') as Partial<Customer>;
    const applyChange = () =>
      this.context.transactions.run(async () => {
        const previous = await this.record(tenant, customer_id);
        const owner = tenant.isAcrossAll ? await this.tenantFactory.forSystem(customer_id) : tenant;
        const update_date = dayAt(this.context.clock.now(), owner.time_zone);
        const names = changedSignInNames(previous, { c_user_name, ...form });
        if (names) await this.throttleService.enforceAttempt(`customer-names:${customer_id}`, RENAME_LIMIT);
        await this.context.records.updateVersioned(tenant, { customer_id }, { ...form, update_date }, body.row_version);
        if (form.customer_name && form.customer_name !== previous.customer_name) {
          await this.subscriptionsService.renameCustomer(owner, form.customer_name);
        }
        const changes = omitUnchanged(previous, form);
        if (Object.keys(changes).length)
          await this.audit(tenant, 'change', customer_id, pickFields(previous, changes), changes, previous);
        const confirmation_sent_to = (names && (await this.eventBus.query(REGISTRANT_RENAMING, tenant, names))) ?? null;
        return { ...(await this.one(tenant, customer_id)), confirmation_sent_to };
      });
    return this.translateDatabaseErrors(tenant, [form], applyChange);
  }

  /** Called after an account has confirmed a new user name; does nothing for accounts that did not register. */
  async updateRegistrantUserName(customer_id: number, previous_user_name: string, c_user_name: string): Promise<void> {
    await this.context.transactions.run(() =>
      this.customers.update({ customer_id, c_user_name: previous_user_name }, { c_user_name }),
    );
  }

  /**
   * Suspending or closing ends all sessions of the customer; reactivating does not restore them.
   * @param status A active, S suspended, C closed
   * @throws NotFoundError
   */
  async setStatus(tenant: Tenant, customer_id: number, status: 'A' | 'S' | 'C'): Promise<CustomerRow> {
    return this.context.transactions.run(async () => {
      const previous = await this.record(tenant, customer_id);
      // An unchanged status is neither written nor audited.
      const otherStatus = { customer_id, customer_status: { ne: status } };
      if (!(await this.context.records.update(tenant, otherStatus, { customer_status: status })))
        return this.one(tenant, customer_id);
      const owner = await this.tenantFactory.forSystem(customer_id);
      await this.states.update(owner, {}, { status });
      await this.subscriptionsService.setCustomerStatus(owner, status);
      if (status !== 'A') {
        const sessionEnd = { ended_at: this.context.clock.now(), ended_why: 'customer_suspended' };
        await this.sessions.update(owner, { ended_at: { null: true } }, sessionEnd);
      }
      const action = { A: 'reactivate', S: 'suspend', C: 'close' }[status];
      const before = { customer_status: previous.customer_status };
      await this.audit(tenant, action, customer_id, before, { customer_status: status }, previous);
      return this.one(tenant, customer_id);
    });
  }

  protected override buildValueTakenError(): AppError {
    return new EmailTakenError();
  }

  /** The only foreign key is the package: it was deleted after the form was loaded. */
  protected override async buildUnknownReferenceError(): Promise<AppError> {
    return new PackageNotOfferedError();
  }

  /**
   * Increments and reads in one transaction: the row is locked until commit, and a cluster node that loses the race
   * repeats the whole transaction.
   */
  private async nextNumber(): Promise<number> {
    const counter = 'customer';
    if (!(await this.numbers.add({ counter }, { last_number: 1 }))) {
      await this.numbers.insertMissing({ counter, last_number: NUMBER_BEFORE_FIRST });
      await this.numbers.add({ counter }, { last_number: 1 });
    }
    return (await this.numbers.findOne({ counter }))!.last_number;
  }
}

/** The changed sign-in names; null if none changed. */
function changedSignInNames(previous: Customer, form: Partial<Customer>): RegistrantNames | null {
  const { email_primary: email, c_user_name: user_name } = form;
  const isNewEmail = email !== undefined && normalizeKey(email) !== previous.email_primary_key;
  const isNewUserName = user_name !== undefined && user_name !== previous.c_user_name;
  if (!isNewEmail && !isNewUserName) return null;
  const { customer_id, c_user_name } = previous;
  return { customer_id, c_user_name, ...(isNewEmail && { email }), ...(isNewUserName && { user_name }) };
}
