import { Controller, Get, Inject, Query, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { REPORT_FORMATS, type ExportFormat } from '../contract/exports';
import { FALLBACK, type Language } from '../contract/languages';
import type { RowsReport } from '../contract/report';
import type { Written } from '../exports/document-maker';
import { ExportDesk, type Wish } from '../exports/export-desk';
import { answerExport, ApiFile } from '../exports/export.controller';
import type { RawQuery } from '../platform/definitions/list-query';
import { Allow, CurrentTenant, KeyScope } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import { named } from '../tenancy/resources/resource-dtos';
import type { Tenant } from '../tenancy/tenant';
import { ReportExports, type Wanted } from './report-exports.service';
import { READERS } from './reports.controller';
import { exportQuery, type Asked } from './reports.dto';

type Exported = Pick<RowsReport, 'name' | 'path' | 'filters'> & Partial<Pick<RowsReport, 'sorts'>>;

interface ExportParameters {
  readonly format?: ExportFormat;
  readonly lang?: Language;
  readonly csv_for?: Language;
}

/** `GET /api/reports/{report}/export`: what the report shows under the same filters, as a file. */
export function reportExportController(
  report: Exported,
  operation: string,
  write: (exports: ReportExports, wanted: Wanted) => Promise<Written>,
): Type<object> {
  const source = `reports/${report.name}`;

  class ReportExportController {
    constructor(
      @Inject(ReportExports) private readonly exports: ReportExports,
      @Inject(ExportDesk) readonly desk: ExportDesk,
    ) {}

    onModuleInit(): void {
      const written = ({ query, ...wish }: Wish) => write(this.exports, { ...wish, asked: query as Asked });
      this.desk.register(source, { read: READERS, written });
    }
  }
  const { prototype } = ReportExportController;
  const { [operation]: value } = {
    async [operation](this: ReportExportController, tenant: Tenant, asked: Asked, answer: FastifyReply) {
      const { format = 'csv', lang = FALLBACK, csv_for } = asked as ExportParameters;
      const order = { source, query: asked as RawQuery, format, language: lang, csv_for };
      return answerExport(answer, await this.desk.order(tenant, order));
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
  KeyScope('reports:read', 'export')(ReportExportController);
  ReadsReplica()(ReportExportController);
  return named('ReportExportsController', ReportExportController);
}
