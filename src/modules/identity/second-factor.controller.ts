import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Allow,
  AllowWhenExpired,
  CurrentTenant,
  SingleUse,
  AllowWithoutSecondFactor,
} from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { EnrolmentDto, FirstCodeBody, RecoveryCodesDto, SecondFactorDto, OwnerProofBody } from './second-factor.dto';
import { SecondFactorsService } from './second-factors.service';

@ApiTags('Second factor')
@Controller('api/me/second-factor')
@Allow('platform', 'admin', 'user')
@AllowWhenExpired('independent of the subscription')
@AllowWithoutSecondFactor('this is where one is set up')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorsService) {}

  @Get()
  @ApiOperation({ summary: 'Read the second factor of your account and the number of recovery codes left' })
  @ApiOkResponse({ type: SecondFactorDto })
  state(@CurrentTenant() tenant: Tenant) {
    return this.factors.state(tenant);
  }

  @Post('start')
  @HttpCode(200)
  @SingleUse('answers a secret that is shown once')
  @ApiOperation({ summary: 'Get a key for an authenticator app; active once confirmed with a code' })
  @ApiOkResponse({ type: EnrolmentDto })
  start(@CurrentTenant() tenant: Tenant, @Body() body: OwnerProofBody) {
    return this.factors.start(tenant, body);
  }

  @Post('confirm')
  @HttpCode(200)
  @SingleUse('answers secrets that are shown once')
  @ApiOperation({ summary: 'Activate the new authenticator app; returns the recovery codes once' })
  @ApiOkResponse({ type: RecoveryCodesDto })
  confirm(@CurrentTenant() tenant: Tenant, @Body() body: FirstCodeBody) {
    return this.factors.confirm(tenant, body.code);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @SingleUse('answers secrets that are shown once')
  @ApiOperation({ summary: 'Create new recovery codes, shown once; the previous ones become invalid' })
  @ApiOkResponse({ type: RecoveryCodesDto })
  renewCodes(@CurrentTenant() tenant: Tenant, @Body() body: OwnerProofBody) {
    return this.factors.renewCodes(tenant, body);
  }

  @Post('remove')
  @HttpCode(204)
  @SingleUse('the body is a secret')
  @ApiOperation({ summary: 'Remove the second factor; rejected while the organisation requires one' })
  @ApiNoContentResponse()
  remove(@CurrentTenant() tenant: Tenant, @Body() body: OwnerProofBody) {
    return this.factors.remove(tenant, body);
  }
}
