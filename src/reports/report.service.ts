import type { RowOf, RowsReport, TotalsOf } from '../contract/report';
import type { RowsAnswer } from '../contract/report-answers';
import { dayAt } from '../platform/calendar';
import type { Clock } from '../platform/clock';
import type { Tenant } from '../tenancy/tenant';
import { reportHead } from './report-head';
import { periodOf, type ReportPeriod } from './report-period';
import type { Asked } from './reports.dto';

/** All that a report has to tell, of whatever part is asked for. */
export interface Found<D> {
  readonly rows: readonly RowOf<D>[];
  readonly totals: TotalsOf<D>;
}

/** The service of a report of rows: who extends it says which rows there are, for whom and in which order. */
export abstract class ReportService<D extends RowsReport> {
  constructor(
    private readonly definition: D,
    private readonly clock: Clock,
  ) {}

  /** Rows of those whom the asker may see (`seenSql`), in the report's own order. */
  protected abstract found(tenant: Tenant, asked: Asked, period: ReportPeriod): Promise<Found<D>>;

  /** @throws DatesReversed, and what `found` throws */
  async report(
    tenant: Tenant,
    asked: Asked,
    [first, count]: readonly [number, number],
  ): Promise<RowsAnswer<RowOf<D>, TotalsOf<D>>> {
    const { name, says, filters } = this.definition;
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const period = periodOf(asked.from, asked.to, today, tenant.financial_year_start_month);
    const { rows, totals } = await this.found(tenant, asked, period);
    const isOfPeriod = filters.some((filter) => filter.name === 'from');
    return {
      report: name,
      definition: reportHead(name, period, tenant, {}, says),
      on: period.to,
      from: isOfPeriod ? period.from : null,
      opening: isOfPeriod ? period.opening : null,
      forecast: period.forecast,
      rows: rows.slice(first, first + count),
      totals,
    };
  }
}
