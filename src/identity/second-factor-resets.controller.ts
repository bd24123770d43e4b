import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NumberParam } from '../platform/definitions/id-param';
import { Allow, CurrentTenant, PlatformWrites } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { SecondFactorResets } from './second-factor-resets.service';

@ApiTags('Customers')
@Controller('api/customers')
export class SecondFactorResetsController {
  constructor(private readonly resets: SecondFactorResets) {}

  @Post(':id/reset-second-factor')
  @HttpCode(204)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({
    summary: 'Reset the second factor of the account that registered; signs it out and notifies it by email',
  })
  @ApiNoContentResponse()
  resetRegistrant(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.resets.resetOfRegistrant(tenant, id);
  }
}
