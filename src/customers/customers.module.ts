import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { CustomerState } from '../tenancy/customer-state.entity';
import { directoryRepositories } from '../tenancy/directory';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { Session } from '../tenancy/session.entity';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { CustomerNumber } from './customer-number.entity';
import { CustomerSettings } from './customer-settings.entity';
import { Customer } from './customer.entity';
import { CustomersController } from './customers.controller';
import { Customers } from './customers.service';
import { MailsOfSuspended } from './mails-of-suspended';
import { SettingsController } from './settings.controller';
import { Settings } from './settings.service';
import { SubscriberRegistrant } from './subscriber-registrant';

@Module({
  imports: [SubscriptionsModule],
  controllers: [CustomersController, SettingsController],
  providers: [
    ...directoryRepositories(Customer, CustomerNumber),
    ...resourceParts(Customer),
    ...tenantRepositories(CustomerState, CustomerSettings, Session),
    Customers,
    Settings,
    MailsOfSuspended,
    SubscriberRegistrant,
  ],
  exports: [Customers, Settings],
})
export class CustomersModule {}
