import { Body, Controller, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../common/rest/id-param';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import {
  Allow,
  AllowWhenExpired,
  CurrentTenant,
  SingleUse,
  AllowWithoutSecondFactor,
} from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { PasskeyOptionsDto, PasskeyChange, PasskeyRowDto, PasskeyWrite } from './passkeys.dto';
import { PasskeysService } from './passkeys.service';
import { OwnerProofBody } from './second-factor.dto';

@ApiTags('Second factor')
@Controller('api/me/passkeys')
@Allow('platform', 'admin', 'user')
@AllowWhenExpired('independent of the subscription')
@AllowWithoutSecondFactor('a passkey is a second factor')
export class PasskeysController {
  constructor(private readonly passkeysService: PasskeysService) {}

  @Get()
  @ApiOperation({ summary: 'List your passkeys, oldest first' })
  @ApiOkResponse({
    type: PasskeyRowDto,
    isArray: true,
    headers: { 'X-Total-Count': { description: 'Number of all passkeys.', schema: { type: 'integer' } } },
  })
  async list(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) answer: HeaderWriter) {
    return respondWithPage(answer, await this.passkeysService.list(tenant));
  }

  @Post('options')
  @HttpCode(200)
  @SingleUse('the body is a secret, and the challenge has a single use')
  @ApiOperation({ summary: 'Get the options for a new passkey' })
  @ApiOkResponse({ type: PasskeyOptionsDto })
  ask(@CurrentTenant() tenant: Tenant, @Body() body: OwnerProofBody) {
    return this.passkeysService.startRegistration(tenant, body);
  }

  @Post()
  @SingleUse('the challenge has a single use')
  @ApiOperation({ summary: 'Save a new passkey' })
  @ApiCreatedResponse({ type: PasskeyRowDto })
  create(@CurrentTenant() tenant: Tenant, @Body() body: PasskeyWrite) {
    return this.passkeysService.register(tenant, body);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Rename a passkey' })
  @ApiOkResponse({ type: PasskeyRowDto })
  rename(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: PasskeyChange) {
    return this.passkeysService.rename(tenant, id, body.name);
  }

  @Post(':id/remove')
  @HttpCode(204)
  @SingleUse('the body is a secret')
  @ApiOperation({ summary: 'Remove a passkey; the last one cannot be removed while a second factor is required' })
  @ApiNoContentResponse()
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: OwnerProofBody) {
    return this.passkeysService.remove(tenant, id, body);
  }
}
