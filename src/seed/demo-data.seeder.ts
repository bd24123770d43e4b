import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { CustomersService } from '../modules/customers/customers.service';
import { Config } from '../infrastructure/config/config';
import { AccountsService } from '../modules/identity/accounts.service';
import { StartupLockService } from '../infrastructure/database/startup-lock.service';
import { TransactionManager, isUniqueViolation } from '../infrastructure/database/transaction-manager';
import { DocsAccountRegistry, type DocsAccount } from '../infrastructure/http/docs-account-registry';
import { AppLogger } from '../infrastructure/logging/app-logger';
import { BluefinSeeder } from './bluefin.seeder';
import { DEMO_ACCOUNTS } from './demo-accounts';
import { DemoCustomersSeeder } from './demo-customers.seeder';
import { NordhafenSeeder } from './nordhafen.seeder';
import { DefaultPackagesSeeder } from './default-packages.seeder';
import { SmallCustomersSeeder } from './small-customers.seeder';
import { SMALL_CUSTOMERS } from './small-customers';

/**
 * Runs at boot before the server listens: creates default packages if there are none, and the demo if it is enabled and
 * no customer exists. One transaction, so the demo is complete or absent.
 */
@Injectable()
export class DemoDataSeeder implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly packages: DefaultPackagesSeeder,
    private readonly organisations: DemoCustomersSeeder,
    private readonly nordhafen: NordhafenSeeder,
    private readonly smallCustomers: SmallCustomersSeeder,
    private readonly bluefin: BluefinSeeder,
    private readonly customersService: CustomersService,
    private readonly accountsService: AccountsService,
    private readonly docs: DocsAccountRegistry,
    private readonly transactions: TransactionManager,
    private readonly lease: StartupLockService,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.docs.register(() => this.listDocsAccounts());
  }

  /** Accounts with public passwords, offered only with the demo and never in production. */
  private async listDocsAccounts(): Promise<readonly DocsAccount[]> {
    const { production, seedDemo } = this.config;
    if (production || !seedDemo || !(await this.accountsService.hasUserName(DEMO_ACCOUNTS.platform.user_name)))
      return [];
    const { admin, ...others } = DEMO_ACCOUNTS;
    return [admin, ...Object.values(others)].map(({ user_name, password, name, role, shows }) => ({
      user_name,
      password,
      name,
      role,
      shows,
    }));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.packages.ensurePackages();
    if (!this.config.seedDemo || (await this.customersService.hasAny())) return;
    // A lease, because a second process would wait inside the first one's long transaction and time out.
    await this.lease.runExclusive(
      (line) => this.logger.log(line, 'Seed'),
      () => this.seed(),
    );
  }

  /** @returns whether demo data was created */
  async seed(): Promise<boolean> {
    if (await this.customersService.hasAny()) return false;
    // Off by default in production; enabling it opens public accounts.
    if (this.config.production)
      this.logger.warn('Demo accounts have public passwords; set SEED_DEMO=off to disable them', 'Seed');
    const hashes = await this.organisations.hashPasswords();
    const unusableHash = await this.organisations.hashRandomPassword();
    try {
      const staff = await this.transactions.run(async () => {
        // First, since its key is unique: a second process waits here and then gives up.
        await this.organisations.createPlatformStaff(
          DEMO_ACCOUNTS.platform,
          hashes.get(DEMO_ACCOUNTS.platform.user_name)!,
        );
        // In registration order: customer numbers ascend.
        return (
          (await this.nordhafen.make(hashes)) +
          (await this.smallCustomers.make(unusableHash)) +
          (await this.bluefin.make(hashes))
        );
      });
      const accounts = Object.keys(DEMO_ACCOUNTS).length;
      const organisations = 2 + SMALL_CUSTOMERS.length;
      this.logger.log(
        `Demo data: ${organisations} organisations, ${staff} staff, ${accounts} accounts (README, "Demo accounts")`,
        'Seed',
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error) && (await this.customersService.hasAny())) return false;
      throw error;
    }
  }
}
