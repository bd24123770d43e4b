import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { apiKeys } from '../../contract/api-keys.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { Allow, AllowWhenExpired, CurrentTenant, SingleUse, VersionedRoute } from '../../tenancy/access.decorators';
import { ApiKey } from '../../auth/api-key.entity';
import { createReadController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { ApiKeyMadeDto, ApiKeyRowDto, ApiKeyWrite } from './api-keys.dto';
import { ApiKeysService } from './api-keys.service';

@ApiTags('API keys')
@Controller('api/api-keys')
@VersionedRoute(ApiKey, 'api_key_id')
export class ApiKeysController extends createReadController(ApiKey, ApiKeysService, { row: ApiKeyRowDto }) {
  @Post()
  @Allow(...apiKeys.write)
  @SingleUse('returns a secret that is shown once')
  @ApiOperation({ summary: 'Create a key; the answer shows it only once' })
  @ApiRow(ApiKeyMadeDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: ApiKeyWrite) {
    return this.service.create(tenant, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...apiKeys.write)
  @AllowWhenExpired('a leaked key must be revocable at any time')
  @ApiOperation({ summary: 'Revoke a key; its record is kept' })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.revoke(tenant, id);
  }
}
