import { Injectable } from '@nestjs/common';
import type { Tenant } from '../tenancy/tenant';

type Listener = (tenant: Tenant, staff_id: readonly string[]) => Promise<void>;

/**
 * Tells higher floors, inside the transaction, that joined or last_active_day changed (spans are clipped to them). Whoever
 * tells has taken these people's LedgerLocks, before anything else was written.
 */
@Injectable()
export class EmploymentChanges {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async tell(tenant: Tenant, staff_id: readonly string[]): Promise<void> {
    for (const listener of this.listeners) await listener(tenant, staff_id);
  }
}
