import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags, type ApiResponseOptions, type ApiResponseSchemaHost } from '@nestjs/swagger';
import type { ResponseSchema } from '../../contract/response-schema';
import { attentionSchema, totalsSchema } from '../../contract/dashboard.responses';
import { explanationSchema, skillHistorySchema, evidenceTrailSchema } from '../../contract/evidence.responses';
import {
  skillHoldersSchema,
  matrixSchema,
  matrixSummarySchema,
  skillCoverageSchema,
  skillsOfPersonSchema,
  targetsOfPersonSchema,
} from '../../contract/report.responses';
import type { Role } from '../../contract/resource';
import { DATA_AS_OF_API_HEADERS } from '../../infrastructure/replica/data-as-of';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { ReadFromReplica } from '../../tenancy/replica-read.interceptor';
import type { Tenant } from '../../tenancy/tenant';
import { AttentionService } from './attention.service';
import { ExplainService } from './explain.service';
import { PairReportsService } from './pair-reports.service';
import {
  ExplainQuery,
  HistoryQuery,
  MatrixPeriodQuery,
  PairPeriodQuery,
  PersonPeriodQuery,
  CustomerScopedQuery,
  SkillPeriodQuery,
  TargetedQuery,
  FullMatrixQuery,
  FullMatrixPeriodQuery,
  toMatrixFilter,
} from './reports.dto';
import { SkillHistoryService } from './skill-history.service';
import { SkillMatrixService } from './skill-matrix.service';
import { TotalsService } from './totals.service';

export const READERS: readonly Role[] = ['platform', 'admin', 'user', 'api_key'];

/** Subset of FastifyReply. */
export interface ReportReply {
  header(name: string, value: string): unknown;
}
/** For answers that are already JSON text. */
export function asJson(reply: ReportReply, text: Buffer): Buffer {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  return text;
}

const schemasOf = (...answers: readonly ResponseSchema<unknown>[]) =>
  answers.map(({ schema }) => schema as ApiResponseSchemaHost['schema']);

/** Documents the answer schema; several schemas become `oneOf`. */
export const ApiAnswer = (...answers: readonly ResponseSchema<unknown>[]): MethodDecorator =>
  ApiAnswerWith({}, ...answers);

export function ApiAnswerWith(
  headers: Exclude<ApiResponseOptions['headers'], undefined>,
  ...answers: readonly ResponseSchema<unknown>[]
): MethodDecorator {
  const [only, ...more] = schemasOf(...answers);
  return ApiOkResponse({
    headers: { ...headers, ...DATA_AS_OF_API_HEADERS },
    schema: more.length ? { oneOf: [only!, ...more] } : only!,
  });
}

