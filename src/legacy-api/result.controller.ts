import { Get, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Role } from '../contract/resource';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { RefusalsAre200 } from '../common/errors/refusals-are-200';
import { PairReportsService } from '../modules/reports/pair-reports.service';
import type { MatrixFilter } from '../modules/reports/matrix-filter';
import { SkillMatrixService } from '../modules/reports/skill-matrix.service';
import { Allow, CurrentTenant, RequireApiKeyScope } from '../tenancy/access.decorators';
import { ReadFromReplica } from '../tenancy/replica-read.interceptor';
import type { Tenant } from '../tenancy/tenant';
import { success, type Reply } from './envelope';
import { DatewiseResultQuery, EmployeeResultQuery, MatrixResultQuery, TargetResultQuery } from './result.dto';
import { LegacyController } from './legacy.decorators';

const READERS: readonly Role[] = ['platform', 'admin', 'user', 'api_key'];

/** The four matrix reports, from the same services as /api/reports. A learner sees only their own rows. */
@LegacyController('Result')
@RequireApiKeyScope('reports:read')
@ReadFromReplica()
export class ResultController {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly pairs: PairReportsService,
  ) {}

  @Get('get_skil_matrix_report')
  @RefusalsAre200()
  @Allow(...READERS)
  @ApiOperation({ summary: 'All Skil Matrix Report: who can do what today' })
  async matrixReport(
    @CurrentTenant() tenant: Tenant,
    @Query() _query: MatrixResultQuery,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    return wrapJson(reply, await this.matrix.matrix(tenant, 'skill-matrix', {}));
  }

  @Get('get_skil_matrix_report_date_wise')
  @RefusalsAre200()
  @Allow(...READERS)
  @ApiOperation({ summary: 'All Skil Matrix Report Datewise: what changed between two dates' })
  async datewise(
    @CurrentTenant() tenant: Tenant,
    @Query() query: DatewiseResultQuery,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    return wrapJson(reply, await this.matrix.matrix(tenant, 'skill-matrix-datewise', toMatrixFilter(query)));
  }

  @Get('get_target_skil_matrix_report')
  @RefusalsAre200()
  @Allow(...READERS)
  @ApiOperation({ summary: 'Targeted Skils Matrix Report: which required skills are missing' })
  async targeted(
    @CurrentTenant() tenant: Tenant,
    @Query() query: TargetResultQuery,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    if (query.staff_id || tenant.scope.kind === 'self') {
      return success(LEGACY_MESSAGES.list, await this.pairs.targetsOfPerson(tenant, toMatrixFilter(query)));
    }
    return wrapJson(reply, await this.matrix.matrix(tenant, 'targeted-skills', toMatrixFilter(query)));
  }

  @Get('get_emp_skil_matrix_report')
  @RefusalsAre200()
  @Allow(...READERS)
  @ApiOperation({
    summary: 'Skils Wise Matrix Report: is each skill covered; holders, skills of a person, evidence trail',
  })
  async skillWise(
    @CurrentTenant() tenant: Tenant,
    @Query() query: EmployeeResultQuery,
    @Res({ passthrough: true }) reply: Reply,
  ) {
    return wrapJson(reply, await this.pairs.skillWise(tenant, toMatrixFilter(query)));
  }
}

function toMatrixFilter({ fdate, tdate, staff_id, skil_code }: EmployeeResultQuery): MatrixFilter {
  return { from: fdate, to: tdate, staff_id, skill_code: skil_code };
}

/** The matrix is serialized JSON already and is inserted into the envelope unparsed. */
function wrapJson(reply: Reply, data: Buffer): Buffer {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  const text = JSON.stringify(success(LEGACY_MESSAGES.list, null));
  return Buffer.concat([Buffer.from(text.slice(0, -'null}'.length)), data, Buffer.from('}')]);
}
