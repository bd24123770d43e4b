import { Body, Controller, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { subscribers } from '../contract/subscribers.resource';
import { subscriptionPackages } from '../contract/subscription-packages.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam, NumberParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, CurrentTenant, Public, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { Packages, type PackageFacts } from './packages.service';
import { SubscriptionPackage } from './subscription-package.entity';
import { OfferedPackageDto, PackageChange, PackageRowDto, PackageWrite, SubscriberRowDto } from './subscriptions.dto';
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
export class SubscribersRest {
  constructor(private readonly subscriptions: Subscriptions) {}

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
}