@ApiTags('Reports')
@Controller('api/reports')
@ReadFromReplica()
export class ReportsController {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly pairs: PairReportsService,
    private readonly explainService: ExplainService,
    private readonly skillHistoryService: SkillHistoryService,
    private readonly totalsService: TotalsService,
    private readonly attentionService: AttentionService,
  ) {}

  /** Who can do what? Complete up to 250,000 cells, or a part by _start, _end, skill_start and skill_end. */
  @Get('skill-matrix')
  @Allow(...READERS)
  @ApiAnswer(matrixSchema, matrixSummarySchema)
  async skillMatrix(
    @CurrentTenant() tenant: Tenant,
    @Query() query: FullMatrixQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.matrix.matrix(tenant, 'skill-matrix', toMatrixFilter(query)));
  }

  /** Figures over the whole organisation: totals, per skill, and from opening to closing. */
  @Get('skill-matrix/summary')
  @Allow(...READERS)
  @ApiAnswer(matrixSummarySchema)
  summary(@CurrentTenant() tenant: Tenant, @Query() query: MatrixPeriodQuery) {
    return this.matrix.summary(tenant, 'skill-matrix-datewise', toMatrixFilter(query));
  }

  /** What changed between two dates? */
  @Get('skill-matrix-datewise')
  @Allow(...READERS)
  @ApiAnswer(matrixSchema, matrixSummarySchema)
  async datewise(
    @CurrentTenant() tenant: Tenant,
    @Query() query: FullMatrixPeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.matrix.matrix(tenant, 'skill-matrix-datewise', toMatrixFilter(query)));
  }

  /** Who has a gap to their targets? With staff_id: the rows of that person. */
  @Get('targeted-skills')
  @Allow(...READERS)
  // anyOf instead of oneOf: no common property distinguishes the schemas.
  @ApiOkResponse({
    headers: DATA_AS_OF_API_HEADERS,
    schema: { anyOf: schemasOf(matrixSchema, matrixSummarySchema, targetsOfPersonSchema) },
  })
  async targeted(
    @CurrentTenant() tenant: Tenant,
    @Query() query: TargetedQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    if (query.staff_id || tenant.scope.kind === 'self')
      return this.pairs.targetsOfPerson(tenant, toMatrixFilter(query));
    return asJson(reply, await this.matrix.matrix(tenant, 'targeted-skills', toMatrixFilter(query)));
  }

  /** Is each skill covered? With a skill: its holders; with staff_id: their skills; with both: the evidence trail. */
  @Get('skill-wise')
  @Allow(...READERS)
  @ApiAnswer(skillCoverageSchema, skillHoldersSchema, skillsOfPersonSchema, evidenceTrailSchema)
  async skillWise(
    @CurrentTenant() tenant: Tenant,
    @Query() query: MatrixPeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.pairs.skillWise(tenant, toMatrixFilter(query)));
  }

  /** Which targets does this person have, and which are not met? */
  @Get('targeted-skills/person')
  @Allow(...READERS)
  @ApiAnswer(targetsOfPersonSchema)
  targetsOfPerson(@CurrentTenant() tenant: Tenant, @Query() query: PersonPeriodQuery) {
    return this.pairs.targetsOfPerson(tenant, toMatrixFilter(query));
  }

  /** Who has this skill? */
  @Get('skill-wise/holders')
  @Allow(...READERS)
  @ApiAnswer(skillHoldersSchema)
  async holders(
    @CurrentTenant() tenant: Tenant,
    @Query() query: SkillPeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.pairs.holders(tenant, toMatrixFilter(query)));
  }

  /** What can this person do? */
  @Get('skill-wise/person')
  @Allow(...READERS)
  @ApiAnswer(skillsOfPersonSchema)
  async skillsOfPerson(
    @CurrentTenant() tenant: Tenant,
    @Query() query: PersonPeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.pairs.skillsOfPerson(tenant, toMatrixFilter(query)));
  }

  /** Which evidence does this person have in this skill? */
  @Get('skill-wise/trail')
  @Allow(...READERS)
  @ApiAnswer(evidenceTrailSchema)
  trail(@CurrentTenant() tenant: Tenant, @Query() query: PairPeriodQuery) {
    return this.pairs.trail(tenant, toMatrixFilter(query));
  }

  /** Assignment, completion and quiz totals of the organisation; cached figures, counted at `as_of`. */
  @Get('totals')
  @Allow('platform', 'admin', 'api_key')
  @ApiAnswer(totalsSchema)
  totals(@CurrentTenant() tenant: Tenant, @Query() _query: CustomerScopedQuery) {
    return this.totalsService.getTotals(tenant);
  }

  /** Counts of open tasks of the organisation; each count matches a list. */
  @Get('attention')
  @Allow('platform', 'admin', 'api_key')
  @ApiAnswer(attentionSchema)
  attention(@CurrentTenant() tenant: Tenant, @Query() _query: CustomerScopedQuery) {
    return this.attentionService.getAttention(tenant);
  }

  /** Why does a cell show its level? One sentence, its parts, and the evidence. */
  @Get('explain')
  @Allow(...READERS)
  @ApiAnswer(explanationSchema)
  explain(@CurrentTenant() tenant: Tenant, @Query() query: ExplainQuery) {
    return this.explainService.explain(tenant, query.staff_id, query.skill_id, query.on);
  }

  /** How did the levels of one person develop? Levels and targets of each skill over time, with the evidence. */
  @Get('skill-history')
  @Allow(...READERS)
  @ApiAnswer(skillHistorySchema)
  history(@CurrentTenant() tenant: Tenant, @Query() query: HistoryQuery) {
    return this.skillHistoryService.getHistory(tenant, query.staff_id);
  }
}
