import { Get, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Role } from '../contract/resource';
import { WIRE } from '../contract/wire-messages';
import { RefusalsAre200 } from '../platform/errors/refusals-are-200';
import { PairReportsService } from '../reports/pair-reports.service';
import type { MatrixFilter } from '../reports/matrix-filter';
import { SkillMatrixService } from '../reports/skill-matrix.service';
import { Allow, CurrentTenant, KeyScope } from '../tenancy/access';
import { ReadsReplica } from '../tenancy/reads-replica.interceptor';
import type { Tenant } from '../tenancy/tenant';
import { succeeded, type Reply } from './envelope';
import { DatewiseResultQuery, EmployeeResultQuery, MatrixResultQuery, TargetResultQuery } from './result.dto';
import { WireController } from './wire-call';

const READERS: readonly Role[] = ['platform', 'admin', 'user', 'api_key'];

/** The four matrix reports, from the same service as /api/reports. A learner sees only own rows. */
@WireController('Result')
@KeyScope('reports:read')
@ReadsReplica()
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
    return enveloped(reply, await this.matrix.matrix(tenant, 'skill-matrix', {}));
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
    return enveloped(reply, await this.matrix.matrix(tenant, 'skill-matrix-datewise', filterOf(query)));
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
      return succeeded(WIRE.list, await this.pairs.targetsOfPerson(tenant, filterOf(query)));
    }
    return enveloped(reply, await this.matrix.matrix(tenant, 'targeted-skills', filterOf(query)));
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
    return enveloped(reply, await this.pairs.skillWise(tenant, filterOf(query)));
  }
}

function filterOf({ fdate, tdate, staff_id, skil_code }: EmployeeResultQuery): MatrixFilter {
  return { from: fdate, to: tdate, staff_id, skill_code: skil_code };
}

/** The matrix is JSON text already: it goes into the envelope as it is. */
function enveloped(reply: Reply, data: Buffer): Buffer {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  const text = JSON.stringify(succeeded(WIRE.list, null));
  return Buffer.concat([Buffer.from(text.slice(0, -'null}'.length)), data, Buffer.from('}')]);
}
