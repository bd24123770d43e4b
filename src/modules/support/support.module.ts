import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { directoryRepositories } from '../../tenancy/directory-repository';
import { resourceContextProviders } from '../../crud/resource-context';
import { SupportMessage } from './support-message.entity';
import { SupportMessagesController } from './support.controller';
import { SupportService } from './support.service';

@Module({
  imports: [IdentityModule],
  controllers: [SupportMessagesController],
  providers: [...directoryRepositories(SupportMessage), ...resourceContextProviders(SupportMessage), SupportService],
  exports: [SupportService],
})
export class SupportModule {}
