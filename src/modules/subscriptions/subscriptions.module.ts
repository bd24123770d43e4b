import { Module } from '@nestjs/common';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { directoryRepositories } from '../../tenancy/directory-repository';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { PackagesService } from './packages.service';
import { PlanChangesService } from './plan-changes.service';
import { PlanUsageModule } from './plan-usage.module';
import { SubscriberListQuery } from './subscriber-list.query';
import { Subscriber } from './subscriber.entity';
import { SubscriptionPackage } from './subscription-package.entity';
import { SubscribersController, SubscriptionPackagesController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';

@Module({
  imports: [PlanUsageModule],
  controllers: [SubscriptionPackagesController, SubscribersController],
  providers: [
    ...directoryRepositories(SubscriptionPackage, Subscriber, CustomerState),
    ...tenantRepositories(Subscriber),
    ...resourceContextProviders(SubscriptionPackage, Subscriber),
    PackagesService,
    SubscriberListQuery,
    SubscriptionsService,
    PlanChangesService,
  ],
  exports: [PackagesService, SubscriptionsService, SubscriberListQuery, PlanUsageModule],
})
export class SubscriptionsModule {}
