import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags, type ApiResponseOptions, type ApiResponseSchemaHost } from '@nestjs/swagger';
import type { Answer } from '../contract/answer';
import { attentionAnswer, totalsAnswer } from '../contract/dashboard-answers';
import { explainAnswer, skillHistoryAnswer, trailAnswer } from '../contract/evidence-answers';
import {
  holdersAnswer,
  matrixAnswer,
  matrixSummaryAnswer,
  skillsAnswer,
  skillsOfPersonAnswer,
  targetsOfPersonAnswer,
} from '../contract/report-answers';
import type { Role } from '../contract/resource';
import { AS_OF_HEADERS } from '../platform/replica/data-as-of';
import { Allow, CurrentTenant } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import type { Tenant } from '../tenancy/tenant';
import { AttentionService } from './attention.service';
import { ExplainService } from './explain.service';
import { PairReportsService } from './pair-reports.service';
import {
  ExplainQuery,
  HistoryQuery,
  MatrixPeriodQuery,
  PairPeriodQuery,
  PersonPeriodQuery,
  Scoped,
  SkillPeriodQuery,
  TargetedQuery,
  WholeMatrixQuery,
  WholePeriodQuery,
  filterOf,
} from './reports.dto';
import { SkillHistoryService } from './skill-history.service';
import { SkillMatrixService } from './skill-matrix.service';
import { TotalsService } from './totals.service';

export const READERS: readonly Role[] = ['platform', 'admin', 'user', 'api_key'];

/** The part of the HTTP answer that a report touches. */
export interface ReportReply {
  header(name: string, value: string): unknown;
}
/** A matrix is JSON text already. */
export function asJson(reply: ReportReply, text: Buffer): Buffer {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  return text;
}

const schemasOf = (...answers: readonly Answer<unknown>[]) =>
  answers.map(({ schema }) => schema as ApiResponseSchemaHost['schema']);

/** What the report answers; of several shapes the one that its query asks for. */
export const ApiAnswer = (...answers: readonly Answer<unknown>[]): MethodDecorator => ApiAnswerWith({}, ...answers);

export function ApiAnswerWith(
  headers: Exclude<ApiResponseOptions['headers'], undefined>,
  ...answers: readonly Answer<unknown>[]
): MethodDecorator {
  const [only, ...more] = schemasOf(...answers);
  return ApiOkResponse({
    headers: { ...headers, ...AS_OF_HEADERS },
    schema: more.length ? { oneOf: [only!, ...more] } : only!,
  });
}

@ApiTags('Reports')
@Controller('api/reports')
@ReadsReplica()
export class ReportsController {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly pairs: PairReportsService,
    private readonly explaining: ExplainService,
    private readonly histories: SkillHistoryService,
    private readonly totalsService: TotalsService,
    private readonly attentions: AttentionService,
  ) {}

  /** Who can do what? Whole up to 250,000 cells, or a part of it by _start, _end, skill_start and skill_end. */
  @Get('skill-matrix')
  @Allow(...READERS)
  @ApiAnswer(matrixAnswer, matrixSummaryAnswer)
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
  @ApiAnswer(matrixSummaryAnswer)
  summary(@CurrentTenant() tenant: Tenant, @Query() query: MatrixPeriodQuery) {
    return this.matrix.summary(tenant, 'skill-matrix-datewise', filterOf(query));
  }

  /** What changed between two dates? */
  @Get('skill-matrix-datewise')
  @Allow(...READERS)
  @ApiAnswer(matrixAnswer, matrixSummaryAnswer)
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
  // Both call themselves targeted-skills, and nothing that both have tells the person's from the matrix.
  @ApiOkResponse({
    headers: AS_OF_HEADERS,
    schema: { anyOf: schemasOf(matrixAnswer, matrixSummaryAnswer, targetsOfPersonAnswer) },
  })
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
  @ApiAnswer(skillsAnswer, holdersAnswer, skillsOfPersonAnswer, trailAnswer)
  async skillWise(
    @CurrentTenant() tenant: Tenant,
    @Query() query: MatrixPeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.pairs.skillWise(tenant, filterOf(query)));
  }

  /** What must this person have, and what of it do they miss? */
  @Get('targeted-skills/person')
  @Allow(...READERS)
  @ApiAnswer(targetsOfPersonAnswer)
  targetsOfPerson(@CurrentTenant() tenant: Tenant, @Query() query: PersonPeriodQuery) {
    return this.pairs.targetsOfPerson(tenant, filterOf(query));
  }

  /** Who has this skill? */
  @Get('skill-wise/holders')
  @Allow(...READERS)
  @ApiAnswer(holdersAnswer)
  async holders(
    @CurrentTenant() tenant: Tenant,
    @Query() query: SkillPeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.pairs.holders(tenant, filterOf(query)));
  }

  /** What can this person do? */
  @Get('skill-wise/person')
  @Allow(...READERS)
  @ApiAnswer(skillsOfPersonAnswer)
  async skillsOfPerson(
    @CurrentTenant() tenant: Tenant,
    @Query() query: PersonPeriodQuery,
    @Res({ passthrough: true }) reply: ReportReply,
  ) {
    return asJson(reply, await this.pairs.skillsOfPerson(tenant, filterOf(query)));
  }

  /** What is this person's level in this skill made of? */
  @Get('skill-wise/trail')
  @Allow(...READERS)
  @ApiAnswer(trailAnswer)
  trail(@CurrentTenant() tenant: Tenant, @Query() query: PairPeriodQuery) {
    return this.pairs.trail(tenant, filterOf(query));
  }

  /** How far is the organisation's learning? Kept figures: `as_of` says of when. A manager's and a learner's are not kept. */
  @Get('totals')
  @Allow('platform', 'admin', 'api_key')
  @ApiAnswer(totalsAnswer)
  totals(@CurrentTenant() tenant: Tenant, @Query() _query: Scoped) {
    return this.totalsService.of(tenant);
  }

  /** What waits for somebody? Each figure is that of a list. A manager's line is asked of the lists themselves. */
  @Get('attention')
  @Allow('platform', 'admin', 'api_key')
  @ApiAnswer(attentionAnswer)
  attention(@CurrentTenant() tenant: Tenant, @Query() _query: Scoped) {
    return this.attentions.of(tenant);
  }

  /** Why does a cell show its level? One sentence, its parts, and the evidence behind it. */
  @Get('explain')
  @Allow(...READERS)
  @ApiAnswer(explainAnswer)
  explain(@CurrentTenant() tenant: Tenant, @Query() query: ExplainQuery) {
    return this.explaining.explain(tenant, query.staff_id, query.skill_id, query.on);
  }

  /** How did one person come to their levels? Each skill's levels and targets over the days, and what gave them. */
  @Get('skill-history')
  @Allow(...READERS)
  @ApiAnswer(skillHistoryAnswer)
  history(@CurrentTenant() tenant: Tenant, @Query() query: HistoryQuery) {
    return this.histories.of(tenant, query.staff_id);
  }
}
