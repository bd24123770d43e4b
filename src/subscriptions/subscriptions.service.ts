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
import { CustomerState } from '../tenancy/customer-state.entity';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { PlanUsage } from './plan-usage';
import { Subscriber } from './subscriber.entity';
import type { SubscriptionPackage } from './subscription-package.entity';
import { BILL_BEFORE_DAYS, DEFAULT_LIMIT, subscriptionStatus, trialEnd, writesUntil } from './subscription-status';

/** Rows that are read at a time. */
const PART = 500;

/** Which plan an organisation has, until when, and what state that is in today. */
@Injectable()
export class Subscriptions {
  constructor(
    @Records(Subscriber) private readonly own: TenantRepository<Subscriber>,
    @Directory(Subscriber) private readonly all: DirectoryRepository<Subscriber>,
    @Directory(CustomerState) private readonly states: DirectoryRepository<CustomerState>,
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
      ended_at: null,
    });
    await this.usage.open(tenant, limits);
    await this.keepEnd(tenant, term.subs_expiry_date, tenant.time_zone);
    await this.audit.record({
      customer_id: tenant.customer_id,
      account_id: tenant.actor.account_id,
      role: tenant.actor.role,
      action: 'subscription.trial',
      subject_type: 'subscriber',
      subject_id: subscriber_id,
      became: term,
    });
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
    const { customer_id } = tenant;
    const was = await this.own.one(tenant, { current_of: customer_id });
    if (!was) throw new NotFound('subscription');
    const limits = limitsOf(chosen);
    const subscriber_id = newId(this.clock.now());
    const term = {
      subs_id: chosen.subscription_id,
      subs_name: chosen.subscription_name,
      subs_billing_plan: chosen.subscription_type,
      trial: false,
      subs_activation_date: from,
      subs_expiry_date: until,
      bill_generate_before_days: BILL_BEFORE_DAYS,
      no_of_staff: limits.staff,
      no_of_training: limits.training,
    };
    const ended_at = startOfDay(from, tenant.time_zone);
    await this.own.update(tenant, { subscriber_id: was.subscriber_id }, { current_of: null, ended_at });
    const { customer_name } = was;
    await this.own.insert(tenant, { ...term, subscriber_id, current_of: customer_id, customer_name, ended_at: null });
    await this.usage.setLimits(tenant, limits);
    await this.keepEnd(tenant, until, tenant.time_zone);
    await this.audit.record({
      customer_id,
      account_id: tenant.actor.account_id,
      role: tenant.actor.role,
      action: 'subscription.begin',
      subject_type: 'subscriber',
      subject_id: subscriber_id,
      was: { subs_name: was.subs_name, subs_expiry_date: was.subs_expiry_date },
      became: term,
    });
  }

  /** The subscription in force. @throws NotFound */
  async current(tenant: Tenant): Promise<SubscriberRow> {
    const record = await this.own.one(tenant, { current_of: tenant.customer_id });
    if (!record) throw new NotFound('subscription');
    return this.row(record, tenant.time_zone);
  }

  /** Status and last valid day, for the banner; null for platform staff. */
  async standing(tenant: Tenant): Promise<{ status: SubscriptionStatus; expires_on: Day } | null> {
    const record = await this.own.one(tenant, { current_of: tenant.customer_id });
    return record && { status: this.row(record, tenant.time_zone).status, expires_on: record.subs_expiry_date };
  }

  /** The own history; for platform staff who name no organisation, the current one of each. */
  async list(tenant: Tenant, request: ListRequest<Subscriber>): Promise<PageOf<SubscriberRow>> {
    const { rows, total } = isAcrossAll(tenant)
      ? await this.all.page({ ...request, where: { ...request.where, current_of: { null: false } } })
      : await this.own.page(tenant, request);
    return { rows: await this.rows(rows), total };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, subscriber_id: string): Promise<SubscriberRow> {
    const record = isAcrossAll(tenant)
      ? await this.all.one({ subscriber_id })
      : await this.own.one(tenant, { subscriber_id });
    if (!record) throw new NotFound('subscription');
    return (await this.rows([record]))[0]!;
  }

  /** Whole, part by part, for the specification's list without paging: the own one; for platform staff every current one. */
  async *everyCurrent(tenant: Tenant): AsyncGenerator<SubscriberRow[]> {
    if (!isAcrossAll(tenant)) return yield [await this.current(tenant)];
    for (let last = 0, more = true; more;) {
      const where = { current_of: { gt: last } };
      const found = await this.all.find(where, { order: [['current_of', 'asc']], limit: PART });
      yield await this.rows(found);
      more = found.length === PART;
      last = found.at(-1)?.current_of ?? last;
    }
  }

  /**
   * The organisation's days are counted in another zone from now on, those of its subscription too. The only way to
   * change the zone; in the caller's transaction.
   * @param time_zone an IANA name
   */
  async moveTo(tenant: Tenant, time_zone: string): Promise<void> {
    const { customer_id } = tenant;
    await this.states.update({ customer_id }, { time_zone });
    const current = await this.own.one(tenant, { current_of: customer_id });
    if (current) await this.keepEnd(tenant, current.subs_expiry_date, time_zone);
  }

  /** Beside the calendar, where every session reads it: no statement of its own is needed to judge a change. */
  private async keepEnd({ customer_id }: Tenant, expiry: Day, time_zone: string): Promise<void> {
    await this.states.update({ customer_id }, { writes_until: writesUntil(expiry, time_zone) });
  }

  /** The copied name follows the organisation's. Inside the caller's transaction. */
  async renamed(tenant: Tenant, customer_name: string): Promise<void> {
    await this.own.update(tenant, {}, { customer_name });
  }

  /** Each by the calendar of its own organisation; one statement for all of them. */
  private async rows(records: readonly Subscriber[]): Promise<SubscriberRow[]> {
    if (!records.length) return [];
    const ids = new Set(records.map((record) => record.customer_id));
    // Thousands of organisations are read whole rather than named one by one.
    const states = await this.states.find(ids.size > 500 ? {} : { customer_id: [...ids] });
    const known = new Map(states.map((state) => [state.customer_id, state]));
    return records.map((record) => {
      const state = known.get(record.customer_id);
      return this.row(record, state?.time_zone ?? 'UTC', state?.status);
    });
  }

  private row(record: Subscriber, time_zone: string, customerStatus = 'A'): SubscriberRow {
    const today = dayAt(this.clock.now(), time_zone);
    return rowOf(definition, record, {
      current: record.current_of !== null,
      status: subscriptionStatus(record, today, customerStatus),
    });
  }
}

const limitsOf = ({ no_of_staff, no_of_training }: SubscriptionPackage) => ({
  staff: no_of_staff ?? DEFAULT_LIMIT,
  training: no_of_training ?? DEFAULT_LIMIT,
});

/** Platform staff who name no organisation. */
const isAcrossAll = (tenant: Tenant): boolean => tenant.actor.kind === 'platform' && tenant.customer_id === 0;
