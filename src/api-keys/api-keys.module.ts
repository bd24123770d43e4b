import { Module } from '@nestjs/common';
import { ApiKey } from '../tenancy/api-key.entity';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeys } from './api-keys.service';

@Module({
  controllers: [ApiKeysController],
  providers: [...tenantRepositories(ApiKey), ...resourceParts(ApiKey), ApiKeys],
  exports: [ApiKeys],
})
export class ApiKeysModule {}
