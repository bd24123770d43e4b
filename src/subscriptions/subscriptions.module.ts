import { Module } from '@nestjs/common';
import { CustomerState } from '../tenancy/customer-state.entity';
import { directoryRepositories } from '../tenancy/directory';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { Packages } from './packages.service';
import { PlanUsageModule } from './plan-usage.module';
import { Subscriber } from './subscriber.entity';
import { SubscriptionPackage } from './subscription-package.entity';
import { SubscribersRest, SubscriptionPackagesRest } from './subscriptions.rest';
import { Subscriptions } from './subscriptions.service';

@Module({
  imports: [PlanUsageModule],
  controllers: [SubscriptionPackagesRest, SubscribersRest],
  providers: [
    ...directoryRepositories(SubscriptionPackage, Subscriber, CustomerState),
    ...tenantRepositories(Subscriber),
    Packages,
    Subscriptions,
  ],
  exports: [Packages, Subscriptions, PlanUsageModule],
})
export class SubscriptionsModule {}
