import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { apiKeys } from '../contract/api-keys.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, AlsoWhenExpired, CurrentTenant, SingleUse, VersionOf } from '../tenancy/access';
import { ApiKey } from '../tenancy/api-key.entity';
import { createReadController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { ApiKeyMadeDto, ApiKeyRowDto, ApiKeyWrite } from './api-keys.dto';
import { ApiKeys } from './api-keys.service';

@ApiTags('API keys')
@Controller('api/api-keys')
@VersionOf(ApiKey, 'api_key_id')
export class ApiKeysController extends createReadController(ApiKey, ApiKeys, { row: ApiKeyRowDto }) {
  @Post()
  @Allow(...apiKeys.write)
  @SingleUse('answers a secret that is shown once')
  @ApiOperation({ summary: 'Create a key; the answer shows it only once' })
  @ApiRow(ApiKeyMadeDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: ApiKeyWrite) {
    return this.service.create(tenant, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...apiKeys.write)
  @AlsoWhenExpired('a key that leaked must end, paid or not')
  @ApiOperation({ summary: 'Revoke a key; its record is kept' })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.revoke(tenant, id);
  }
}
