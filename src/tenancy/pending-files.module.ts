import { Global, Module } from '@nestjs/common';
import { PendingFile } from './pending-file.entity';
import { PendingFilesService } from './pending-files.service';
import { tenantRepositories } from './tenancy.module';

@Global()
@Module({ providers: [...tenantRepositories(PendingFile), PendingFilesService], exports: [PendingFilesService] })
export class PendingFilesModule {}
