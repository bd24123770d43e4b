import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Role } from '../contract/resource';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { ExplainService } from './explain.service';
import { PairReportsService } from './pair-reports.service';
import { QuizReportService } from './quiz-report.service';
import {
  ExplainQuery,
  MatrixPeriodQuery,
  QuizQuery,
  TargetedQuery,
  WholeMatrixQuery,
  WholePeriodQuery,
  filterOf,
} from './reports.dto';
import { SkillMatrixService } from './skill-matrix.service';

const READERS: readonly Role[] = ['platform', 'admin', 'user', 'api_key'];

/** The part of the HTTP answer that a report touches. */
export interface ReportReply {
  header(name: string, value: string): unknown;
}
/** A matrix is JSON text already. */
export function asJson(reply: ReportReply, text: Buffer): Buffer {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  return text;
}

const Matrix = ApiOkResponse({
  schema: {
    type: 'object',
    required: ['report', 'definition', 'on', 'rows', 'columns', 'cell', 'cells'],
    properties: {
      report: { type: 'string' },
      definition: { type: 'object', additionalProperties: true, description: 'What the report means, for its foot.' },
      on: { type: 'string', format: 'date' },
      from: { type: 'string', format: 'date', nullable: true },
      opening: { type: 'string', format: 'date', nullable: true },
      forecast: { type: 'boolean' },
      row_count: { type: 'integer' },
      column_count: { type: 'integer' },
      rows: { type: 'array', items: { type: 'object', additionalProperties: true } },
      columns: { type: 'array', items: { type: 'object', additionalProperties: true } },
      cell: { type: 'array', items: { type: 'string' }, description: 'What the numbers of a cell are.' },
      cells: {
        type: 'array',
        items: { type: 'array', items: { type: 'integer', nullable: true } },
        description: 'Sparse: cells that show nothing are left out.',
      },
      totals: { type: 'object', nullable: true, additionalProperties: true },
      bridge: { type: 'object', nullable: true, additionalProperties: true },
    },
  },
});
const Rows = ApiOkResponse({
  schema: {
    type: 'object',
    required: ['report', 'definition', 'on', 'rows', 'totals'],
    properties: {
      report: { type: 'string' },
      definition: { type: 'object', additionalProperties: true },
      on: { type: 'string', format: 'date' },
      from: { type: 'string', format: 'date', nullable: true },
      opening: { type: 'string', format: 'date', nullable: true },
      forecast: { type: 'boolean' },
      rows: { type: 'array', items: { type: 'object', additionalProperties: true } },
      totals: { type: 'object', additionalProperties: true },
    },
  },
});

@ApiTags('Reports')
@Controller('api/reports')
export class ReportsRest {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly pairs: PairReportsService,
    private readonly explaining: ExplainService,
    private readonly quizzes: QuizReportService,
  ) {}

  /** Who can do what? Whole up to 250,000 cells, or a part of it by _start, _end, skill_start and skill_end. */
  @Get('skill-matrix')
  @Allow(...READERS)
  @Matrix
  async skillMatrix(
    @CurrentTenant() tenant: Tenant,
    @Query() query: WholeMatrixQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.matrix.matrix(tenant, 'skill-matrix', filterOf(query)));
  }

  /** Figures over the whole organisation, whatever its size: totals, per skill, and from opening to closing. */
  @Get('skill-matrix/summary')
  @Allow(...READERS)
  @Matrix
  summary(@CurrentTenant() tenant: Tenant, @Query() query: MatrixPeriodQuery) {
    return this.matrix.summary(tenant, 'skill-matrix-datewise', filterOf(query));
  }

  /** What changed between two dates? */
  @Get('skill-matrix-datewise')
  @Allow(...READERS)
  @Matrix
  async datewise(
    @CurrentTenant() tenant: Tenant,
    @Query() query: WholePeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.matrix.matrix(tenant, 'skill-matrix-datewise', filterOf(query)));
  }

  /** Who misses what they must have? With staff_id: the rows of that person. */
  @Get('targeted-skills')
  @Allow(...READERS)
  @Matrix
  async targeted(
    @CurrentTenant() tenant: Tenant,
    @Query() query: TargetedQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    if (query.staff_id || tenant.scope.kind === 'self') return this.pairs.targetsOfPerson(tenant, filterOf(query));
    return asJson(reply, await this.matrix.matrix(tenant, 'targeted-skills', filterOf(query)));
  }

  /** Is each skill covered? With a skill: its holders; with staff_id: their skills; with both: the evidence trail. */
  @Get('skill-wise')
  @Allow(...READERS)
  @Rows
  skillWise(@CurrentTenant() tenant: Tenant, @Query() query: MatrixPeriodQuery) {
    return this.pairs.skillWise(tenant, filterOf(query));
  }

  /** Who took what, how well? */
  @Get('quiz')
  @Allow(...READERS)
  @Rows
  quiz(@CurrentTenant() tenant: Tenant, @Query() query: QuizQuery) {
    return this.quizzes.report(tenant, query);
  }

  /** Why does a cell show its level? One sentence, its parts, and the evidence behind it. */
  @Get('explain')
  @Allow(...READERS)
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  explain(@CurrentTenant() tenant: Tenant, @Query() query: ExplainQuery) {
    return this.explaining.explain(tenant, query.staff_id, query.skill_id, query.on);
  }
}
