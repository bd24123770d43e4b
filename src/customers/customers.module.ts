import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { CustomerState } from '../tenancy/customer-state.entity';
import { directoryRepositories } from '../tenancy/directory';
import { Session } from '../tenancy/session.entity';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { CustomerNumber } from './customer-number.entity';
import { CustomerSettings } from './customer-settings.entity';
import { Customer } from './customer.entity';
import { CustomersRest } from './customers.rest';
import { Customers } from './customers.service';
import { MailsOfSuspended } from './mails-of-suspended';
import { RegistrantNames } from './registrant-names';
import { SettingsRest } from './settings.rest';
import { Settings } from './settings.service';

@Module({
  imports: [SubscriptionsModule],
  controllers: [CustomersRest, SettingsRest],
  providers: [
    ...directoryRepositories(Customer, CustomerNumber),
    ...tenantRepositories(CustomerState, CustomerSettings, Session),
    Customers,
    Settings,
    MailsOfSuspended,
    RegistrantNames,
  ],
  exports: [Customers, Settings, RegistrantNames],
})
export class CustomersModule {}
