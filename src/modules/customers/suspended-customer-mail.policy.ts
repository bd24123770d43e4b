import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MailKindRegistry } from '../../infrastructure/mail/mail-kind-registry';
import { TenantFactory } from '../../tenancy/tenant.factory';

/** Drops queued mails of suspended and closed customers. */
@Injectable()
export class SuspendedCustomerMailPolicy implements OnModuleInit {
  constructor(
    private readonly kinds: MailKindRegistry,
    private readonly tenantFactory: TenantFactory,
  ) {}

  onModuleInit(): void {
    this.kinds.setSendCondition((customer_id) => this.tenantFactory.isActive(customer_id));
  }
}
