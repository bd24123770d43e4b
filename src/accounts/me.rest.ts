import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { MeDto, PreferencesBody } from './auth.dto';
import { MeService } from './me.service';

@ApiTags('Me')
@Controller('api/me')
export class MeRest {
  constructor(private readonly me: MeService) {}

  @Get()
  @Allow('platform', 'admin', 'user')
  @ApiOperation({ summary: 'Who is signed in, what the plan allows, and preferences' })
  @ApiOkResponse({ type: MeDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.me.of(tenant);
  }

  @Patch()
  @Allow('platform', 'admin', 'user')
  @ApiOperation({ summary: 'Language and theme' })
  @ApiOkResponse({ type: MeDto })
  prefer(@CurrentTenant() tenant: Tenant, @Body() body: PreferencesBody) {
    return this.me.prefer(tenant, body);
  }
}
