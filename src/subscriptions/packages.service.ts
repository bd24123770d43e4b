import { Injectable } from '@nestjs/common';
import { offeredPackageAnswer, type OfferedPackage } from '../contract/package-answers';
import type { SubscriptionPackageRow, subscriptionPackages } from '../contract/subscription-packages.resource';
import type { WriteOf } from '../contract/resource';
import type { AppError } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import type { Tenant } from '../tenancy/tenant';
import { Subscriber } from './subscriber.entity';
import { PackageInUse, PackageNameTaken, PackageNotOffered } from './subscription.errors';
import { SubscriptionPackage } from './subscription-package.entity';

/** A card of the registration form says no more of a package. */
const CARD = Object.keys(offeredPackageAnswer.schema.properties!) as (keyof OfferedPackage)[];

export type PackageFacts = WriteOf<typeof subscriptionPackages>;

/** Each try loses only to a create that succeeded; platform staff make packages by hand. */
const NUMBER_TRIES = 20;

/** What organisations can subscribe to. */
@Injectable()
export class Packages extends ResourceService<SubscriptionPackage, typeof subscriptionPackages> {
  constructor(
    @PartsOf(SubscriptionPackage) parts: ResourceParts<SubscriptionPackage>,
    @Directory(SubscriptionPackage) private readonly packages: DirectoryRepository<SubscriptionPackage>,
    @Directory(Subscriber) private readonly sold: DirectoryRepository<Subscriber>,
  ) {
    super(parts);
  }

  /** Public: cheapest first. */
  async offered(): Promise<OfferedPackage[]> {
    const rows = await this.packages.find(
      { archived: false },
      {
        order: [
          ['subscription_price', 'asc'],
          ['subscription_id', 'asc'],
        ],
      },
    );
    return rows.map((row) => Object.fromEntries(CARD.map((name) => [name, row[name]])) as unknown as OfferedPackage);
  }

  /** @param also the one somebody has already, offered or not @throws PackageNotOffered */
  async offeredOne(subscription_id: number, also?: number): Promise<SubscriptionPackage> {
    const known = await this.packages.one({ subscription_id });
    if (!known || (known.archived && subscription_id !== also)) throw new PackageNotOffered();
    return known;
  }

  /** Platform staff, and the seed. @throws PackageNameTaken */
  override async create(tenant: Tenant, body: PackageFacts): Promise<SubscriptionPackageRow> {
    for (let tries = 1; ; tries++) {
      try {
        return await super.create(tenant, body);
      } catch (error) {
        if (!(error instanceof NumberTaken) || tries >= NUMBER_TRIES) throw error;
      }
    }
  }

  protected override async beforeCreate(_: Tenant, made: readonly Partial<SubscriptionPackage>[]): Promise<void> {
    const [last] = await this.packages.find({}, { order: [['subscription_id', 'desc']], limit: 1 });
    made.forEach((each, at) => (each.subscription_id = (last?.subscription_id ?? 0) + 1 + at));
  }

  /** The name is taken, or somebody else took the number meanwhile: then the next one is ours to try. */
  protected override async takenAmong(_: Tenant, given: readonly Partial<SubscriptionPackage>[]): Promise<AppError> {
    const name = given[0]?.subscription_name ?? '';
    const known = await this.packages.count({ subscription_name_key: keyOf(name) });
    return known ? new PackageNameTaken(name) : new NumberTaken(name);
  }

  /** Subscriptions and registrations name it; whoever registered for it began with a subscription to it. */
  protected override async stillInUse(tenant: Tenant, subs_id: number): Promise<AppError> {
    const { subscription_name } = await this.record(tenant, subs_id);
    const sold = await this.sold.count({ subs_id });
    const past = await this.sold.count({ subs_id, current_of: null });
    return new PackageInUse(subscription_name, sold - past, past);
  }
}

class NumberTaken extends PackageNameTaken {}
