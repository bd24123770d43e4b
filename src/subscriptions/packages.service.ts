import { Injectable } from '@nestjs/common';
import {
  subscriptionPackages as definition,
  type SubscriptionPackageRow,
} from '../contract/subscription-packages.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { keyOf } from '../platform/folded';
import { NotFound } from '../platform/errors/app-error';
import { sameFields } from '../tenancy/audit-entry';
import { Directory, type DirectoryRepository } from '../tenancy/directory';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf } from '../tenancy/tenant-repository';
import { Subscriber } from './subscriber.entity';
import { PackageInUse, PackageNameTaken, PackageNotOffered } from './subscription.errors';
import { SubscriptionPackage } from './subscription-package.entity';

/** A card of the registration form; prices in minor units. */
export interface OfferedPackage {
  subscription_id: number;
  subscription_name: string;
  subscription_type: string;
  subscription_price: number;
  currency: string;
  no_of_staff: number | null;
  no_of_training: number | null;
  recommended: boolean;
}

export interface PackageFacts {
  subscription_name: string;
  subscription_type?: string;
  subscription_price: number;
  currency: string;
  no_of_staff?: number | null;
  no_of_training?: number | null;
  recommended?: boolean;
}

/** Each try loses only to a create that succeeded; platform staff make packages by hand. */
const NUMBER_TRIES = 20;

/** What organisations can subscribe to. */
@Injectable()
export class Packages {
  constructor(
    @Directory(SubscriptionPackage) private readonly packages: DirectoryRepository<SubscriptionPackage>,
    @Directory(Subscriber) private readonly sold: DirectoryRepository<Subscriber>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

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
    return rows.map((row) => ({
      subscription_id: row.subscription_id,
      subscription_name: row.subscription_name,
      subscription_type: row.subscription_type,
      subscription_price: row.subscription_price,
      currency: row.currency,
      no_of_staff: row.no_of_staff,
      no_of_training: row.no_of_training,
      recommended: row.recommended,
    }));
  }

  /** @param also the one somebody has already, offered or not @throws PackageNotOffered */
  async offeredOne(subscription_id: number, also?: number): Promise<SubscriptionPackage> {
    const known = await this.packages.one({ subscription_id });
    if (!known || (known.archived && subscription_id !== also)) throw new PackageNotOffered();
    return known;
  }

  async list(request: ListRequest<SubscriptionPackage>): Promise<PageOf<SubscriptionPackageRow>> {
    const page = await this.packages.page(request);
    return { ...page, rows: page.rows.map((row) => rowOf(definition, row)) };
  }

  /** @throws NotFound */
  async one(subscription_id: number): Promise<SubscriptionPackageRow> {
    return rowOf(definition, await this.record(subscription_id));
  }

  /** Platform staff, and the seed. @throws PackageNameTaken */
  async create(tenant: Tenant | null, body: PackageFacts): Promise<SubscriptionPackageRow> {
    const facts = recordOf(definition, body, 'create') as Partial<SubscriptionPackage>;
    for (let tries = 1; ; tries++) {
      try {
        return await this.transactions.run(async () => {
          const [last] = await this.packages.find({}, { order: [['subscription_id', 'desc']], limit: 1 });
          const subscription_id = (last?.subscription_id ?? 0) + 1;
          await this.packages.insert({ ...facts, subscription_id, archived: false });
          await this.tell(tenant, 'create', subscription_id, null, facts);
          return this.one(subscription_id);
        });
      } catch (error) {
        // The name is taken, or somebody else took the number meanwhile: then the next one is ours to try.
        if (!isDuplicate(error)) throw error;
        const name = body.subscription_name;
        const known = await this.packages.count({ subscription_name_key: keyOf(name) });
        if (known || tries >= NUMBER_TRIES) throw new PackageNameTaken(name);
      }
    }
  }

  /** Subscriptions already sold keep their limits. @throws NotFound, Stale, PackageNameTaken */
  async change(
    tenant: Tenant,
    subscription_id: number,
    body: object & { row_version?: number },
  ): Promise<SubscriptionPackageRow> {
    const change = recordOf(definition, body, 'change') as Partial<SubscriptionPackage>;
    return this.named(change.subscription_name ?? '', () =>
      this.transactions.run(async () => {
        const was = await this.record(subscription_id);
        await this.packages.change({ subscription_id }, change, body.row_version);
        await this.tell(tenant, 'change', subscription_id, sameFields(was, change), change);
        return this.one(subscription_id);
      }),
    );
  }

  /** No longer offered, or offered again; said twice, it is told once. @throws NotFound */
  async archive(tenant: Tenant, subscription_id: number, archived: boolean): Promise<SubscriptionPackageRow> {
    return this.transactions.run(async () => {
      if (await this.packages.update({ subscription_id, archived: !archived }, { archived })) {
        const what = archived ? 'archive' : 'restore';
        await this.tell(tenant, what, subscription_id, { archived: !archived }, { archived });
      }
      return this.one(subscription_id);
    });
  }

  /** Gone for good, while nobody has ever subscribed to it. @throws NotFound, PackageInUse with counts */
  async remove(tenant: Tenant, subscription_id: number): Promise<void> {
    const was = await this.record(subscription_id);
    try {
      await this.transactions.run(async () => {
        // Foreign keys refuse it where a subscription or a registration names it.
        await this.packages.remove({ subscription_id });
        await this.tell(tenant, 'delete', subscription_id, was, null);
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      // Whoever registered for it began with a subscription to it.
      throw new PackageInUse(was.subscription_name, await this.sold.count({ subs_id: subscription_id }));
    }
  }

  private async record(subscription_id: number): Promise<SubscriptionPackage> {
    const record = await this.packages.one({ subscription_id });
    if (!record) throw new NotFound('subscription package');
    return record;
  }

  private async named<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isDuplicate(error)) throw new PackageNameTaken(name);
      throw error;
    }
  }

  private async tell(
    tenant: Tenant | null,
    what: string,
    id: number,
    was: object | null,
    became: object | null,
  ): Promise<void> {
    await this.audit.record({
      customer_id: 0,
      account_id: tenant?.actor.account_id ?? null,
      role: tenant?.actor.role ?? 'system',
      action: `subscription_package.${what}`,
      subject_type: 'subscription_package',
      subject_id: String(id),
      was,
      became,
    });
  }
}
