import { Controller, Get, Inject, Query, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { REPORT_FORMATS, type ExportFormat } from '../../contract/exports';
import { FALLBACK_LANGUAGE, type Language } from '../../contract/languages';
import type { RowsReport } from '../../contract/report';
import type { ExportContent } from '../exports/export-file.factory';
import { ExportsService, type ExportContext } from '../exports/exports.service';
import { answerExport, ApiFile } from '../exports/export.controller';
import type { RawQuery } from '../../infrastructure/rest/list-query';
import { Allow, CurrentTenant, RequireApiKeyScope } from '../../tenancy/access.decorators';
import { ReadFromReplica } from '../../tenancy/replica-read.interceptor';
import { withClassName } from '../../crud/resource-dtos';
import type { Tenant } from '../../tenancy/tenant';
import { ReportExportsService, type ReportExportRequest } from './report-exports.service';
import { READERS } from './reports.controller';
import { exportQuery, type ReportFilters } from './reports.dto';

type ExportedReport = Pick<RowsReport, 'name' | 'path' | 'filters'> & Partial<Pick<RowsReport, 'sorts'>>;

interface ExportParameters {
  readonly format?: ExportFormat;
  readonly lang?: Language;
  readonly csv_for?: Language;
}

/** Creates the controller of `GET /api/reports/{report}/export`: the report with the same filters, as a file. */
export function reportExportController(
  report: ExportedReport,
  operation: string,
  write: (exports: ReportExportsService, request: ReportExportRequest) => Promise<ExportContent>,
): Type<object> {
  const source = `reports/${report.name}`;

  class ReportExportController {
    constructor(
      @Inject(ReportExportsService) private readonly exports: ReportExportsService,
      @Inject(ExportsService) readonly exportsService: ExportsService,
    ) {}

    onModuleInit(): void {
      const buildContent = ({ query, ...context }: ExportContext) =>
        write(this.exports, { ...context, query: query as ReportFilters });
      this.exportsService.register(source, { read: READERS, buildContent });
    }
  }
  const { prototype } = ReportExportController;
  const { [operation]: value } = {
    async [operation](this: ReportExportController, tenant: Tenant, query: ReportFilters, answer: FastifyReply) {
      const { format = 'csv', lang = FALLBACK_LANGUAGE, csv_for } = query as ExportParameters;
      const exportRequest = { source, query: query as RawQuery, format, language: lang, csv_for };
      return answerExport(answer, await this.exportsService.request(tenant, exportRequest));
    },
  };
  Object.defineProperty(prototype, operation, { value, writable: true, configurable: true });
  Reflect.defineMetadata('design:paramtypes', [Object, exportQuery(report as never), Object], prototype, operation);
  CurrentTenant()(prototype, operation, 0);
  Query()(prototype, operation, 1);
  Res({ passthrough: true })(prototype, operation, 2);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, operation)!;
  const summary = `Export the report as a file: the contents of ${report.path} with the same filters`;
  for (const decorate of [Get(), Allow(...READERS), ApiOperation({ summary }), ApiFile(REPORT_FORMATS)])
    decorate(prototype, operation, descriptor);
  ApiTags('Reports')(ReportExportController);
  Controller(`api/${report.path}/export`)(ReportExportController);
  RequireApiKeyScope('reports:read', 'export')(ReportExportController);
  ReadFromReplica()(ReportExportController);
  return withClassName('ReportExportsController', ReportExportController);
}
