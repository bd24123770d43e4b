import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { listRegistrations } from '../../crud/list.registry';
import { ExportFileFactory } from './export-file.factory';
import { ExportsService } from './exports.service';
import { createExportController } from './export.controller';
import { ListExportService } from './list-export.service';

/** Export infrastructure, for modules with their own exports. */
@Module({ imports: [IdentityModule], providers: [ExportFileFactory, ExportsService], exports: [ExportsService] })
export class ExportFilesModule {}

/** Export routes of all lists. */
@Module({ imports: [ExportFilesModule], providers: [ListExportService] })
export class ListExportsModule {
  static forLists(): DynamicModule {
    return { module: ListExportsModule, controllers: listRegistrations().map(createExportController) };
  }
}
