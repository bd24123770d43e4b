import { Body, Controller, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { customers } from '../contract/customers.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { NumberParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant, PlatformWrites, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { Customer } from './customer.entity';
import { ChangedCustomerDto, CustomerChange, CustomerRowDto } from './customers.dto';
import { Customers, type CustomerForm } from './customers.service';

@ApiTags('Customers')
@Controller('api/customers')
@VersionOf(Customer, 'customer_id')
export class CustomersRest {
  constructor(private readonly customers: Customers) {}

  @Get()
  @Allow(...customers.read)
  @ApiList(customers, CustomerRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.customers.list(tenant, parseList(customers, query)));
  }

  @Get(':id')
  @Allow(...customers.read)
  @ApiRow(CustomerRowDto)
  one(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.customers.one(tenant, id);
  }

  @Patch(':id')
  @Allow(...customers.write)
  @AlsoWhenExpired('company data, which the next bill is sent to')
  @PlatformWrites()
  @ApiRow(ChangedCustomerDto)
  change(@CurrentTenant() tenant: Tenant, @NumberParam() id: number, @Body() body: CustomerChange) {
    return this.customers.change(tenant, id, body as Partial<CustomerForm>);
  }

  @Post(':id/suspend')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Nobody of it can sign in, until it is reactivated' })
  @ApiRow(CustomerRowDto)
  suspend(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.customers.setStatus(tenant, id, 'S');
  }

  @Post(':id/reactivate')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Open again' })
  @ApiRow(CustomerRowDto)
  reactivate(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.customers.setStatus(tenant, id, 'A');
  }

  @Post(':id/close')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Its people can no longer sign in; nothing is deleted' })
  @ApiRow(CustomerRowDto)
  close(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.customers.setStatus(tenant, id, 'C');
  }
}
