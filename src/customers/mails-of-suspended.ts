import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MailKinds } from '../platform/mail/mail-kinds';
import { Tenants } from '../tenancy/tenants';

/** Mails that a suspended or closed organisation still owes are dropped when their turn comes: it is at rest. */
@Injectable()
export class MailsOfSuspended implements OnModuleInit {
  constructor(
    private readonly kinds: MailKinds,
    private readonly tenants: Tenants,
  ) {}

  onModuleInit(): void {
    this.kinds.sendFor((customer_id) => this.tenants.isOpen(customer_id));
  }
}
