import { Injectable } from '@nestjs/common';
import { expiringSkills, type ExpiringPair } from '../../contract/expiring-skills.report';
import { ROWS_PER_TURN, yieldToEventLoop } from '../../common/event-loop';
import { addDays } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { levelUntil } from '../skills/span-lookup';
import { visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { WARN_DAYS } from './cell-status';
import { isActive } from './matrix-axes';
import type { MatrixBlock } from './matrix-block';
import { ClosingSpans, toKey, type ClosingRow } from './closing-spans';
import { pairNames } from './pair-rows';
import type { ReportPeriod } from './report-period';
import { ReportService, type ReportResult } from './report.service';
import type { ReportFilters } from './reports.dto';
import type { MatrixFilter } from './matrix-filter';
import { SkillMatrixService } from './skill-matrix.service';

/** Estimated size of a pair in memory. */
const BYTES_PER_PAIR = 400;
/**
 * Spans that end within the warning days.
 * @param condition condition for visibility (`p.staff_id`) and filters
 */
const endingSpansSql = (condition: string): string =>
  `SELECT p.staff_id AS staff_id, p.skill_id AS skill_id, p.from_date AS from_date, p.to_date AS to_date, p.level AS level, p.cause AS cause FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= :on AND p.to_date < :soon${condition}`;

type UndatedPair = Omit<ExpiringPair, 'valid_until'>;

/** Pairs that meet their target and fall below it within the warning days. */
@Injectable()
export class ExpiringSkillsReportService extends ReportService<typeof expiringSkills> {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly answers: AnswerCache,
    private readonly queries: TenantQueries,
    clock: Clock,
  ) {
    super(expiringSkills, clock);
  }

  /** Earliest expiry first. @throws NotFoundError */
  protected override async findRows(
    tenant: Tenant,
    query: ReportFilters,
    period: ReportPeriod,
  ): Promise<ReportResult<typeof expiringSkills>> {
    const { key, isLong, wholeFilter } = this.matrix.cacheRequest(tenant, 'expiring-skills', query);
    const compute = () => this.pairs(tenant, wholeFilter, period);
    const sizeOf = (pairs: readonly ExpiringPair[]) => (pairs.length + 1) * BYTES_PER_PAIR;
    const rows = await this.answers.getOrCompute(tenant, { key, isLong, compute, sizeOf });
    return { rows, totals: { expiring: rows.length } };
  }

  private async pairs(tenant: Tenant, filter: MatrixFilter, period: ReportPeriod): Promise<readonly ExpiringPair[]> {
    const pairs: UndatedPair[] = [];
    for await (const block of this.matrix.closingBlocks(tenant, filter, period))
      for (let row = 0; row < block.staff.length; row++) {
        collectExpiringPairs(block, row, period, pairs);
        if (row % BLOCK_ROWS_PER_TURN === 0) await yieldToEventLoop();
      }
    if (!pairs.length) return [];
    const spansByPair = await this.findEndingSpans(tenant, filter, period, pairs[0]!);
    const datedPairs: ExpiringPair[] = [];
    for (const [index, pair] of pairs.entries()) {
      const spans = spansByPair.get(toKey(pair.staff_id), toKey(pair.skill_id));
      datedPairs.push({ ...pair, valid_until: levelUntil(spans, period.to, pair.target)! });
      if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
    }
    return datedPairs.sort((a, b) => (a.valid_until < b.valid_until ? -1 : a.valid_until > b.valid_until ? 1 : 0));
  }

  /** @param pair any of the pairs; with a staff or skill filter all pairs have the same staff or skill */
  private async findEndingSpans(
    tenant: Tenant,
    filter: MatrixFilter,
    { to }: ReportPeriod,
    { staff_id, skill_id }: UndatedPair,
  ): Promise<ClosingSpans> {
    const isOfSkill = filter.skill_id !== undefined || filter.skill_code !== undefined;
    const condition =
      (filter.staff_id ? ' AND p.staff_id = :staff_id' : '') + (isOfSkill ? ' AND p.skill_id = :skill_id' : '');
    const values = { on: to, soon: addDays(to, WARN_DAYS), staff_id, skill_id };
    const sql = endingSpansSql(condition + visibleRowsSql(tenant, 'p.staff_id'));
    const spans = new ClosingSpans();
    await this.queries.each<ClosingRow>(tenant, sql, values, (row) => spans.addRow(row));
    return spans;
  }
}

/** A row of a block has hundreds of cells. */
const BLOCK_ROWS_PER_TURN = 50;

function collectExpiringPairs(block: MatrixBlock, row: number, { to }: ReportPeriod, pairs: UndatedPair[]): void {
  const staff = block.staff[row]!;
  if (!isActive(staff, to)) return;
  for (const [column, skill] of block.skills.entries()) {
    const cell = row * block.columns + column;
    if (!block.isExpiring(cell)) continue;
    pairs.push({
      ...pairNames(staff, skill),
      level: block.level[cell]!,
      target: block.required(cell),
      status: block.statusAt(cell),
    });
  }
}
