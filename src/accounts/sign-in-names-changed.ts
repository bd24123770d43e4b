import { Injectable } from '@nestjs/common';
import type { Tenant } from '../tenancy/tenant';

interface EmailMoved {
  was: string;
  email: string;
}
type Listener = (tenant: Tenant, staff_id: string, moved: EmailMoved) => Promise<void>;

/** Tells higher floors, inside the transaction, that a staff member signs in with another e-mail. */
@Injectable()
export class SignInNamesChanged {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  async tell(tenant: Tenant, staff_id: string, moved: EmailMoved): Promise<void> {
    for (const listener of this.listeners) await listener(tenant, staff_id, moved);
  }
}
