import { Controller, Get, Inject, Query, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { RowsReport } from '../../contract/report';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { ReadFromReplica } from '../../tenancy/replica-read.interceptor';
import type { Tenant } from '../../tenancy/tenant';
import { withClassName } from '../../crud/resource-dtos';
import { ApiAnswer, READERS } from './reports.controller';
import { rowRange, reportQuery, type RowsQuery } from './reports.dto';
import type { ReportService } from './report.service';

/** Creates the controller of a report: `controllers: [createReportController(expiringSkills, ExpiringSkillsReportService)]`. */
export function createReportController<D extends RowsReport>(
  definition: D,
  service: Type<ReportService<D>>,
): Type<object> {
  const { name, operation, operationSummary: question, answer } = definition;

  class ReportController {
    constructor(@Inject(service) readonly service: ReportService<D>) {}
  }
  const { prototype } = ReportController;
  // Nest and Swagger read the operation name from the function name.
  const { [operation]: value } = {
    [operation](this: ReportController, tenant: Tenant, query: RowsQuery) {
      return this.service.report(tenant, query, rowRange(query));
    },
  };
  Object.defineProperty(prototype, operation, { value, writable: true, configurable: true });
  Reflect.defineMetadata('design:paramtypes', [Object, reportQuery(definition)], prototype, operation);
  CurrentTenant()(prototype, operation, 0);
  Query()(prototype, operation, 1);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, operation)!;
  for (const decorate of [Get(name), Allow(...READERS), ApiOperation({ summary: question }), ApiAnswer(answer)])
    decorate(prototype, operation, descriptor);
  ApiTags('Reports')(ReportController);
  Controller('api/reports')(ReportController);
  ReadFromReplica()(ReportController);
  // The same class name gives the same operation id prefix as in ReportsController.
  return withClassName('ReportsController', ReportController);
}
