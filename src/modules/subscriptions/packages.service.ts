import { Injectable } from '@nestjs/common';
import { offeredPackageSchema, type OfferedPackage } from '../../contract/package.responses';
import type { SubscriptionPackageRow, subscriptionPackages } from '../../contract/subscription-packages.resource';
import type { WriteOf } from '../../contract/resource';
import type { AppError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { InjectDirectoryRepository, type DirectoryRepository } from '../../tenancy/directory-repository';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import type { Tenant } from '../../tenancy/tenant';
import { Subscriber } from './subscriber.entity';
import { PackageInUseError, PackageNameTakenError, PackageNotOfferedError } from './subscription.errors';
import { SubscriptionPackage } from './subscription-package.entity';

/** The fields shown on the registration form. */
const CARD_FIELDS = Object.keys(offeredPackageSchema.schema.properties!) as (keyof OfferedPackage)[];

export type PackageInput = WriteOf<typeof subscriptionPackages>;

/** An attempt fails only if a concurrent create took the same number, which is rare. */
const NUMBER_TRIES = 20;

/** Subscription packages that platform staff keep and customers choose from. */
@Injectable()
export class PackagesService extends ResourceService<SubscriptionPackage, typeof subscriptionPackages> {
  constructor(
    @InjectResourceContext(SubscriptionPackage) context: ResourceContext<SubscriptionPackage>,
    @InjectDirectoryRepository(SubscriptionPackage) private readonly packages: DirectoryRepository<SubscriptionPackage>,
    @InjectDirectoryRepository(Subscriber) private readonly subscribers: DirectoryRepository<Subscriber>,
  ) {
    super(context);
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
    return rows.map(
      (row) => Object.fromEntries(CARD_FIELDS.map((name) => [name, row[name]])) as unknown as OfferedPackage,
    );
  }

  /** @param currentPackageId accepted even if archived @throws PackageNotOfferedError */
  async findOffered(subscription_id: number, currentPackageId?: number): Promise<SubscriptionPackage> {
    const existing = await this.packages.findOne({ subscription_id });
    if (!existing || (existing.archived && subscription_id !== currentPackageId)) throw new PackageNotOfferedError();
    return existing;
  }

  /** @throws PackageNameTakenError */
  override async create(tenant: Tenant, body: PackageInput): Promise<SubscriptionPackageRow> {
    for (let tries = 1; ; tries++) {
      try {
        return await super.create(tenant, body);
      } catch (error) {
        if (!(error instanceof NumberTakenError) || tries >= NUMBER_TRIES) throw error;
      }
    }
  }

  protected override async beforeCreate(_: Tenant, records: readonly Partial<SubscriptionPackage>[]): Promise<void> {
    const [last] = await this.packages.find({}, { order: [['subscription_id', 'desc']], limit: 1 });
    records.forEach((each, at) => (each.subscription_id = (last?.subscription_id ?? 0) + 1 + at));
  }

  /** Either the name exists, or a concurrent create took the number; `create` then tries the next one. */
  protected override async findDuplicate(
    _: Tenant,
    records: readonly Partial<SubscriptionPackage>[],
  ): Promise<AppError> {
    const name = records[0]?.subscription_name ?? '';
    const existing = await this.packages.count({ subscription_name_key: normalizeKey(name) });
    return existing ? new PackageNameTakenError(name) : new NumberTakenError(name);
  }

  /** Counts subscriptions only: a customer that registered with this package also has a subscription to it. */
  protected override async buildInUseError(tenant: Tenant, subs_id: number): Promise<AppError> {
    const { subscription_name } = await this.record(tenant, subs_id);
    const total = await this.subscribers.count({ subs_id });
    const past = await this.subscribers.count({ subs_id, current_of: null });
    return new PackageInUseError(subscription_name, total - past, past);
  }
}

class NumberTakenError extends PackageNameTakenError {}
