import { Injectable } from '@nestjs/common';
import type { Tenant } from '../tenancy/tenant';

export interface NamesOfRegistrant {
  customer_id: number;
  /** What the registrant's account signs in with now. */
  c_user_name: string;
  /** Only what is new. */
  email?: string;
  user_name?: string;
}
/** @returns where the mail with the link went; null when there is nothing to confirm */
type Answer = (tenant: Tenant, names: NamesOfRegistrant) => Promise<string | null>;

/**
 * Asks the floor of accounts, inside the transaction, to let the registrant's account follow the form. It signs in with
 * its new names only after confirmation by mail (contract.md, `UpdateCustomer`).
 */
@Injectable()
export class RegistrantNames {
  private answer: Answer | undefined;

  answerWith(answer: Answer): void {
    this.answer = answer;
  }

  /** @throws CustomerEmailTaken when somebody else signs in with the e-mail, and what the floor of accounts refuses */
  async ask(tenant: Tenant, names: NamesOfRegistrant): Promise<string | null> {
    return this.answer ? this.answer(tenant, names) : null;
  }
}
