import { Injectable } from '@nestjs/common';
import { Log } from '../platform/logging/log';
import { Transactions } from '../platform/database/transactions';
import { Tenants } from '../tenancy/tenants';
import { Packages, type PackageFacts } from '../subscriptions/packages.service';
import { PackageNameTaken } from '../subscriptions/subscription.errors';

/** Prices in minor units. */
export const FIRST_PACKAGES = [
  {
    subscription_name: 'Starter',
    subscription_type: 'monthly',
    subscription_price: 2_900,
    currency: 'EUR',
    no_of_staff: 10,
    no_of_training: 10,
  },
  {
    subscription_name: 'Professional',
    subscription_type: 'yearly',
    subscription_price: 149_000,
    currency: 'EUR',
    no_of_staff: 100,
    no_of_training: 50,
    recommended: true,
  },
  {
    subscription_name: 'Enterprise',
    subscription_type: 'yearly',
    subscription_price: 590_000,
    currency: 'EUR',
    no_of_staff: 2_000,
    no_of_training: 500,
  },
] as const satisfies readonly PackageFacts[];

/** Nobody could register without something to choose: where no package was ever made, these three are. */
@Injectable()
export class OfferedPackages {
  constructor(
    private readonly packages: Packages,
    private readonly tenants: Tenants,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  async ensure(): Promise<void> {
    const house = this.tenants.forHouse();
    const { total } = await this.packages.list(house, { where: {}, order: [], offset: 0, limit: 1 });
    if (total) return;
    try {
      await this.transactions.run(async () => {
        for (const each of FIRST_PACKAGES) await this.packages.create(house, each);
      });
      this.log.log(`Packages: ${FIRST_PACKAGES.map((each) => each.subscription_name).join(', ')}`, 'Seed');
    } catch (error) {
      // Another process that started at the same moment has made them.
      if (!(error instanceof PackageNameTaken)) throw error;
    }
  }
}
