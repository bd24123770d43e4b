import { Module } from '@nestjs/common';
import { ApiKey } from '../../auth/api-key.entity';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';

@Module({
  controllers: [ApiKeysController],
  providers: [...tenantRepositories(ApiKey), ...resourceContextProviders(ApiKey), ApiKeysService],
  exports: [ApiKeysService],
})
export class ApiKeysModule {}
