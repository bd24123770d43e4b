import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config/config';
import { Log } from '../logging/log';
import { Meters } from '../metrics/meters';
import { Files } from './files';
import { FolderFiles } from './folder-files';
import { HalfWritten } from './half-written';
import { openBucket } from './open-bucket';

/** Exports `Files`: a folder or a bucket, as FILES_URL says. */
@Module({})
export class FilesModule {
  static with(config: Config): DynamicModule {
    return {
      module: FilesModule,
      global: true,
      providers: [
        HalfWritten,
        {
          provide: Files,
          inject: [Log, Meters],
          useFactory: (log: Log, meters: Meters) => filesOf(config, { log, meters }),
        },
      ],
      exports: [Files],
    };
  }
}

async function filesOf({ files, publicUrl }: Config, given: { log: Log; meters: Meters }): Promise<Files> {
  if (files.kind === 'folder') return new FolderFiles(files.path);
  return openBucket(files, new URL(publicUrl).origin, given);
}
