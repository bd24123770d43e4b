import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { subscribers } from '../../contract/subscribers.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant, AllowPlatformWrites, Public } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { PackagesService } from './packages.service';
import { SubscriptionPackage } from './subscription-package.entity';
import { PlanChangesService } from './plan-changes.service';
import { Subscriber } from './subscriber.entity';
import { ChangePlanBody, ExtendBody, OfferedPackageDto, SubscribeBody } from './subscriptions.dto';

const { row: SubscriberRow } = getResourceDtos(Subscriber);
const DELETE_OPERATION = ApiOperation({ summary: 'Delete a package without subscribers; otherwise archive it' });

@ResourceController(SubscriptionPackage)
export class SubscriptionPackagesController extends createCrudController(SubscriptionPackage, PackagesService, {
  extraDecorators: { remove: [DELETE_OPERATION] },
}) {
  @Get('offered')
  @Public('shown on the registration form')
  @ApiOperation({ summary: 'List the packages offered at registration' })
  @ApiOkResponse({ type: OfferedPackageDto, isArray: true })
  offered() {
    return this.service.offered();
  }
}

const CHANGE_OPERATION = ApiOperation({ summary: 'Change the billing day; dates and plan have their own commands' });

@ResourceController(Subscriber)
export class SubscribersController extends createCrudController(Subscriber, PlanChangesService, {
  extraDecorators: { change: [CHANGE_OPERATION] },
}) {
  @Post()
  @Allow(...subscribers.write)
  @AllowPlatformWrites()
  @ApiOperation({ summary: 'Set a new plan for an organisation; the current one becomes history' })
  @ApiRow(SubscriberRow, 201)
  subscribe(@CurrentTenant() tenant: Tenant, @Body() body: SubscribeBody) {
    return this.service.changePlanOf(tenant, body.customer_id, body);
  }

  @Post(':id/extend')
  @HttpCode(200)
  @Allow(...subscribers.write)
  @ApiOperation({ summary: 'Change the last day; the grace period and 402 follow at once' })
  @ApiRow(SubscriberRow)
  extend(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExtendBody) {
    return this.service.extend(tenant, id, body);
  }

  @Post(':id/change-plan')
  @HttpCode(200)
  @Allow(...subscribers.write)
  @ApiOperation({ summary: 'Change package, term or limits; returns the new subscription' })
  @ApiRow(SubscriberRow)
  changePlan(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ChangePlanBody) {
    return this.service.changePlan(tenant, id, body);
  }
}
