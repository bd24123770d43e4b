import { HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiRow } from '../platform/definitions/api-list';
import { NumberParam } from '../platform/definitions/id-param';
import { Allow, AlsoWhenExpired, CurrentTenant, PlatformWrites } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { Customer } from './customer.entity';
import { ChangedCustomerDto } from './customers.dto';
import { Customers } from './customers.service';

const { row: CustomerRow } = dtosOf(Customer);

@ResourceController(Customer)
export class CustomersController extends createCrudController(Customer, Customers, {
  also: {
    change: [
      AlsoWhenExpired('company data, which the next bill is sent to'),
      PlatformWrites(),
      ApiRow(ChangedCustomerDto),
    ],
  },
}) {
  @Post(':id/suspend')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Suspend an organisation; no one can sign in until it is reactivated' })
  @ApiRow(CustomerRow)
  suspend(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.service.setStatus(tenant, id, 'S');
  }

  @Post(':id/reactivate')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Reactivate an organisation' })
  @ApiRow(CustomerRow)
  reactivate(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.service.setStatus(tenant, id, 'A');
  }

  @Post(':id/close')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Close an organisation; no one can sign in, and nothing is deleted' })
  @ApiRow(CustomerRow)
  close(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.service.setStatus(tenant, id, 'C');
  }
}
