import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, AlsoWhenExpired, CurrentTenant, SingleUse, WithoutSecondFactor } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { MeDto, NamesBody, PendingNamesDto, PreferencesBody } from './auth.dto';
import { MeService } from './me.service';
import { SignInChanges } from './sign-in-changes.service';

const NO_BILL = 'how one signs in must never wait for a bill';

@ApiTags('Me')
@Controller('api/me')
export class MeController {
  constructor(
    private readonly me: MeService,
    private readonly names: SignInChanges,
  ) {}

  @Get()
  @Allow('platform', 'admin', 'user')
  @WithoutSecondFactor('who is signed in')
  @ApiOperation({ summary: 'Read the signed-in user, plan limits and preferences' })
  @ApiOkResponse({ type: MeDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.me.of(tenant);
  }

  @Patch()
  @Allow('platform', 'admin', 'user')
  @WithoutSecondFactor('the language of the page that sets one up')
  @AlsoWhenExpired('language and looks are not what a plan pays for')
  @ApiOperation({ summary: 'Change language, colour scheme and theme customizer options' })
  @ApiOkResponse({ type: MeDto })
  prefer(@CurrentTenant() tenant: Tenant, @Body() body: PreferencesBody) {
    return this.me.prefer(tenant, body);
  }

  @Post('sign-in-change')
  @HttpCode(200)
  @Allow('platform', 'admin', 'user')
  @AlsoWhenExpired(NO_BILL)
  @SingleUse('the body may hold the password; the newest change replaces the older')
  @ApiOperation({ summary: 'Request a new email or user name for signing in; it must be confirmed by email' })
  @ApiOkResponse({ type: PendingNamesDto })
  askNames(@CurrentTenant() tenant: Tenant, @Body() { current_password, ...names }: NamesBody) {
    return this.names.askOwn(tenant, names, current_password);
  }

  @Post('sign-in-change/resend')
  @HttpCode(200)
  @Allow('platform', 'admin', 'user')
  @AlsoWhenExpired(NO_BILL)
  @ApiOperation({ summary: 'Resend the confirmation link, valid for one day' })
  @ApiOkResponse({ type: PendingNamesDto })
  resendNames(@CurrentTenant() tenant: Tenant) {
    return this.names.resendOwn(tenant);
  }

  @Delete('sign-in-change')
  @HttpCode(204)
  @Allow('platform', 'admin', 'user')
  @AlsoWhenExpired(NO_BILL)
  @ApiOperation({ summary: 'Cancel the pending change' })
  @ApiNoContentResponse()
  cancelNames(@CurrentTenant() tenant: Tenant) {
    return this.names.cancelOwn(tenant);
  }
}
