import { Module } from '@nestjs/common';
import { ExportFilesModule } from '../exports/exports.module';
import { AuditEventsController } from './audit-events.controller';
import { AuditExportService } from './audit-export.service';
import { AuditExportController } from './audit-export.controller';
import { AuditLogService } from './audit-log.service';
import { AuditNamesQuery } from './audit-names.query';

/** Reads the audit log (infrastructure/audit writes it). Above all domains, because it knows their record names. */
@Module({
  imports: [ExportFilesModule],
  controllers: [AuditEventsController, AuditExportController],
  providers: [AuditLogService, AuditNamesQuery, AuditExportService],
})
export class AuditLogModule {}
