import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, AllowWhenExpired, CurrentTenant } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { SecuritySettingsBody, SecuritySettingsDto } from './second-factor.dto';
import { SecuritySettingsService } from './security-settings.service';

@ApiTags('Settings')
@Controller('api/settings/security')
@Allow('admin')
@AllowWhenExpired('independent of the subscription')
export class SecuritySettingsController {
  constructor(private readonly settings: SecuritySettingsService) {}

  @Get()
  @ApiOperation({ summary: 'Read the sign-in requirements of the organisation' })
  @ApiOkResponse({ type: SecuritySettingsDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.settings.read(tenant);
  }

  @Patch()
  @ApiOperation({ summary: 'Change whether a second factor is required for everyone' })
  @ApiOkResponse({ type: SecuritySettingsDto })
  change(@CurrentTenant() tenant: Tenant, @Body() body: SecuritySettingsBody) {
    return this.settings.requireSecondFactor(tenant, body.require_second_factor);
  }
}
