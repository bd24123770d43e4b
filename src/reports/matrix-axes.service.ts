import { Injectable } from '@nestjs/common';
import { NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { DueDates } from '../trainings/due-dates';
import { AnswerCache } from './answer-cache';
import { AxisRows, axesQuery, orderQuery, partOf, type Axes, type AxesFilter, type AxisRow } from './matrix-axes';
import type { MatrixFilter } from './matrix-filter';
import type { ReportPeriod } from './report-period';
import { RowOrder } from './row-order';

/** Who and what a matrix is about: one statement for the whole, and for a part one more the first time. */
@Injectable()
export class MatrixAxes {
  constructor(
    private readonly queries: TenantQueries,
    private readonly answers: AnswerCache,
    private readonly dueDates: DueDates,
  ) {}

  /** Of the people whom the asker may see (reports.md §4, "Who sees what"); a learner is always their own filter. @throws NotFound */
  async of(
    tenant: Tenant,
    filter: MatrixFilter,
    period: ReportPeriod,
    opening: boolean,
    targeted = false,
  ): Promise<Axes> {
    const staff_id = filter.staff_id ?? ownOnly(tenant);
    const wanted: AxesFilter = {
      on: period.to,
      // Who was there at the opening only is counted in the whole; a part shows rows, and shows them all.
      opening: opening && (!filter.part || filter.leavers) ? period.opening : period.to,
      staff_id,
      seen: seenSql(tenant, 's.staff_id'),
      skill_id: filter.skill_id,
      skill_key: filter.skill_code === undefined ? undefined : keyOf(filter.skill_code),
      // The whole counts everybody, and shows whom it is about; a part shows its rows, and so has these alone.
      ...(targeted &&
        filter.part && { need: filter.overdue ? this.dueDates.overdueCondition(tenant, period.to) : 'target' }),
    };
    if (filter.part) return this.axesOfPart(tenant, wanted, filter.part);
    const axes = await this.axesOf(tenant, wanted);
    if (staff_id && !axes.staff.length) throw new NotFound('staff member');
    if ((filter.skill_id || filter.skill_code !== undefined) && !axes.skills.length) throw new NotFound('skill');
    return axes;
  }

  /** Who stands in which row is found once; each part of it is then its own rows only, however far down. */
  private async axesOfPart(
    tenant: Tenant,
    wanted: AxesFilter,
    { rows, columns }: NonNullable<MatrixFilter['part']>,
  ): Promise<Axes> {
    const { on, opening, staff_id, need } = wanted;
    const order = await this.answers.of(tenant, {
      of: ['rows', on, opening, staff_id, JSON.stringify(need), ...(need ? [wanted.skill_id, wanted.skill_key] : [])],
      make: async () => {
        const made = new RowOrder();
        const { sql, values } = orderQuery(wanted);
        await this.queries.each<{ id: Uint8Array }>(tenant, sql, values, ({ id }) => made.add(id));
        return made;
      },
      size: (made) => made.size,
      isLong: false,
    });
    const row_id = order.part(...rows);
    return partOf(await this.axesOf(tenant, { ...wanted, row_id }), row_id, order.length, columns);
  }

  private async axesOf(tenant: Tenant, wanted: AxesFilter): Promise<Axes> {
    const { sql, values } = axesQuery(wanted);
    const taken = new AxisRows();
    const take = (row: AxisRow): void => taken.take(row);
    if (wanted.row_id || wanted.staff_id)
      for (const row of await this.queries.rows<AxisRow>(tenant, sql, values)) take(row);
    else await this.queries.each<AxisRow>(tenant, sql, values, take);
    const axes = taken.axes(wanted.on);
    return tenant.scope.kind === 'all' ? axes : withoutHeadcounts(axes);
  }
}

/** Headcounts are for the whole organisation: a team, or one person, is not measured against them. */
function withoutHeadcounts(axes: Axes): Axes {
  return { ...axes, skills: axes.skills.map((skill) => ({ ...skill, required_headcount: null })) };
}

/** @throws NotFound for an account that is nobody's of the staff */
function ownOnly({ scope }: Tenant): string | undefined {
  if (scope.kind !== 'self') return undefined;
  if (scope.staff_id === null) throw new NotFound('staff member');
  return scope.staff_id;
}
