import { Injectable } from '@nestjs/common';
import type { SubscriberRow, subscribers } from '../contract/subscribers.resource';
import { addMonths, dayAt, type Day } from '../platform/calendar';
import { isForeignKeyRefusal } from '../platform/database/transactions';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { Stale } from '../platform/errors/record-errors';
import { sameFields } from '../tenancy/audit-entry';
import type { ListRequest } from '../platform/definitions/list-query';
import type { PageOf } from '../tenancy/tenant-repository';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import type { Tenant } from '../tenancy/tenant';
import { Tenants } from '../tenancy/tenants';
import { Packages } from './packages.service';
import { Subscriber } from './subscriber.entity';
import type { SubscriptionPackage } from './subscription-package.entity';
import { DEFAULT_LIMIT } from '../contract/subscription-rules';
import { PackageNotOffered, PlanChangedMeanwhile, SubscriptionOver } from './subscription.errors';
import { Subscriptions, type Term } from './subscriptions.service';
import { fieldError, type FieldError } from '../platform/errors/field-error';

export interface Extension {
  subs_expiry_date: Day;
  /** The day has passed, and that is meant: the subscription is over at once. */
  already_over?: boolean | undefined;
  row_version?: number | undefined;
}
export interface NewPlan {
  subs_id: number;
  /** Left out: today in the customer's calendar. */
  subs_activation_date?: Day | null | undefined;
  subs_expiry_date: Day;
  trial?: boolean | undefined;
  /** Only where the package leaves them empty. */
  no_of_staff?: number | null | undefined;
  no_of_training?: number | null | undefined;
  already_over?: boolean | undefined;
  row_version?: number | undefined;
}

/** A plan is sold for this long at most: further is a slip of the keyboard. */
const LONGEST_MONTHS = 120;

/**
 * What platform staff change about an organisation's subscription (screens.md §6: extend, change plan). Grace and 402
 * follow at once: every session reads until when changes are accepted. Of several tries at once one guarded write
 * decides; the same try again finds what it asked for and writes nothing.
 */
@Injectable()
export class PlanChanges extends ResourceService<Subscriber, typeof subscribers> {
  constructor(
    @PartsOf(Subscriber) parts: ResourceParts<Subscriber>,
    private readonly subscriptions: Subscriptions,
    private readonly packages: Packages,
    private readonly tenants: Tenants,
  ) {
    super(parts);
  }

  override list(tenant: Tenant, request: ListRequest<Subscriber>): Promise<PageOf<SubscriberRow>> {
    return this.subscriptions.list(tenant, request);
  }

  override exported(tenant: Tenant, request: ListRequest<Subscriber>): AsyncGenerator<readonly SubscriberRow[]> {
    return this.subscriptions.exported(tenant, request);
  }

  override one(tenant: Tenant, subscriber_id: string): Promise<SubscriberRow> {
    return this.subscriptions.one(tenant, subscriber_id);
  }

  /**
   * Another last day for the term in force: later or earlier.
   * @throws NotFound, SubscriptionOver, InvalidFields, Stale
   */
  async extend(staff: Tenant, subscriber_id: string, asked: Extension): Promise<SubscriberRow> {
    const { subs_expiry_date, already_over = false, row_version } = asked;
    await this.decided(async () => {
      const was = await this.record(staff, subscriber_id);
      if (was.current_of === null) throw new SubscriptionOver();
      if (was.subs_expiry_date === subs_expiry_date) return;
      demandVersion(was, row_version);
      const owner = await this.tenants.forSystem(was.customer_id);
      this.demandDays(owner, was.subs_activation_date, subs_expiry_date, already_over);
      const still = { subscriber_id, current_of: was.customer_id, row_version: was.row_version };
      if (!(await this.parts.records.update(staff, still, { subs_expiry_date }))) throw new PlanChangedMeanwhile();
      await this.subscriptions.keepEnd(owner, subs_expiry_date, owner.time_zone);
      const change = { subs_expiry_date };
      await this.audit(staff, 'extend', subscriber_id, sameFields(was, change), change, was);
    });
    return this.one(staff, subscriber_id);
  }

