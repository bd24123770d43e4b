import { Module } from '@nestjs/common';
import { CustomerState } from '../../tenancy/customer-state.entity';
import { directoryRepositories } from '../../tenancy/directory-repository';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { PackagesService } from './packages.service';
import { PlanChangesService } from './plan-changes.service';
import { PlanUsageRow } from './plan-usage.entity';
import { PlanUsageService } from './plan-usage.service';
import { SubscriberListQuery } from './subscriber-list.query';
import { Subscriber } from './subscriber.entity';
import { SubscriptionPackage } from './subscription-package.entity';
import { SubscribersController, SubscriptionPackagesController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';

@Module({
  controllers: [SubscriptionPackagesController, SubscribersController],
  providers: [
    ...directoryRepositories(SubscriptionPackage, Subscriber, CustomerState),
    ...tenantRepositories(Subscriber, PlanUsageRow),
    ...resourceContextProviders(SubscriptionPackage, Subscriber),
    PlanUsageService,
    PackagesService,
    SubscriberListQuery,
    SubscriptionsService,
    PlanChangesService,
  ],
  exports: [PackagesService, SubscriptionsService, SubscriberListQuery, PlanUsageService],
})
export class SubscriptionsModule {}
