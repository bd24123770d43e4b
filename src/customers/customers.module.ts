import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module';
import { CustomerState } from '../tenancy/customer-state.entity';
import { directoryRepositories } from '../tenancy/directory';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { CustomerNumber } from './customer-number.entity';
import { Customer } from './customer.entity';
import { CustomersRest } from './customers.rest';
import { Customers } from './customers.service';

@Module({
  imports: [SubscriptionsModule],
  controllers: [CustomersRest],
  providers: [...directoryRepositories(Customer, CustomerNumber), ...tenantRepositories(CustomerState), Customers],
  exports: [Customers],
})
export class CustomersModule {}
