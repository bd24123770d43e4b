import { Module } from '@nestjs/common';
import { CustomerState } from '../tenancy/customer-state.entity';
import { directoryRepositories } from '../tenancy/directory';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { Packages } from './packages.service';
import { PlanChanges } from './plan-changes.service';
import { PlanUsageModule } from './plan-usage.module';
import { SubscriberList } from './subscriber-list';
import { Subscriber } from './subscriber.entity';
import { SubscriptionPackage } from './subscription-package.entity';
import { SubscribersController, SubscriptionPackagesController } from './subscriptions.controller';
import { Subscriptions } from './subscriptions.service';

@Module({
  imports: [PlanUsageModule],
  controllers: [SubscriptionPackagesController, SubscribersController],
  providers: [
    ...directoryRepositories(SubscriptionPackage, Subscriber, CustomerState),
    ...tenantRepositories(Subscriber),
    ...resourceParts(SubscriptionPackage, Subscriber),
    Packages,
    SubscriberList,
    Subscriptions,
    PlanChanges,
  ],
  exports: [Packages, Subscriptions, SubscriberList, PlanUsageModule],
})
export class SubscriptionsModule {}
