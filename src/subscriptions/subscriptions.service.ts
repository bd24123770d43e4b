import { Injectable } from '@nestjs/common';
import {
  subscribers as definition,
  type SubscriberRow,
  type SubscriptionStatus,
} from '../contract/subscribers.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt, startOfDay, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import type { ListRequest } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { CustomerState } from '../tenancy/customer-state.entity';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { PlanUsage } from './plan-usage';
import { SubscriberList, type ListedSubscriber } from './subscriber-list';
import { Subscriber } from './subscriber.entity';
import type { SubscriptionPackage } from './subscription-package.entity';
import { PlanChangedMeanwhile } from './subscription.errors';
import { DEFAULT_LIMIT } from '../contract/subscription-rules';
import { BILL_BEFORE_DAYS, subscriptionStatus, trialEnd, writesUntil } from './subscription-status';

/** What a subscription is sold as; both days inclusive. */
export type Term = Pick<
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

/** A subscription as the specification's calls answer it (§4, Subscriber record). */
export type SubscriberRecord = SubscriberRow & {
  c_user_name: string;
  /** Days in the organisation's calendar. */
  create_date: Day;
  update_date: Day;
  customer_status: string;
};

/** Which plan an organisation has, until when, and what state that is in today. */
@Injectable()
export class Subscriptions {
  constructor(
    @Records(Subscriber) private readonly own: TenantRepository<Subscriber>,
    @Directory(CustomerState) private readonly states: DirectoryRepository<CustomerState>,
    private readonly listed: SubscriberList,
    private readonly usage: PlanUsage,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * The 30-day trial of a new organisation, in its registration's transaction: limits the package's, 10 and 10 where it
   * leaves them empty (contract.md, SaveSubscriber). Opens the counters of the plan.
   * @param from its first day, when that is not today
   */
  async openTrial(tenant: Tenant, customer_name: string, chosen: SubscriptionPackage, from?: Day): Promise<void> {
    const today = from ?? dayAt(this.clock.now(), tenant.time_zone);
    const limits = limitsOf(chosen);
    const subscriber_id = newId(this.clock.now());
    const term = {
      subs_id: chosen.subscription_id,
      subs_name: chosen.subscription_name,
      subs_billing_plan: chosen.subscription_type,
      trial: true,
      subs_activation_date: today,
      subs_expiry_date: trialEnd(today),
      bill_generate_before_days: BILL_BEFORE_DAYS,
      no_of_staff: limits.staff,
      no_of_training: limits.training,
    };
    await this.own.insert(tenant, {
      ...term,
      subscriber_id,
      current_of: tenant.customer_id,
      customer_name,
      ...{ customer_status: 'A', standing: standingOf('A', true), time_zone: tenant.time_zone },
      ended_at: null,
    });
    await this.usage.open(tenant, limits);
    await this.keepEnd(tenant, term.subs_expiry_date, tenant.time_zone);
    const about = { subject_type: 'subscriber' };
    await this.audit.record(auditEntry(tenant, 'subscription.trial', subscriber_id, null, term, about));
  }

  /**
   * A paid term takes the place of the one in force, which becomes history; what is used of the plan stays. In the
   * caller's transaction.
   * @param term both days inclusive
   */
  async subscribe(
    tenant: Tenant,
    chosen: SubscriptionPackage,
    { from, until }: { from: Day; until: Day },
  ): Promise<void> {
    const was = await this.own.one(tenant, { current_of: tenant.customer_id });
    if (!was) throw new NotFound('subscription');
    const limits = limitsOf(chosen);
    await this.begin(tenant, tenant, was, {
      subs_id: chosen.subscription_id,
      subs_name: chosen.subscription_name,
      subs_billing_plan: chosen.subscription_type,
      trial: false,
      subs_activation_date: from,
      subs_expiry_date: until,
      no_of_staff: limits.staff,
      no_of_training: limits.training,
    });
  }

  /**
   * The next term: the one that was in force becomes history. One guarded write decides between several at once, and the
   * unique key on `current_of` keeps it to one. In the caller's transaction.
   * @param who who does it
   * @param owner the organisation whose subscription it is
   * @returns the id of the new one
   * @throws PlanChangedMeanwhile
   */
  async begin(who: Tenant, owner: Tenant, was: Subscriber, term: Term): Promise<string> {
    const { customer_id } = owner;
    const subscriber_id = newId(this.clock.now());
    const still = { subscriber_id: was.subscriber_id, current_of: customer_id, row_version: was.row_version };
    const ended_at = startOfDay(term.subs_activation_date, owner.time_zone);
    if (!(await this.own.update(owner, still, { current_of: null, ended_at }))) throw new PlanChangedMeanwhile();
    const { customer_name, customer_status, time_zone, bill_generate_before_days } = was;
    await this.own.insert(owner, {
      ...term,
      ...{ subscriber_id, current_of: customer_id, ended_at: null },
      ...{ customer_name, customer_status, time_zone, bill_generate_before_days },
      standing: standingOf(customer_status, term.trial),
    });
    await this.usage.setLimits(owner, { staff: term.no_of_staff, training: term.no_of_training });
    await this.keepEnd(owner, term.subs_expiry_date, owner.time_zone);
    const about = { customer_id, subject_type: 'subscriber' };
    await this.audit.record(auditEntry(who, 'subscription.begin', subscriber_id, sameFields(was, term), term, about));
    return subscriber_id;
  }

  /** The subscription in force. @throws NotFound */
  async current({ customer_id }: Tenant): Promise<SubscriberRecord> {
    return this.recorded(await this.listed.one({ current_of: customer_id, customer_id }));
  }

  /** Status and last valid day, for the banner; null for platform staff. */
  async standing(tenant: Tenant): Promise<{ status: SubscriptionStatus; expires_on: Day } | null> {
    const record = await this.own.one(tenant, { current_of: tenant.customer_id });
    if (!record) return null;
    const today = dayAt(this.clock.now(), tenant.time_zone);
    return { status: subscriptionStatus(record, today), expires_on: record.subs_expiry_date };
  }

  /** The own history; for platform staff who name no organisation, the current one of each. */
  async list(tenant: Tenant, request: ListRequest<Subscriber>): Promise<PageOf<SubscriberRow>> {
    const page = await this.listed.page(tenant.isAcrossAll ? null : tenant.customer_id, request);
    return { ...page, rows: page.rows.map((each) => this.shown(each)) };
  }

  /** The same, all of them, read in batches. */
  async *exported(tenant: Tenant, request: ListRequest<Subscriber>): AsyncGenerator<readonly SubscriberRow[]> {
    const found = this.listed.all(tenant.isAcrossAll ? null : tenant.customer_id, request);
    for await (const part of found) yield part.map((each) => this.shown(each));
  }

  /** @throws NotFound */
  async one(tenant: Tenant, subscriber_id: string): Promise<SubscriberRow> {
    const own = tenant.isAcrossAll ? {} : { customer_id: tenant.customer_id };
    return this.shown(await this.listed.one({ subscriber_id, ...own }));
  }

  /** For the specification's list without paging: the own one; for platform staff who name no organisation, every current one. */
  everyCurrent(tenant: Tenant): Promise<SubscriberRecord> | AsyncGenerator<readonly SubscriberRecord[]> {
    return tenant.isAcrossAll ? this.allCurrent() : this.current(tenant);
  }

  private async *allCurrent(): AsyncGenerator<readonly SubscriberRecord[]> {
    for await (const part of this.listed.current()) yield part.map((each) => this.recorded(each));
  }

  /**
   * The organisation's days are counted in another zone from now on, those of its subscription too. The only way to
   * change the zone; in the caller's transaction.
   * @param time_zone an IANA name
   */
  async moveTo(tenant: Tenant, time_zone: string): Promise<void> {
    const { customer_id } = tenant;
    await this.states.update({ customer_id }, { time_zone });
    await this.own.update(tenant, {}, { time_zone });
    const current = await this.own.one(tenant, { current_of: customer_id });
    if (current) await this.keepEnd(tenant, current.subs_expiry_date, time_zone);
  }

  /** The organisation is open, suspended or closed from now on. Inside the caller's transaction. */
  async organisationIs(tenant: Tenant, customer_status: string): Promise<void> {
    for (const trial of [true, false])
      await this.own.update(tenant, { trial }, { customer_status, standing: standingOf(customer_status, trial) });
  }

  /**
   * The last day that changes are accepted with its grace, beside the calendar that every session reads: no statement of
   * its own is needed to judge a change. With every new last day and zone; in the caller's transaction.
   */
  async keepEnd({ customer_id }: Tenant, expiry: Day, time_zone: string): Promise<void> {
    await this.states.update({ customer_id }, { writes_until: writesUntil(expiry, time_zone) });
  }

  /** The copied name follows the organisation's. Inside the caller's transaction. */
  async renamed(tenant: Tenant, customer_name: string): Promise<void> {
    const terms = await this.own.find(tenant);
    await this.own.update(tenant, { subscriber_id: terms.map((term) => term.subscriber_id) }, { customer_name });
  }

  /** Every field of the specification's record but the password. @throws NotFound */
  private recorded(listed: ListedSubscriber | null): SubscriberRecord {
    const row = this.shown(listed);
    const { record, c_user_name } = listed!;
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

  /** By the calendar of its own organisation. @throws NotFound */
  private shown(listed: ListedSubscriber | null): SubscriberRow {
    if (!listed) throw new NotFound('subscription');
    const { record, staff_used, training_used } = listed;
    const { time_zone, customer_status } = record;
    const current = record.current_of !== null;
    const today = dayAt(this.clock.now(), time_zone);
    return rowOf(definition, record, {
      ...{ current, today },
      status: subscriptionStatus(record, today, customer_status),
      // What is used today says nothing about a plan of the past.
      total_staff: current ? staff_used : null,
      total_training: current ? training_used : null,
    });
  }
}

const limitsOf = ({ no_of_staff, no_of_training }: SubscriptionPackage) => ({
  staff: no_of_staff ?? DEFAULT_LIMIT,
  training: no_of_training ?? DEFAULT_LIMIT,
});

/** How a subscription of an organisation of that status stands, apart from its dates (subscriber.entity.ts). */
const standingOf = (customer_status: string, trial: boolean): string | null =>
  customer_status === 'A' ? (trial ? 'trial' : 'paid') : null;
