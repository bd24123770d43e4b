import { Global, Module } from '@nestjs/common';
import { PendingFile } from './pending-file.entity';
import { PendingFiles } from './pending-files';
import { tenantRepositories } from './tenancy.module';

/** Exports `PendingFiles`, by which a domain stores a file before the row that refers to it. */
@Global()
@Module({ providers: [...tenantRepositories(PendingFile), PendingFiles], exports: [PendingFiles] })
export class PendingFilesModule {}
