import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { subscribers } from '../contract/subscribers.resource';
import { subscriptionPackages } from '../contract/subscription-packages.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam, NumberParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, CurrentTenant, PlatformWrites, Public, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { Packages, type PackageFacts } from './packages.service';
import { SubscriptionPackage } from './subscription-package.entity';
import { PlanChanges } from './plan-changes.service';
import { Subscriber } from './subscriber.entity';
import {
  ChangePlanBody,
  ExtendBody,
  OfferedPackageDto,
  PackageChange,
  PackageRowDto,
  PackageWrite,
  SubscribeBody,
  SubscriberChange,
  SubscriberRowDto,
} from './subscriptions.dto';
import { Subscriptions } from './subscriptions.service';

@ApiTags('Subscription packages')
@Controller('api/subscription-packages')
@VersionOf(SubscriptionPackage, 'subscription_id')
export class SubscriptionPackagesRest {
  constructor(private readonly packages: Packages) {}

  @Get('offered')
  @Public('shown on the registration form')
  @ApiOperation({ summary: 'The packages one can register for' })
  @ApiOkResponse({ type: OfferedPackageDto, isArray: true })
  offered() {
    return this.packages.offered();
  }

  @Get()
  @Allow(...subscriptionPackages.read)
  @ApiList(subscriptionPackages, PackageRowDto)
  async list(@Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.packages.list(parseList(subscriptionPackages, query)));
  }

  @Get(':id')
  @Allow(...subscriptionPackages.read)
  @ApiRow(PackageRowDto)
  one(@NumberParam() id: number) {
    return this.packages.one(id);
  }

  @Post()
  @Allow(...subscriptionPackages.write)
  @ApiRow(PackageRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: PackageWrite) {
    return this.packages.create(tenant, body as PackageFacts);
  }

  @Patch(':id')
  @Allow(...subscriptionPackages.write)
  @ApiRow(PackageRowDto)
  change(@CurrentTenant() tenant: Tenant, @NumberParam() id: number, @Body() body: PackageChange) {
    return this.packages.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...subscriptionPackages.write)
  @ApiOperation({ summary: 'Only while nobody has ever subscribed to it; else archive it' })
  remove(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.packages.remove(tenant, id);
  }

  @Post(':id/archive')
  @HttpCode(200)
  @Allow(...subscriptionPackages.write)
  @ApiRow(PackageRowDto)
  archive(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.packages.archive(tenant, id, true);
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Allow(...subscriptionPackages.write)
  @ApiRow(PackageRowDto)
  restore(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.packages.archive(tenant, id, false);
  }
}

@ApiTags('Subscribers')
@Controller('api/subscribers')
@VersionOf(Subscriber, 'subscriber_id')
export class SubscribersRest {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly changes: PlanChanges,
  ) {}

  @Get()
  @Allow(...subscribers.read)
  @ApiList(subscribers, SubscriberRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.subscriptions.list(tenant, parseList(subscribers, query)));
  }

  @Get(':id')
  @Allow(...subscribers.read)
  @ApiRow(SubscriberRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.subscriptions.one(tenant, id);
  }

  @Post()
  @Allow(...subscribers.write)
  @PlatformWrites()
  @ApiOperation({ summary: 'Another plan for an organisation; the one in force becomes history' })
  @ApiRow(SubscriberRowDto, 201)
  subscribe(@CurrentTenant() tenant: Tenant, @Body() body: SubscribeBody) {
    return this.changes.changePlanOf(tenant, body.customer_id, body);
  }

  @Patch(':id')
  @Allow(...subscribers.write)
  @ApiOperation({ summary: 'When the bill is made; dates and plan have commands of their own' })
  @ApiRow(SubscriberRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SubscriberChange) {
    return this.changes.change(tenant, id, body);
  }

  @Post(':id/extend')
  @HttpCode(200)
  @Allow(...subscribers.write)
  @ApiOperation({ summary: 'Another last day: grace and 402 follow at once' })
  @ApiRow(SubscriberRowDto)
  extend(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExtendBody) {
    return this.changes.extend(tenant, id, body);
  }

  @Post(':id/change-plan')
  @HttpCode(200)
  @Allow(...subscribers.write)
  @ApiOperation({ summary: 'Another package, term or limits; answers the new subscription' })
  @ApiRow(SubscriberRowDto)
  changePlan(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ChangePlanBody) {
    return this.changes.changePlan(tenant, id, body);
  }
}
