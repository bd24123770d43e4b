import { Body, Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import {
  AssessmentFill,
  AssessmentStart,
  PracticalAssessmentDto,
  StaffCodeShown,
  WithdrawalReason,
} from './assessments.dto';
import { PracticalAssessment } from './practical-assessment.entity';
import { PracticalAssessments } from './practical-assessments.service';
import { PracticalConfirmations } from './practical-confirmations.service';
import { PracticalReading } from './practical-reading';

@ApiTags('Staff')
@Controller('api/staff/:id/practical-assessments')
@Allow('admin', 'user')
export class StaffAssessmentsController {
  constructor(private readonly assessments: PracticalAssessments) {}

  /** The latest hundred of a person, the newest first. */
  @Get()
  @ApiOkResponse({ type: PracticalAssessmentDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.assessments.ofPerson(tenant, id);
  }
}

@ApiTags('Practical assessments')
@Controller('api/practical-assessments')
@VersionOf(PracticalAssessment, 'assessment_id')
@Allow('admin', 'user')
export class PracticalAssessmentsController {
  constructor(
    private readonly assessments: PracticalAssessments,
    private readonly confirmations: PracticalConfirmations,
    private readonly reading: PracticalReading,
  ) {}

  /** By an admin, or a manager of the line; nobody for themselves. Asked again it is the one that is open. */
  @Post()
  @ApiCreatedResponse({ type: PracticalAssessmentDto })
  start(@CurrentTenant() tenant: Tenant, @Body() body: AssessmentStart) {
    return this.assessments.start(tenant, body);
  }

  @Get(':id')
  @ApiOkResponse({ type: PracticalAssessmentDto })
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.reading.one(tenant, id);
  }

  /** What is left out stays, so that each mark can be sent as it is made. */
  @Patch(':id')
  @ApiOkResponse({ type: PracticalAssessmentDto })
  fill(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: AssessmentFill) {
    return this.assessments.fill(tenant, id, body);
  }

  /** From now on it says what it says, and waits for the person's word. */
  @Post(':id/submit')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  submit(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.assessments.submit(tenant, id);
  }

  /** By the assessed person, in their own account: what was passed becomes evidence of the level, once. */
  @Post(':id/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  confirm(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.confirmations.confirm(tenant, id);
  }

  /** The same on the assessor's device, by the staff code of somebody who has no account. */
  @Post(':id/confirm-in-person')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  confirmInPerson(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: StaffCodeShown) {
    return this.confirmations.confirmInPerson(tenant, id, body.staff_code);
  }

  /** It never counted: begun by mistake, or not agreed on. What was confirmed is taken back by voiding its evidence. */
  @Post(':id/withdraw')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticalAssessmentDto })
  withdraw(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: WithdrawalReason) {
    return this.assessments.withdraw(tenant, id, body.reason);
  }
}
