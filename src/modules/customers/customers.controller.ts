import { HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { NumberParam } from '../../common/rest/id-param';
import { Allow, AllowWhenExpired, CurrentTenant, AllowPlatformWrites } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { Customer } from './customer.entity';
import { ChangedCustomerDto } from './customers.dto';
import { CustomersService } from './customers.service';

const { row: CustomerRow } = getResourceDtos(Customer);

@ResourceController(Customer)
export class CustomersController extends createCrudController(Customer, CustomersService, {
  extraDecorators: {
    change: [
      AllowWhenExpired('company data, which the next bill is sent to'),
      AllowPlatformWrites(),
      ApiRow(ChangedCustomerDto),
    ],
  },
}) {
  @Post(':id/suspend')
  @HttpCode(200)
  @Allow('platform')
  @AllowPlatformWrites()
  @ApiOperation({ summary: 'Suspend an organisation; no one can sign in until it is reactivated' })
  @ApiRow(CustomerRow)
  suspend(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.service.setStatus(tenant, id, 'S');
  }

  @Post(':id/reactivate')
  @HttpCode(200)
  @Allow('platform')
  @AllowPlatformWrites()
  @ApiOperation({ summary: 'Reactivate an organisation' })
  @ApiRow(CustomerRow)
  reactivate(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.service.setStatus(tenant, id, 'A');
  }

  @Post(':id/close')
  @HttpCode(200)
  @Allow('platform')
  @AllowPlatformWrites()
  @ApiOperation({ summary: 'Close an organisation; no one can sign in, and nothing is deleted' })
  @ApiRow(CustomerRow)
  close(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.service.setStatus(tenant, id, 'C');
  }
}
