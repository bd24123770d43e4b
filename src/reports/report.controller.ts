import { Controller, Get, Inject, Query, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { RowsReport } from '../contract/report';
import { Allow, CurrentTenant } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import type { Tenant } from '../tenancy/tenant';
import { named } from '../tenancy/resources/resource-dtos';
import { ApiAnswer, READERS } from './reports.controller';
import { pageOf, reportQuery, type RowsQuery } from './reports.dto';
import type { ReportService } from './report.service';

/** `controllers: [reportController(expiringSkills, ExpiringService)]`: the route of a report, handed on to `report` of its service. */
export function reportController<D extends RowsReport>(definition: D, service: Type<ReportService<D>>): Type<object> {
  const { name, operation, question, answer } = definition;

  class ReportController {
    constructor(@Inject(service) readonly service: ReportService<D>) {}
  }
  const { prototype } = ReportController;
  // Nest and the API document know a method by the name that its function has.
  const { [operation]: value } = {
    [operation](this: ReportController, tenant: Tenant, query: RowsQuery) {
      return this.service.report(tenant, query, pageOf(query));
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
  ReadsReplica()(ReportController);
  // One document: its operations are called as those of the reports that are written out.
  return named('ReportsController', ReportController);
}
