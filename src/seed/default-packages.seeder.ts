import { Injectable } from '@nestjs/common';
import { AppLogger } from '../infrastructure/logging/app-logger';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { TenantFactory } from '../tenancy/tenant.factory';
import { PackagesService, type PackageInput } from '../modules/subscriptions/packages.service';
import { PackageNameTakenError } from '../modules/subscriptions/subscription.errors';

/** Prices in minor units. */
export const DEFAULT_PACKAGES = [
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
] as const satisfies readonly PackageInput[];

/** Creates the default packages if there are none; registration needs one. */
@Injectable()
export class DefaultPackagesSeeder {
  constructor(
    private readonly packagesService: PackagesService,
    private readonly tenantFactory: TenantFactory,
    private readonly transactions: TransactionManager,
    private readonly logger: AppLogger,
  ) {}

  async ensurePackages(): Promise<void> {
    const platform = this.tenantFactory.forPlatform();
    const { total } = await this.packagesService.list(platform, { where: {}, order: [], offset: 0, limit: 1 });
    if (total) return;
    try {
      await this.transactions.run(async () => {
        for (const defaultPackage of DEFAULT_PACKAGES) await this.packagesService.create(platform, defaultPackage);
      });
      this.logger.log(
        `Packages: ${DEFAULT_PACKAGES.map((defaultPackage) => defaultPackage.subscription_name).join(', ')}`,
        'Seed',
      );
    } catch (error) {
      // Another process created them at the same time.
      if (!(error instanceof PackageNameTakenError)) throw error;
    }
  }
}
