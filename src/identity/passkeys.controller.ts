import { Body, Controller, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../platform/definitions/id-param';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant, SingleUse, WithoutSecondFactor } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { PasskeyAskedDto, PasskeyChange, PasskeyRowDto, PasskeyWrite } from './passkeys.dto';
import { Passkeys } from './passkeys.service';
import { ShownBody } from './second-factor.dto';

@ApiTags('Second factor')
@Controller('api/me/passkeys')
@Allow('platform', 'admin', 'user')
@AlsoWhenExpired('how an account is protected must never wait for a bill')
@WithoutSecondFactor('a passkey is one')
export class PasskeysController {
  constructor(private readonly passkeys: Passkeys) {}

  @Get()
  @ApiOperation({ summary: 'List your passkeys, oldest first' })
  @ApiOkResponse({
    type: PasskeyRowDto,
    isArray: true,
    headers: { 'X-Total-Count': { description: 'Number of all passkeys.', schema: { type: 'integer' } } },
  })
  async list(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.passkeys.list(tenant));
  }

  @Post('options')
  @HttpCode(200)
  @SingleUse('the body is a secret, and the challenge has a single use')
  @ApiOperation({ summary: 'Get the options for a new passkey' })
  @ApiOkResponse({ type: PasskeyAskedDto })
  ask(@CurrentTenant() tenant: Tenant, @Body() body: ShownBody) {
    return this.passkeys.askRegistration(tenant, body);
  }

  @Post()
  @SingleUse('the challenge has a single use')
  @ApiOperation({ summary: 'Save a new passkey' })
  @ApiCreatedResponse({ type: PasskeyRowDto })
  create(@CurrentTenant() tenant: Tenant, @Body() body: PasskeyWrite) {
    return this.passkeys.register(tenant, body);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Rename a passkey' })
  @ApiOkResponse({ type: PasskeyRowDto })
  rename(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: PasskeyChange) {
    return this.passkeys.rename(tenant, id, body.name);
  }

  @Post(':id/remove')
  @HttpCode(204)
  @SingleUse('the body is a secret')
  @ApiOperation({ summary: 'Remove a passkey; the last one cannot be removed while a second factor is required' })
  @ApiNoContentResponse()
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ShownBody) {
    return this.passkeys.remove(tenant, id, body);
  }
}
