import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { apiKeys } from '../contract/api-keys.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant, SingleUse, VersionOf } from '../tenancy/access';
import { ApiKey } from '../tenancy/api-key.entity';
import type { Tenant } from '../tenancy/tenant';
import { ApiKeyMadeDto, ApiKeyRowDto, ApiKeyWrite } from './api-keys.dto';
import { ApiKeys } from './api-keys.service';

@ApiTags('API keys')
@Controller('api/api-keys')
@VersionOf(ApiKey, 'api_key_id')
export class ApiKeysRest {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @Allow(...apiKeys.read)
  @ApiList(apiKeys, ApiKeyRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.keys.list(tenant, parseList(apiKeys, query)));
  }

  @Get(':id')
  @Allow(...apiKeys.read)
  @ApiRow(ApiKeyRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.keys.one(tenant, id);
  }

  @Post()
  @Allow(...apiKeys.write)
  @SingleUse('answers a secret that is told once')
  @ApiOperation({ summary: 'Make a key; the answer tells it this once' })
  @ApiRow(ApiKeyMadeDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: ApiKeyWrite) {
    return this.keys.create(tenant, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...apiKeys.write)
  @AlsoWhenExpired('a key that leaked must end, paid or not')
  @ApiOperation({ summary: 'Revoke a key; its row stays' })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.keys.revoke(tenant, id);
  }
}
