import type { ReportRowOf, RowsReport, ReportTotalsOf } from '../../contract/report';
import type { RowsReportResponse } from '../../contract/report.responses';
import { dayAt } from '../../common/calendar';
import type { Clock } from '../../common/clock';
import type { Tenant } from '../../tenancy/tenant';
import { reportHead } from './report-head';
import { periodOf, type ReportPeriod } from './report-period';
import type { ReportFilters } from './reports.dto';

/** All rows and totals of a report, before paging. */
export interface ReportResult<D> {
  readonly rows: readonly ReportRowOf<D>[];
  readonly totals: ReportTotalsOf<D>;
}

/** Base service of row reports. Subclasses find the rows. */
export abstract class ReportService<D extends RowsReport> {
  constructor(
    private readonly definition: D,
    private readonly clock: Clock,
  ) {}

  /** Rows of the visible staff (`visibleRowsSql`), in report order. */
  protected abstract findRows(tenant: Tenant, query: ReportFilters, period: ReportPeriod): Promise<ReportResult<D>>;

  /** @throws DatesReversedError, and what `findRows` throws */
  async report(
    tenant: Tenant,
    query: ReportFilters,
    [offset, count]: readonly [number, number],
  ): Promise<RowsReportResponse<ReportRowOf<D>, ReportTotalsOf<D>>> {
    const { name, definitionText: says, filters } = this.definition;
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const period = periodOf(query.from, query.to, today, tenant.financial_year_start_month);
    const { rows, totals } = await this.findRows(tenant, query, period);
    const isOfPeriod = filters.some((filter) => filter.name === 'from');
    return {
      report: name,
      definition: reportHead(name, period, tenant, {}, says),
      on: period.to,
      from: isOfPeriod ? period.from : null,
      opening: isOfPeriod ? period.opening : null,
      forecast: period.forecast,
      rows: rows.slice(offset, offset + count),
      totals,
    };
  }
}
