import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config/config';
import { AppLogger } from '../logging/app-logger';
import { MetricsService } from '../metrics/metrics.service';
import { FileStorage } from './file-storage';
import { FolderFileStorage } from './folder-file-storage';
import { PartialFileCleanupJob } from './partial-file-cleanup.job';
import { openBucket } from './open-bucket';

/** Exports `FileStorage`: a folder or a bucket, depending on FILES_URL. */
@Module({})
export class FileStorageModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: FileStorageModule,
      global: true,
      providers: [
        PartialFileCleanupJob,
        {
          provide: FileStorage,
          inject: [AppLogger, MetricsService],
          useFactory: (logger: AppLogger, metrics: MetricsService) =>
            createFileStorage(config, { log: logger, meters: metrics }),
        },
      ],
      exports: [FileStorage],
    };
  }
}

async function createFileStorage(
  { files, publicUrl }: Config,
  dependencies: { log: AppLogger; meters: MetricsService },
): Promise<FileStorage> {
  if (files.kind === 'folder') return new FolderFileStorage(files.path);
  return openBucket(files, new URL(publicUrl).origin, dependencies);
}
