import { Injectable } from '@nestjs/common';
import type { SubscriberRow, subscribers } from '../../contract/subscribers.resource';
import { addMonths, dayAt, type Day } from '../../common/calendar';
import { isForeignKeyViolation } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError, NotFoundError } from '../../common/errors/app-error';
import { StaleRecordError } from '../../common/errors/record.errors';
import { pickFields } from '../../tenancy/audit-entry';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import type { ListPage } from '../../tenancy/tenant-repository';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import type { Tenant } from '../../tenancy/tenant';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { PackagesService } from './packages.service';
import { Subscriber } from './subscriber.entity';
import type { SubscriptionPackage } from './subscription-package.entity';
import { PLAN_LIMIT_DEFAULT } from '../../contract/subscription-limits';
import { PackageNotOfferedError, PlanChangedError, SubscriptionOverError } from './subscription.errors';
import { SubscriptionsService, type SubscriptionTerm } from './subscriptions.service';
import { fieldError, type FieldError } from '../../common/errors/field-error';

export interface ExtendInput {
  subs_expiry_date: Day;
  /** Confirms a date in the past; the subscription ends at once. */
  already_over?: boolean | undefined;
  row_version?: number | undefined;
}
export interface PlanInput {
  subs_id: number;
  /** Default: today in the customer's time zone. */
  subs_activation_date?: Day | null | undefined;
  subs_expiry_date: Day;
  trial?: boolean | undefined;
  /** Only if the package has no fixed limit. */
  no_of_staff?: number | null | undefined;
  no_of_training?: number | null | undefined;
  already_over?: boolean | undefined;
  row_version?: number | undefined;
}

/** Later dates are taken for typing errors. */
const MAX_MONTHS = 120;

/**
 * Changes of a subscription by platform staff: extend, change plan. Grace period and 402 follow at once, because every
 * session reads until when writes are accepted. A conditional update decides between concurrent changes; repeating a
 * change writes nothing.
 */
@Injectable()
export class PlanChangesService extends ResourceService<Subscriber, typeof subscribers> {
  constructor(
    @InjectResourceContext(Subscriber) context: ResourceContext<Subscriber>,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly packagesService: PackagesService,
    private readonly tenantFactory: TenantFactory,
  ) {
    super(context);
  }

  override list(tenant: Tenant, request: ListRequest<Subscriber>): Promise<ListPage<SubscriberRow>> {
    return this.subscriptionsService.list(tenant, request);
  }

  override exported(tenant: Tenant, request: ListRequest<Subscriber>): AsyncGenerator<readonly SubscriberRow[]> {
    return this.subscriptionsService.exportBatches(tenant, request);
  }

  override one(tenant: Tenant, subscriber_id: string): Promise<SubscriberRow> {
    return this.subscriptionsService.one(tenant, subscriber_id);
  }

  /**
   * Sets a later or earlier last day of the current term.
   * @throws NotFoundError, SubscriptionOverError, InvalidFieldsError, StaleRecordError
   */
  async extend(staff: Tenant, subscriber_id: string, input: ExtendInput): Promise<SubscriberRow> {
    const { subs_expiry_date, already_over = false, row_version } = input;
    await this.retryOnConflict(async () => {
      const previous = await this.record(staff, subscriber_id);
      if (previous.current_of === null) throw new SubscriptionOverError();
      if (previous.subs_expiry_date === subs_expiry_date) return;
      requireVersion(previous, row_version);
      const owner = await this.tenantFactory.forSystem(previous.customer_id);
      this.validateDates(owner, previous.subs_activation_date, subs_expiry_date, already_over);
      const ifUnchanged = { subscriber_id, current_of: previous.customer_id, row_version: previous.row_version };
      if (!(await this.context.records.update(staff, ifUnchanged, { subs_expiry_date }))) throw new PlanChangedError();
      await this.subscriptionsService.storeWritesUntil(owner, subs_expiry_date, owner.time_zone);
      const change = { subs_expiry_date };
      await this.audit(staff, 'extend', subscriber_id, pickFields(previous, change), change, previous);
    });
    return this.one(staff, subscriber_id);
  }

