import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { directoryRepositories } from '../../tenancy/directory-repository';
import { resourceContextProviders } from '../../crud/resource-context';
import { Session } from '../../auth/session.entity';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { CustomerNumber } from './customer-number.entity';
import { CustomerSettings } from './customer-settings.entity';
import { Customer } from './customer.entity';
import { CustomersController } from './customers.controller';
import { CustomersService } from './customers.service';
import { SuspendedCustomerMailPolicy } from './suspended-customer-mail.policy';
import { SettingsController } from './settings.controller';
import { SettingsService } from './settings.service';
import { RegistrantJoinProvider } from './registrant-join.provider';

@Module({
  imports: [SubscriptionsModule],
  controllers: [CustomersController, SettingsController],
  providers: [
    ...directoryRepositories(Customer, CustomerNumber),
    ...resourceContextProviders(Customer),
    ...tenantRepositories(CustomerState, CustomerSettings, Session),
    CustomersService,
    SettingsService,
    SuspendedCustomerMailPolicy,
    RegistrantJoinProvider,
  ],
  exports: [CustomersService, SettingsService],
})
export class CustomersModule {}
