import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { outsideRequest } from '../platform/http/request-context';
import { Log } from '../platform/logging/log';
import { Announcements } from '../tenancy/announcements';
import type { Tenant } from '../tenancy/tenant';
import { COMPLETION_REVOKED } from '../trainings/training.events';
import { TotalsSettling } from './totals-settling.service';

/** Evidence and certificates come first. */
const TURN = 20;
const TRIES = 5;

/**
 * Counts the day of a completion again that was taken back: the row no longer says which day that was, so the sweep would not
 * find it before its next whole count.
 */
@Injectable()
export class RevokedCompletionTotals implements OnModuleInit {
  constructor(
    private readonly announcements: Announcements,
    private readonly settling: TotalsSettling,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(
      COMPLETION_REVOKED,
      async (tenant, { completed_at }) =>
        this.transactions.afterCommit(() => outsideRequest(() => void this.settle(tenant, completed_at))),
      TURN,
    );
  }

  private async settle(tenant: Tenant, completed_at: number): Promise<void> {
    try {
      for (let tries = 0; tries < TRIES; tries++) if (await this.settling.settle(tenant, [completed_at])) return;
    } catch (error) {
      this.log.fault(error);
    }
  }
}
