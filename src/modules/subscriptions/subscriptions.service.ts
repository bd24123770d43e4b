import { Injectable } from '@nestjs/common';
import {
  subscribers as definition,
  type SubscriberRow,
  type SubscriptionStatus,
} from '../../contract/subscribers.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt, startOfDay, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { rowOf } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { newId } from '../../common/ids';
import { buildAuditEntry, pickFields } from '../../tenancy/audit-entry';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { ListPage, TenantRepository } from '../../tenancy/tenant-repository';
import { PlanUsageService } from './plan-usage.service';
import { SubscriberListQuery, type ListedSubscriber } from './subscriber-list.query';
import { Subscriber } from './subscriber.entity';
import type { SubscriptionPackage } from './subscription-package.entity';
import { PlanChangedError } from './subscription.errors';
import { PLAN_LIMIT_DEFAULT } from '../../contract/subscription-limits';
import { BILL_BEFORE_DAYS, subscriptionStatus, trialEnd, writesUntil } from './subscription-status';

/** Plan, limits and dates of a subscription; both days inclusive. */
export type SubscriptionTerm = Pick<
  Subscriber,
  | 'subs_id'
  | 'subs_name'
  | 'subs_billing_plan'
  | 'trial'
  | 'subs_activation_date'
  | 'subs_expiry_date'
  | 'no_of_staff'
  | 'no_of_training'
>;

/** A subscription in legacy responses (docs/specification.md, Subscriber record). */
export type SubscriberRecord = SubscriberRow & {
  c_user_name: string;
  /** Days in the customer's time zone. */
  create_date: Day;
  update_date: Day;
  customer_status: string;
};

