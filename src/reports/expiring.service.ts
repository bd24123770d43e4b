import { Injectable } from '@nestjs/common';
import { expiringSkills, type ExpiringPair } from '../contract/expiring-skills.report';
import { ROWS_PER_TURN, yieldToEventLoop } from '../platform/event-loop';
import { addDays } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { levelUntil } from '../skills/span-reading';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { WARN_DAYS } from './cell-status';
import { isActive } from './matrix-axes';
import type { MatrixBlock } from './matrix-block';
import { ClosingSpans, keyed, type ClosingRow } from './closing-spans';
import { namesOf } from './pair-rows';
import type { ReportPeriod } from './report-period';
import { ReportService, type Found } from './report.service';
import type { Asked } from './reports.dto';
import type { MatrixFilter } from './matrix-filter';
import { SkillMatrixService } from './skill-matrix.service';

/** A pair, as an object. */
const PAIR_BYTES = 400;
/**
 * What ends within the days of warning: of whatever falls there, all that lasts until it does.
 * @param narrow the asker's scope on `p.staff_id`, and what is asked for
 */
const endingQuery = (narrow: string): string =>
  `SELECT p.staff_id AS staff_id, p.skill_id AS skill_id, p.from_date AS from_date, p.to_date AS to_date, p.level AS level, p.cause AS cause FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= :on AND p.to_date < :soon${narrow}`;

type Pair = Omit<ExpiringPair, 'valid_until'>;

/** Who meets a target today and will not for long: the pairs that every matrix counts as expiring, one by one. */
@Injectable()
export class ExpiringService extends ReportService<typeof expiringSkills> {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly answers: AnswerCache,
    private readonly queries: TenantQueries,
    clock: Clock,
  ) {
    super(expiringSkills, clock);
  }

  /** Whoever falls first comes first. @throws NotFound */
  protected override async found(
    tenant: Tenant,
    asked: Asked,
    period: ReportPeriod,
  ): Promise<Found<typeof expiringSkills>> {
    const { of, isLong, whole } = this.matrix.asked(tenant, 'expiring-skills', asked);
    const make = () => this.pairs(tenant, whole, period);
    const size = (pairs: readonly ExpiringPair[]) => (pairs.length + 1) * PAIR_BYTES;
    const rows = await this.answers.of(tenant, { of, isLong, make, size });
    return { rows, totals: { expiring: rows.length } };
  }

  private async pairs(tenant: Tenant, filter: MatrixFilter, period: ReportPeriod): Promise<readonly ExpiringPair[]> {
    const pairs: Pair[] = [];
    for await (const block of this.matrix.closing(tenant, filter, period))
      for (let row = 0; row < block.staff.length; row++) {
        takeExpiring(block, row, period, pairs);
        if (row % BLOCK_ROWS_PER_TURN === 0) await yieldToEventLoop();
      }
    if (!pairs.length) return [];
    const ends = await this.endings(tenant, filter, period, pairs[0]!);
    const dated: ExpiringPair[] = [];
    for (const [at, pair] of pairs.entries()) {
      const spans = ends.of(keyed(pair.staff_id), keyed(pair.skill_id));
      dated.push({ ...pair, valid_until: levelUntil(spans, period.to, pair.target)! });
      if (at % ROWS_PER_TURN === 0) await yieldToEventLoop();
    }
    return dated.sort((a, b) => (a.valid_until < b.valid_until ? -1 : a.valid_until > b.valid_until ? 1 : 0));
  }

  /** @param pair one of those whose ends are looked for: of one person or skill all share theirs */
  private async endings(
    tenant: Tenant,
    filter: MatrixFilter,
    { to }: ReportPeriod,
    { staff_id, skill_id }: Pair,
  ): Promise<ClosingSpans> {
    const isOfSkill = filter.skill_id !== undefined || filter.skill_code !== undefined;
    const narrow =
      (filter.staff_id ? ' AND p.staff_id = :staff_id' : '') + (isOfSkill ? ' AND p.skill_id = :skill_id' : '');
    const values = { on: to, soon: addDays(to, WARN_DAYS), staff_id, skill_id };
    const sql = endingQuery(narrow + seenSql(tenant, 'p.staff_id'));
    const spans = new ClosingSpans();
    await this.queries.each<ClosingRow>(tenant, sql, values, (row) => spans.take(row));
    return spans;
  }
}

/** A row of a block has hundreds of cells. */
const BLOCK_ROWS_PER_TURN = 50;

function takeExpiring(block: MatrixBlock, row: number, { to }: ReportPeriod, pairs: Pair[]): void {
  const staff = block.staff[row]!;
  if (!isActive(staff, to)) return;
  for (const [column, skill] of block.skills.entries()) {
    const cell = row * block.columns + column;
    if (!block.isExpiring(cell)) continue;
    pairs.push({
      ...namesOf(staff, skill),
      level: block.level[cell]!,
      target: block.required(cell),
      status: block.statusAt(cell),
    });
  }
}
