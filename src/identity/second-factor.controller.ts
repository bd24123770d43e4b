import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, AlsoWhenExpired, CurrentTenant, SingleUse, WithoutSecondFactor } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { EnrolmentDto, FirstCodeBody, RecoveryCodesDto, SecondFactorDto, ShownBody } from './second-factor.dto';
import { SecondFactors } from './second-factors.service';

@ApiTags('Second factor')
@Controller('api/me/second-factor')
@Allow('platform', 'admin', 'user')
@AlsoWhenExpired('how an account is protected must never wait for a bill')
@WithoutSecondFactor('this is where one is set up')
export class SecondFactorController {
  constructor(private readonly factors: SecondFactors) {}

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
  start(@CurrentTenant() tenant: Tenant, @Body() body: ShownBody) {
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
  renewCodes(@CurrentTenant() tenant: Tenant, @Body() body: ShownBody) {
    return this.factors.renewCodes(tenant, body);
  }

  @Post('remove')
  @HttpCode(204)
  @SingleUse('the body is a secret')
  @ApiOperation({ summary: 'Remove the second factor; rejected while the organisation requires one' })
  @ApiNoContentResponse()
  remove(@CurrentTenant() tenant: Tenant, @Body() body: ShownBody) {
    return this.factors.remove(tenant, body);
  }
}