/** Reads and starts subscriptions, and keeps their copies of customer data up to date. */
@Injectable()
export class SubscriptionsService {
  constructor(
    @InjectTenantRepository(Subscriber) private readonly subscribers: TenantRepository<Subscriber>,
    @InjectDirectoryRepository(CustomerState) private readonly states: DirectoryRepository<CustomerState>,
    private readonly subscriberList: SubscriberListQuery,
    private readonly usage: PlanUsageService,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the 30-day trial of a new customer and creates its plan counters, in the transaction of the registration.
   * Limits come from the package; empty ones get the default (10).
   * @param firstDay default: today
   */
  async openTrial(
    tenant: Tenant,
    customer_name: string,
    subscriptionPackage: SubscriptionPackage,
    firstDay?: Day,
  ): Promise<void> {
    const today = firstDay ?? dayAt(this.clock.now(), tenant.time_zone);
    const limits = limitsOf(subscriptionPackage);
    const subscriber_id = newId(this.clock.now());
    const term = {
      subs_id: subscriptionPackage.subscription_id,
      subs_name: subscriptionPackage.subscription_name,
      subs_billing_plan: subscriptionPackage.subscription_type,
      trial: true,
      subs_activation_date: today,
      subs_expiry_date: trialEnd(today),
      bill_generate_before_days: BILL_BEFORE_DAYS,
      no_of_staff: limits.staff,
      no_of_training: limits.training,
    };
    await this.subscribers.insert(tenant, {
      ...term,
      subscriber_id,
      current_of: tenant.customer_id,
      customer_name,
      customer_status: 'A',
      standing: standingOf('A', true),
      time_zone: tenant.time_zone,
      ended_at: null,
    });
    await this.usage.create(tenant, limits);
    await this.storeWritesUntil(tenant, term.subs_expiry_date, tenant.time_zone);
    const auditSubject = { subject_type: 'subscriber' };
    await this.audit.record(buildAuditEntry(tenant, 'subscription.trial', subscriber_id, null, term, auditSubject));
  }

  /**
   * Replaces the current subscription by a paid term; both days inclusive. Usage stays. In the caller's transaction.
   * @throws NotFoundError
   */
  async subscribe(
    tenant: Tenant,
    subscriptionPackage: SubscriptionPackage,
    { from, until }: { from: Day; until: Day },
  ): Promise<void> {
    const previous = await this.subscribers.findOne(tenant, { current_of: tenant.customer_id });
    if (!previous) throw new NotFoundError('subscription');
    const limits = limitsOf(subscriptionPackage);
    await this.startTerm(tenant, tenant, previous, {
      subs_id: subscriptionPackage.subscription_id,
      subs_name: subscriptionPackage.subscription_name,
      subs_billing_plan: subscriptionPackage.subscription_type,
      trial: false,
      subs_activation_date: from,
      subs_expiry_date: until,
      no_of_staff: limits.staff,
      no_of_training: limits.training,
    });
  }

  /**
   * Starts the next term; the current one becomes history. A conditional update decides between concurrent calls, and
   * the unique key on `current_of` allows one current term. In the caller's transaction.
   * @param actor actor for the audit log
   * @param owner customer of the subscription
   * @returns the new subscriber_id
   * @throws PlanChangedError
   */
  async startTerm(actor: Tenant, owner: Tenant, previous: Subscriber, term: SubscriptionTerm): Promise<string> {
    const { customer_id } = owner;
    const subscriber_id = newId(this.clock.now());
    const ifUnchanged = {
      subscriber_id: previous.subscriber_id,
      current_of: customer_id,
      row_version: previous.row_version,
    };
    const ended_at = startOfDay(term.subs_activation_date, owner.time_zone);
    if (!(await this.subscribers.update(owner, ifUnchanged, { current_of: null, ended_at })))
      throw new PlanChangedError();
    const { customer_name, customer_status, time_zone, bill_generate_before_days } = previous;
    await this.subscribers.insert(owner, {
      ...term,
      subscriber_id,
      current_of: customer_id,
      ended_at: null,
      customer_name,
      customer_status,
      time_zone,
      bill_generate_before_days,
      standing: standingOf(customer_status, term.trial),
    });
    await this.usage.setLimits(owner, { staff: term.no_of_staff, training: term.no_of_training });
    await this.storeWritesUntil(owner, term.subs_expiry_date, owner.time_zone);
    const auditSubject = { customer_id, subject_type: 'subscriber' };
    await this.audit.record(
      buildAuditEntry(actor, 'subscription.begin', subscriber_id, pickFields(previous, term), term, auditSubject),
    );
    return subscriber_id;
  }

  /** The current subscription. @throws NotFoundError */
  async current({ customer_id }: Tenant): Promise<SubscriberRecord> {
    return this.toRecord(await this.subscriberList.one({ current_of: customer_id, customer_id }));
  }

  /** Status and last valid day for the banner in the admin; null for platform staff. */
  async standing(tenant: Tenant): Promise<{ status: SubscriptionStatus; expires_on: Day } | null> {
    const record = await this.subscribers.findOne(tenant, { current_of: tenant.customer_id });
    if (!record) return null;
    const today = dayAt(this.clock.now(), tenant.time_zone);
    return { status: subscriptionStatus(record, today), expires_on: record.subs_expiry_date };
  }

  /** The customer's history; for platform staff without a selected customer the current one of every customer. */
  async list(tenant: Tenant, request: ListRequest<Subscriber>): Promise<ListPage<SubscriberRow>> {
    const page = await this.subscriberList.page(tenant.isAcrossAll ? null : tenant.customer_id, request);
    return { ...page, rows: page.rows.map((each) => this.toRow(each)) };
  }

  /** Like `list`, all rows in batches. */
  async *exportBatches(tenant: Tenant, request: ListRequest<Subscriber>): AsyncGenerator<readonly SubscriberRow[]> {
    const batches = this.subscriberList.readAll(tenant.isAcrossAll ? null : tenant.customer_id, request);
    for await (const batch of batches) yield batch.map((each) => this.toRow(each));
  }

  /** @throws NotFoundError */
  async one(tenant: Tenant, subscriber_id: string): Promise<SubscriberRow> {
    const ownScope = tenant.isAcrossAll ? {} : { customer_id: tenant.customer_id };
    return this.toRow(await this.subscriberList.one({ subscriber_id, ...ownScope }));
  }

  /** For lists without paging: the own one; all current ones for platform staff without a selected customer. */
  listCurrentForLegacyApi(tenant: Tenant): Promise<SubscriberRecord> | AsyncGenerator<readonly SubscriberRecord[]> {
    return tenant.isAcrossAll ? this.readAllCurrent() : this.current(tenant);
  }

  private async *readAllCurrent(): AsyncGenerator<readonly SubscriberRecord[]> {
    for await (const batch of this.subscriberList.current()) yield batch.map((each) => this.toRecord(each));
  }

  /**
   * Changes the time zone of the customer and of its subscriptions. The only way to change it. In the caller's
   * transaction.
   * @param time_zone IANA name
   */
  async changeTimeZone(tenant: Tenant, time_zone: string): Promise<void> {
    const { customer_id } = tenant;
    await this.states.update({ customer_id }, { time_zone });
    await this.subscribers.update(tenant, {}, { time_zone });
    const current = await this.subscribers.findOne(tenant, { current_of: customer_id });
    if (current) await this.storeWritesUntil(tenant, current.subs_expiry_date, time_zone);
  }

  /** Copies the customer's status to its subscriptions. In the caller's transaction. */
  async setCustomerStatus(tenant: Tenant, customer_status: string): Promise<void> {
    for (const trial of [true, false])
      await this.subscribers.update(
        tenant,
        { trial },
        { customer_status, standing: standingOf(customer_status, trial) },
      );
  }

  /**
   * Stores the end of the grace period in customer_state, which every session reads anyway. Call it after each change
   * of the last day or the time zone, in the caller's transaction.
   */
  async storeWritesUntil({ customer_id }: Tenant, expiry: Day, time_zone: string): Promise<void> {
    await this.states.update({ customer_id }, { writes_until: writesUntil(expiry, time_zone) });
  }

  /** Copies the customer's name to its subscriptions. In the caller's transaction. */
  async renameCustomer(tenant: Tenant, customer_name: string): Promise<void> {
    const terms = await this.subscribers.find(tenant);
    await this.subscribers.update(
      tenant,
      { subscriber_id: terms.map((term) => term.subscriber_id) },
      { customer_name },
    );
  }

  /** Every field of the specification's record except the password. @throws NotFoundError */
  private toRecord(subscriber: ListedSubscriber | null): SubscriberRecord {
    const row = this.toRow(subscriber);
    const { record, c_user_name } = subscriber!;
    const { time_zone, customer_status } = record;
    const dayOf = (at: number) => dayAt(at, time_zone);
    return {
      ...row,
      c_user_name,
      create_date: dayOf(record.created_at),
      update_date: dayOf(record.updated_at),
      customer_status,
    };
  }

  /** Dates are evaluated in the time zone of the row's customer. @throws NotFoundError */
  private toRow(subscriber: ListedSubscriber | null): SubscriberRow {
    if (!subscriber) throw new NotFoundError('subscription');
    const { record, staff_used, training_used } = subscriber;
    const { time_zone, customer_status } = record;
    const current = record.current_of !== null;
    const today = dayAt(this.clock.now(), time_zone);
    return rowOf(definition, record, {
      current,
      today,
      status: subscriptionStatus(record, today, customer_status),
      // Current usage does not apply to past plans.
      total_staff: current ? staff_used : null,
      total_training: current ? training_used : null,
    });
  }
}

const limitsOf = ({ no_of_staff, no_of_training }: SubscriptionPackage) => ({
  staff: no_of_staff ?? PLAN_LIMIT_DEFAULT,
  training: no_of_training ?? PLAN_LIMIT_DEFAULT,
});

/** Value of `Subscriber.standing`. */
const standingOf = (customer_status: string, trial: boolean): string | null =>
  customer_status === 'A' ? (trial ? 'trial' : 'paid') : null;
