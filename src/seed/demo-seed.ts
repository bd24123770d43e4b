import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Customers } from '../customers/customers.service';
import { Config } from '../platform/config/config';
import { Accounts } from '../identity/accounts.service';
import { BootLease } from '../platform/database/boot-lease';
import { Transactions, isDuplicate } from '../platform/database/transactions';
import { DocsAccounts, type DocsAccount } from '../platform/http/docs-accounts';
import { Log } from '../platform/logging/log';
import { BluefinSeed } from './bluefin.seed';
import { DEMO_ACCOUNTS } from './demo-accounts';
import { DemoOrganisations } from './demo-organisations';
import { NordhafenSeed } from './nordhafen.seed';
import { OfferedPackages } from './offered-packages';
import { SmallCustomersSeed } from './small-customers.seed';
import { SMALL_CUSTOMERS } from './small-customers';

/**
 * At boot, before the product listens: packages where there are none, and the demo where it is wanted and nobody has
 * registered yet. One transaction, so its organisations are the marker: they are there whole, or not at all.
 */
@Injectable()
export class DemoSeed implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly packages: OfferedPackages,
    private readonly organisations: DemoOrganisations,
    private readonly nordhafen: NordhafenSeed,
    private readonly small: SmallCustomersSeed,
    private readonly bluefin: BluefinSeed,
    private readonly customers: Customers,
    private readonly accounts: Accounts,
    private readonly docs: DocsAccounts,
    private readonly transactions: Transactions,
    private readonly lease: BootLease,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.docs.offer(() => this.known());
  }

  /** Whose password everybody knows: they are offered where the demo is, and never in production. */
  private async known(): Promise<readonly DocsAccount[]> {
    const { production, seedDemo } = this.config;
    if (production || !seedDemo || !(await this.accounts.hasUserName(DEMO_ACCOUNTS.platform.user_name))) return [];
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
    await this.packages.ensure();
    if (!this.config.seedDemo || (await this.customers.areAny())) return;
    // Of two that start at once the second would wait inside the first one's long transaction, and time out.
    await this.lease.alone(
      (line) => this.log.log(line, 'Seed'),
      () => this.seed(),
    );
  }

  /** @returns whether there was anything to do */
  async seed(): Promise<boolean> {
    if (await this.customers.areAny()) return false;
    // Off by default there; whoever switches it on should know what is then open.
    if (this.config.production)
      this.log.warn('Demo accounts have passwords that everybody knows: SEED_DEMO=off', 'Seed');
    const hashes = await this.organisations.hashes();
    const nobodys = await this.organisations.nobodysHash();
    try {
      const staff = await this.transactions.run(async () => {
        // First, since its key is unique: of two processes that start at once the second waits here and then gives up.
        await this.organisations.platformStaff(DEMO_ACCOUNTS.platform, hashes.get(DEMO_ACCOUNTS.platform.user_name)!);
        // In the order in which they registered: numbers rise.
        return (
          (await this.nordhafen.make(hashes)) + (await this.small.make(nobodys)) + (await this.bluefin.make(hashes))
        );
      });
      const accounts = Object.keys(DEMO_ACCOUNTS).length;
      const organisations = 2 + SMALL_CUSTOMERS.length;
      this.log.log(
        `Demo data: ${organisations} organisations, ${staff} staff, ${accounts} accounts (README, "Demo accounts")`,
        'Seed',
      );
      return true;
    } catch (error) {
      if (isDuplicate(error) && (await this.customers.areAny())) return false;
      throw error;
    }
  }
}
