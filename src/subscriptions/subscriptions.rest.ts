import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { subscribers } from '../contract/subscribers.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, CurrentTenant, PlatformWrites, Public } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { ResourceController, resourceRest } from '../tenancy/resources/resource.rest';
import type { Tenant } from '../tenancy/tenant';
import { Packages } from './packages.service';
import { SubscriptionPackage } from './subscription-package.entity';
import { PlanChanges } from './plan-changes.service';
import { Subscriber } from './subscriber.entity';
import { ChangePlanBody, ExtendBody, OfferedPackageDto, SubscribeBody } from './subscriptions.dto';

const { row: SubscriberRow } = dtosOf(Subscriber);
const UNSOLD = ApiOperation({ summary: 'Only while nobody has ever subscribed to it; else archive it' });

@ResourceController(SubscriptionPackage)
export class SubscriptionPackagesRest extends resourceRest(SubscriptionPackage, Packages, {
  also: { remove: [UNSOLD] },
}) {
  @Get('offered')
  @Public('shown on the registration form')
  @ApiOperation({ summary: 'The packages one can register for' })
  @ApiOkResponse({ type: OfferedPackageDto, isArray: true })
  offered() {
    return this.service.offered();
  }
}

const BILL = ApiOperation({ summary: 'When the bill is made; dates and plan have commands of their own' });

@ResourceController(Subscriber)
export class SubscribersRest extends resourceRest(Subscriber, PlanChanges, { also: { change: [BILL] } }) {
  @Post()
  @Allow(...subscribers.write)
  @PlatformWrites()
  @ApiOperation({ summary: 'Another plan for an organisation; the one in force becomes history' })
  @ApiRow(SubscriberRow, 201)
  subscribe(@CurrentTenant() tenant: Tenant, @Body() body: SubscribeBody) {
    return this.service.changePlanOf(tenant, body.customer_id, body);
  }

  @Post(':id/extend')
  @HttpCode(200)
  @Allow(...subscribers.write)
  @ApiOperation({ summary: 'Another last day: grace and 402 follow at once' })
  @ApiRow(SubscriberRow)
  extend(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExtendBody) {
    return this.service.extend(tenant, id, body);
  }

  @Post(':id/change-plan')
  @HttpCode(200)
  @Allow(...subscribers.write)
  @ApiOperation({ summary: 'Another package, term or limits; answers the new subscription' })
  @ApiRow(SubscriberRow)
  changePlan(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ChangePlanBody) {
    return this.service.changePlan(tenant, id, body);
  }
}
