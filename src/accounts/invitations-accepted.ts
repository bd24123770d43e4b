import { Injectable } from '@nestjs/common';
import type { Tenant } from '../tenancy/tenant';

type Listener = (tenant: Tenant, staff_id: string) => Promise<void>;

/** Tells higher floors, inside the transaction, that an invited staff member has chosen a password. */
@Injectable()
export class InvitationsAccepted {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async tell(tenant: Tenant, staff_id: string): Promise<void> {
    for (const listener of this.listeners) await listener(tenant, staff_id);
  }
}
