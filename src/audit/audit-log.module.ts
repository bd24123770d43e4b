import { Module } from '@nestjs/common';
import { DocumentsModule } from '../exports/exports.module';
import { AuditEventsController } from './audit-events.controller';
import { AuditExport } from './audit-export';
import { AuditExportController } from './audit-export.controller';
import { AuditLog } from './audit-log';
import { AuditNames } from './audit-names';

/** Reading what all floors have told (platform/audit writes it): above them, for it knows what each calls its records. */
@Module({
  imports: [DocumentsModule],
  controllers: [AuditEventsController, AuditExportController],
  providers: [AuditLog, AuditNames, AuditExport],
})
export class AuditLogModule {}
