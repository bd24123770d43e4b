import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { directoryRepositories } from '../tenancy/directory';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { SupportMessage } from './support-message.entity';
import { SupportMessagesController } from './support.controller';
import { Support } from './support.service';

@Module({
  imports: [IdentityModule],
  controllers: [SupportMessagesController],
  providers: [...directoryRepositories(SupportMessage), ...resourceParts(SupportMessage), Support],
  exports: [Support],
})
export class SupportModule {}
