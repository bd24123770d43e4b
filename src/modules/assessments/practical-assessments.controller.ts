import { Body, Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import {
  AssessmentFill,
  AssessmentStart,
  PracticalAssessmentDto,
  StaffCodeShown,
  WithdrawalReason,
} from './assessments.dto';
import { PracticalAssessment } from './practical-assessment.entity';
import { PracticalAssessmentsService } from './practical-assessments.service';
import { PracticalConfirmationsService } from './practical-confirmations.service';
import { PracticalAssessmentsQuery } from './practical-assessments.query';

@ApiTags('Staff')
@Controller('api/staff/:id/practical-assessments')
@Allow('admin', 'user')
export class StaffAssessmentsController {
  constructor(private readonly assessments: PracticalAssessmentsService) {}

  /** The latest hundred of a person, newest first. */
  @Get()
  @ApiOkResponse({ type: PracticalAssessmentDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.assessments.listByStaff(tenant, id);
  }
}

@ApiTags('Practical assessments')
@Controller('api/practical-assessments')
@VersionedRoute(PracticalAssessment, 'assessment_id')
@Allow('admin', 'user')
export class PracticalAssessmentsController {
  constructor(
    private readonly assessments: PracticalAssessmentsService,
    private readonly confirmations: PracticalConfirmationsService,
    private readonly query: PracticalAssessmentsQuery,
  ) {}

  /** Starts an assessment, by an admin or a manager of the line; returns the open one if there is one. */
  @Post()
  @ApiCreatedResponse({ type: PracticalAssessmentDto })
  start(@CurrentTenant() tenant: Tenant, @Body() body: AssessmentStart) {
    return this.assessments.start(tenant, body);
  }

  @Get(':id')
  @ApiOkResponse({ type: PracticalAssessmentDto })
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.query.one(tenant, id);
  }

  /** Saves marks; omitted ones stay, so each mark can be sent separately. */
  @Patch(':id')
  @ApiOkResponse({ type: PracticalAssessmentDto })
  fill(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: AssessmentFill) {
    return this.assessments.fill(tenant, id, body);
  }

  /** Submits the assessment: it can no longer be changed and waits for confirmation. */
  @Post(':id/submit')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  submit(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.assessments.submit(tenant, id);
  }

  /** Confirms the assessment, by the assessed person; a passed one becomes evidence of the level, once. */
  @Post(':id/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  confirm(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.confirmations.confirm(tenant, id);
  }

  /** Confirms on the assessor's device by staff code, for a person without an account. */
  @Post(':id/confirm-in-person')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  confirmInPerson(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: StaffCodeShown) {
    return this.confirmations.confirmInPerson(tenant, id, body.staff_code);
  }

  /** Withdraws an assessment that is not confirmed. Void the evidence to take back a confirmed one. */
  @Post(':id/withdraw')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  withdraw(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: WithdrawalReason) {
    return this.assessments.withdraw(tenant, id, body.reason);
  }
}
