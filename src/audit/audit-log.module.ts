import { Module } from '@nestjs/common';
import { DocumentsModule } from '../exports/exports.module';
import { AuditEventsRest } from './audit-events.rest';
import { AuditExport } from './audit-export';
import { AuditExportRest } from './audit-export.rest';
import { AuditLog } from './audit-log';
import { AuditNames } from './audit-names';

/** Reading what all floors have told (platform/audit writes it): above them, for it knows what each calls its records. */
@Module({
  imports: [DocumentsModule],
  controllers: [AuditEventsRest, AuditExportRest],
  providers: [AuditLog, AuditNames, AuditExport],
})
export class AuditLogModule {}
