import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NumberParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant, AllowPlatformWrites } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { SecondFactorResetsService } from './second-factor-resets.service';

@ApiTags('Customers')
@Controller('api/customers')
export class SecondFactorResetsController {
  constructor(private readonly resets: SecondFactorResetsService) {}

  @Post(':id/reset-second-factor')
  @HttpCode(204)
  @Allow('platform')
  @AllowPlatformWrites()
  @ApiOperation({
    summary: 'Reset the second factor of the account that registered; signs it out and notifies it by email',
  })
  @ApiNoContentResponse()
  resetRegistrant(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.resets.resetRegistrant(tenant, id);
  }
}