  /**
   * Another plan in the place of the one that `subscriber_id` names, which becomes history. What is used stays, also
   * above the new limits: then nothing more can be created until it fits again.
   * @throws NotFound, SubscriptionOver, PackageNotOffered, InvalidFields, Stale
   */
  async changePlan(staff: Tenant, subscriber_id: string, asked: NewPlan): Promise<SubscriberRow> {
    const became = await this.decided(async () => {
      const named = await this.record(staff, subscriber_id);
      const { customer_id } = named;
      const was = named.current_of === null ? await this.parts.records.one(staff, { current_of: customer_id }) : named;
      const owner = await this.tenants.forSystem(customer_id);
      const term = await this.termOf(owner, was, asked);
      if (was && isSame(was, term)) return was.subscriber_id;
      if (!was || named.current_of === null) throw new SubscriptionOver();
      demandVersion(was, asked.row_version);
      this.demandDays(owner, term.subs_activation_date, term.subs_expiry_date, asked.already_over ?? false);
      if (term.subs_activation_date < was.subs_activation_date) {
        const message = `The current plan started on ${was.subs_activation_date}. The next one cannot start earlier.`;
        throw new InvalidFields({
          subs_activation_date: [fieldError('plan_begins_earlier', message, { from: was.subs_activation_date })],
        });
      }
      return this.subscriptions.begin(staff, owner, was, term);
    });
    return this.one(staff, became);
  }

  /** As `changePlan`, for the plan in force of this organisation. @throws NotFound */
  async changePlanOf(staff: Tenant, customer_id: number, asked: NewPlan): Promise<SubscriberRow> {
    const current = await this.parts.records.one(staff, { current_of: customer_id });
    if (!current) throw new NotFound('customer');
    return this.changePlan(staff, current.subscriber_id, asked);
  }

  /** Whoever lost to another try looks again, once: it may have asked for the same. */
  private async decided<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.parts.transactions.run(work);
    } catch (error) {
      // Chosen, and deleted before it was subscribed to.
      if (isForeignKeyRefusal(error)) throw new PackageNotOffered();
      if (!(error instanceof PlanChangedMeanwhile)) throw error;
      return this.parts.transactions.run(work);
    }
  }

  /** A package that is no longer offered can be had again by who has it. */
  private async termOf(owner: Tenant, was: Subscriber | null, asked: NewPlan): Promise<Term> {
    const chosen = await this.packages.offeredOne(asked.subs_id, was?.subs_id);
    return {
      subs_id: chosen.subscription_id,
      subs_name: chosen.subscription_name,
      subs_billing_plan: chosen.subscription_type,
      trial: asked.trial ?? false,
      subs_activation_date: asked.subs_activation_date ?? this.today(owner),
      subs_expiry_date: asked.subs_expiry_date,
      no_of_staff: limitOf(chosen, asked, 'no_of_staff'),
      no_of_training: limitOf(chosen, asked, 'no_of_training'),
    };
  }

  private demandDays(owner: Tenant, from: Day, until: Day, already_over: boolean): void {
    const today = this.today(owner);
    const wrong: Record<string, FieldError[]> = {};
    if (from > today)
      wrong['subs_activation_date'] = [
        fieldError('plan_begins_later', `A plan cannot start in the future. The current date there is ${today}.`, {
          today,
        }),
      ];
    if (until < from)
      wrong['subs_expiry_date'] = [
        fieldError('before_first_day', `The last day cannot be before the first day, ${from}.`, { from }),
      ];
    else if (until < today && !already_over) {
      wrong['subs_expiry_date'] = [
        fieldError(
          'plan_day_passed',
          `This date is in the past; the current date there is ${today}. To end the subscription now, confirm already_over.`,
          { today },
        ),
      ];
    } else if (until > addMonths(today, LONGEST_MONTHS)) {
      const last = addMonths(today, LONGEST_MONTHS);
      wrong['subs_expiry_date'] = [
        fieldError('too_far_ahead', `Choose a date within the next ten years, until ${last}.`, { until: last }),
      ];
    }
    if (Object.keys(wrong).length) throw new InvalidFields(wrong);
  }

  private today(owner: Tenant): Day {
    return dayAt(this.parts.clock.now(), owner.time_zone);
  }
}

function limitOf(chosen: SubscriptionPackage, asked: NewPlan, name: 'no_of_staff' | 'no_of_training'): number {
  const fixed = chosen[name];
  const own = asked[name] ?? null;
  if (fixed !== null && own !== null && own !== fixed) {
    throw new InvalidFields({
      [name]: [
        fieldError('plan_fixes', `${chosen.subscription_name} has a fixed limit of ${fixed}. Leave this empty.`, {
          name: chosen.subscription_name,
          limit: fixed,
        }),
      ],
    });
  }
  return fixed ?? own ?? DEFAULT_LIMIT;
}

const isSame = (was: Subscriber, term: Term): boolean =>
  (Object.keys(term) as (keyof Term)[]).every((name) => was[name] === term[name]);

function demandVersion(was: Subscriber, row_version: number | undefined): void {
  if (row_version !== undefined && row_version !== was.row_version) throw new Stale(was.row_version);
}
