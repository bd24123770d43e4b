import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { everyList } from '../tenancy/resources/lists';
import { DocumentMaker } from './document-maker';
import { ExportDesk } from './export-desk';
import { exportController } from './export.controller';
import { ListExport } from './list-export';

/** Tables as files, at once or as a job: for whoever has one. */
@Module({ imports: [IdentityModule], providers: [DocumentMaker, ExportDesk], exports: [ExportDesk] })
export class DocumentsModule {}

/** What every list that has been loaded shows, as a file. */
@Module({ imports: [DocumentsModule], providers: [ListExport] })
export class ExportsModule {
  static ofLists(): DynamicModule {
    return { module: ExportsModule, controllers: everyList().map(exportController) };
  }
}
