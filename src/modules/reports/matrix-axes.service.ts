import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../common/errors/app-error';
import { normalizeKey } from '../../common/text-normalization';
import { visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { DueStatusQuery } from '../trainings/due-status.query';
import { AnswerCache } from './answer-cache';
import {
  AxisRowCollector,
  axesQuery,
  rowOrderQuery,
  selectPart,
  type Axes,
  type AxesFilter,
  type AxisRow,
} from './matrix-axes';
import type { MatrixFilter } from './matrix-filter';
import type { ReportPeriod } from './report-period';
import { RowOrder } from './row-order';

/** Reads the axes of a matrix: one statement, plus one for the row order of the first part. */
@Injectable()
export class MatrixAxesService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly answers: AnswerCache,
    private readonly dueStatusQuery: DueStatusQuery,
  ) {}

  /** Axes of the visible staff; a learner sees only their own row (docs/skill-levels.md). @throws NotFoundError */
  async load(
    tenant: Tenant,
    filter: MatrixFilter,
    period: ReportPeriod,
    opening: boolean,
    isTargeted = false,
  ): Promise<Axes> {
    const staff_id = filter.staff_id ?? ownStaffId(tenant);
    const axesFilter: AxesFilter = {
      on: period.to,
      // Staff active at the opening only are counted in the whole matrix; a part has no totals and omits them.
      opening: opening && (!filter.part || filter.leavers) ? period.opening : period.to,
      staff_id,
      visibleCondition: visibleRowsSql(tenant, 's.staff_id'),
      skill_id: filter.skill_id,
      skill_key: filter.skill_code === undefined ? undefined : normalizeKey(filter.skill_code),
      // The whole matrix counts all staff and filters the shown rows later; a part reads only the rows with targets.
      ...(isTargeted &&
        filter.part && { need: filter.overdue ? this.dueStatusQuery.overdueCondition(tenant, period.to) : 'target' }),
    };
    if (filter.part) return this.loadPart(tenant, axesFilter, filter.part);
    const axes = await this.readAxes(tenant, axesFilter);
    if (staff_id && !axes.staff.length) throw new NotFoundError('staff member');
    if ((filter.skill_id || filter.skill_code !== undefined) && !axes.skills.length) throw new NotFoundError('skill');
    return axes;
  }

  /** The row order is read once and cached, so that each part reads only its own rows. */
  private async loadPart(
    tenant: Tenant,
    axesFilter: AxesFilter,
    { rows, columns }: NonNullable<MatrixFilter['part']>,
  ): Promise<Axes> {
    const { on, opening, staff_id, need } = axesFilter;
    const order = await this.answers.getOrCompute(tenant, {
      key: [
        'rows',
        on,
        opening,
        staff_id,
        JSON.stringify(need),
        ...(need ? [axesFilter.skill_id, axesFilter.skill_key] : []),
      ],
      compute: async () => {
        const rowOrder = new RowOrder();
        const { sql, values } = rowOrderQuery(axesFilter);
        await this.queries.each<{ id: Uint8Array }>(tenant, sql, values, ({ id }) => rowOrder.add(id));
        return rowOrder;
      },
      sizeOf: (rowOrder) => rowOrder.size,
      isLong: false,
    });
    const row_id = order.idsOfPart(...rows);
    return selectPart(await this.readAxes(tenant, { ...axesFilter, row_id }), row_id, order.length, columns);
  }

  private async readAxes(tenant: Tenant, axesFilter: AxesFilter): Promise<Axes> {
    const { sql, values } = axesQuery(axesFilter);
    const collector = new AxisRowCollector();
    const addRow = (row: AxisRow): void => collector.add(row);
    if (axesFilter.row_id || axesFilter.staff_id)
      for (const row of await this.queries.rows<AxisRow>(tenant, sql, values)) addRow(row);
    else await this.queries.each<AxisRow>(tenant, sql, values, addRow);
    const axes = collector.toAxes(axesFilter.on);
    return tenant.scope.kind === 'all' ? axes : withoutHeadcounts(axes);
  }
}

/** Required headcounts apply to the whole customer, not to a team or one person. */
function withoutHeadcounts(axes: Axes): Axes {
  return { ...axes, skills: axes.skills.map((skill) => ({ ...skill, required_headcount: null })) };
}

/** @throws NotFoundError for an account without a staff record */
function ownStaffId({ scope }: Tenant): string | undefined {
  if (scope.kind !== 'self') return undefined;
  if (scope.staff_id === null) throw new NotFoundError('staff member');
  return scope.staff_id;
}
