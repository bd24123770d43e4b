import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Allow,
  AllowWhenExpired,
  CurrentTenant,
  SingleUse,
  AllowWithoutSecondFactor,
} from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { MeDto, NamesBody, PendingNamesDto, PreferencesBody } from './auth.dto';
import { MeService } from './me.service';
import { SignInChangesService } from './sign-in-changes.service';

const ANY_SUBSCRIPTION = 'independent of the subscription';

@ApiTags('Me')
@Controller('api/me')
export class MeController {
  constructor(
    private readonly me: MeService,
    private readonly signInChanges: SignInChangesService,
  ) {}

  @Get()
  @Allow('platform', 'admin', 'user')
  @AllowWithoutSecondFactor('needed by every page')
  @ApiOperation({ summary: 'Read the signed-in user, plan limits and preferences' })
  @ApiOkResponse({ type: MeDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.me.read(tenant);
  }

  @Patch()
  @Allow('platform', 'admin', 'user')
  @AllowWithoutSecondFactor('the language of the page that sets one up')
  @AllowWhenExpired('independent of the subscription')
  @ApiOperation({ summary: 'Change language, colour scheme and theme customizer options' })
  @ApiOkResponse({ type: MeDto })
  prefer(@CurrentTenant() tenant: Tenant, @Body() body: PreferencesBody) {
    return this.me.savePreferences(tenant, body);
  }

  @Post('sign-in-change')
  @HttpCode(200)
  @Allow('platform', 'admin', 'user')
  @AllowWhenExpired(ANY_SUBSCRIPTION)
  @SingleUse('the body may hold the password; the newest change replaces the older')
  @ApiOperation({ summary: 'Request a new email or user name for signing in; it must be confirmed by email' })
  @ApiOkResponse({ type: PendingNamesDto })
  askNames(@CurrentTenant() tenant: Tenant, @Body() { current_password, ...newNames }: NamesBody) {
    return this.signInChanges.requestOwn(tenant, newNames, current_password);
  }

  @Post('sign-in-change/resend')
  @HttpCode(200)
  @Allow('platform', 'admin', 'user')
  @AllowWhenExpired(ANY_SUBSCRIPTION)
  @ApiOperation({ summary: 'Resend the confirmation link, valid for one day' })
  @ApiOkResponse({ type: PendingNamesDto })
  resendNames(@CurrentTenant() tenant: Tenant) {
    return this.signInChanges.resendOwn(tenant);
  }

  @Delete('sign-in-change')
  @HttpCode(204)
  @Allow('platform', 'admin', 'user')
  @AllowWhenExpired(ANY_SUBSCRIPTION)
  @ApiOperation({ summary: 'Cancel the pending change' })
  @ApiNoContentResponse()
  cancelNames(@CurrentTenant() tenant: Tenant) {
    return this.signInChanges.cancelOwn(tenant);
  }
}