  /**
   * Replaces the subscription by a new plan; the old one becomes history. Usage above the new limits stays, but nothing
   * more can be created until it fits again.
   * @throws NotFoundError, SubscriptionOverError, PackageNotOfferedError, InvalidFieldsError, StaleRecordError
   */
  async changePlan(staff: Tenant, subscriber_id: string, input: PlanInput): Promise<SubscriberRow> {
    const newSubscriberId = await this.retryOnConflict(async () => {
      const subscriber = await this.record(staff, subscriber_id);
      const { customer_id } = subscriber;
      const previous =
        subscriber.current_of === null
          ? await this.context.records.findOne(staff, { current_of: customer_id })
          : subscriber;
      const owner = await this.tenantFactory.forSystem(customer_id);
      const term = await this.buildTerm(owner, previous, input);
      if (previous && isSameTerm(previous, term)) return previous.subscriber_id;
      if (!previous || subscriber.current_of === null) throw new SubscriptionOverError();
      requireVersion(previous, input.row_version);
      this.validateDates(owner, term.subs_activation_date, term.subs_expiry_date, input.already_over ?? false);
      if (term.subs_activation_date < previous.subs_activation_date) {
        const message = `The current plan started on ${previous.subs_activation_date}. The next one cannot start earlier.`;
        throw new InvalidFieldsError({
          subs_activation_date: [fieldError('plan_begins_earlier', message, { from: previous.subs_activation_date })],
        });
      }
      return this.subscriptionsService.startTerm(staff, owner, previous, term);
    });
    return this.one(staff, newSubscriberId);
  }

  /** Like `changePlan`, for the current subscription of a customer. @throws NotFoundError */
  async changePlanOf(staff: Tenant, customer_id: number, input: PlanInput): Promise<SubscriberRow> {
    const current = await this.context.records.findOne(staff, { current_of: customer_id });
    if (!current) throw new NotFoundError('customer');
    return this.changePlan(staff, current.subscriber_id, input);
  }

  /** Retries once after a concurrent change, which may have made the same change. */
  private async retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.context.transactions.run(work);
    } catch (error) {
      // The package was deleted meanwhile.
      if (isForeignKeyViolation(error)) throw new PackageNotOfferedError();
      if (!(error instanceof PlanChangedError)) throw error;
      return this.context.transactions.run(work);
    }
  }

  /** The current package may be chosen again even if it is archived. */
  private async buildTerm(owner: Tenant, previous: Subscriber | null, input: PlanInput): Promise<SubscriptionTerm> {
    const subscriptionPackage = await this.packagesService.findOffered(input.subs_id, previous?.subs_id);
    return {
      subs_id: subscriptionPackage.subscription_id,
      subs_name: subscriptionPackage.subscription_name,
      subs_billing_plan: subscriptionPackage.subscription_type,
      trial: input.trial ?? false,
      subs_activation_date: input.subs_activation_date ?? this.today(owner),
      subs_expiry_date: input.subs_expiry_date,
      no_of_staff: limitOf(subscriptionPackage, input, 'no_of_staff'),
      no_of_training: limitOf(subscriptionPackage, input, 'no_of_training'),
    };
  }

  private validateDates(owner: Tenant, from: Day, until: Day, already_over: boolean): void {
    const today = this.today(owner);
    const errors: Record<string, FieldError[]> = {};
    if (from > today)
      errors['subs_activation_date'] = [
        fieldError('plan_begins_later', `A plan cannot start in the future. The current date there is ${today}.`, {
          today,
        }),
      ];
    if (until < from)
      errors['subs_expiry_date'] = [
        fieldError('before_first_day', `The last day cannot be before the first day, ${from}.`, { from }),
      ];
    else if (until < today && !already_over) {
      errors['subs_expiry_date'] = [
        fieldError(
          'plan_day_passed',
          `This date is in the past; the current date there is ${today}. To end the subscription now, confirm already_over.`,
          { today },
        ),
      ];
    } else if (until > addMonths(today, MAX_MONTHS)) {
      const last = addMonths(today, MAX_MONTHS);
      errors['subs_expiry_date'] = [
        fieldError('too_far_ahead', `Choose a date within the next ten years, until ${last}.`, { until: last }),
      ];
    }
    if (Object.keys(errors).length) throw new InvalidFieldsError(errors);
  }

  private today(owner: Tenant): Day {
    return dayAt(this.context.clock.now(), owner.time_zone);
  }
}

function limitOf(
  subscriptionPackage: SubscriptionPackage,
  input: PlanInput,
  name: 'no_of_staff' | 'no_of_training',
): number {
  const packageLimit = subscriptionPackage[name];
  const inputLimit = input[name] ?? null;
  if (packageLimit !== null && inputLimit !== null && inputLimit !== packageLimit) {
    throw new InvalidFieldsError({
      [name]: [
        fieldError(
          'plan_fixes',
          `${subscriptionPackage.subscription_name} has a fixed limit of ${packageLimit}. Leave this empty.`,
          {
            name: subscriptionPackage.subscription_name,
            limit: packageLimit,
          },
        ),
      ],
    });
  }
  return packageLimit ?? inputLimit ?? PLAN_LIMIT_DEFAULT;
}

const isSameTerm = (previous: Subscriber, term: SubscriptionTerm): boolean =>
  (Object.keys(term) as (keyof SubscriptionTerm)[]).every((name) => previous[name] === term[name]);

function requireVersion(previous: Subscriber, row_version: number | undefined): void {
  if (row_version !== undefined && row_version !== previous.row_version)
    throw new StaleRecordError(previous.row_version);
}
