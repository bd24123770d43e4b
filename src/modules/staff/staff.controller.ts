import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { SecondFactorResetsService } from '../identity/second-factor-resets.service';
import { staff } from '../../contract/staff.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { Allow, AllowWhenExpired, CurrentTenant } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { EmploymentService } from './employment.service';
import { JobRoleHistoryService } from './job-role-history.service';
import { EmploymentDto, HeldRoleDto, Invitation, SetJobRoleDto, TerminateDto, RehireDto } from './staff.dto';
import { Staff } from './staff.entity';
import { StaffService } from './staff.service';

const { row: StaffRow } = getResourceDtos(Staff);

@ResourceController(Staff)
export class StaffController extends createCrudController(Staff, StaffService) {
  constructor(
    staff: StaffService,
    private readonly employment: EmploymentService,
    private readonly secondFactors: SecondFactorResetsService,
    private readonly jobRoleHistory: JobRoleHistoryService,
  ) {
    super(staff);
  }

  @Get(':id/job-roles')
  @Allow(...staff.read)
  @ApiOperation({ summary: 'List the job roles of a person over time, oldest first' })
  @ApiOkResponse({ type: HeldRoleDto, isArray: true })
  jobRoles(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.jobRoleHistory.list(tenant, id);
  }

  @Post(':id/job-role')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Set the job role from a day, today or in the past; its targets apply from then' })
  @ApiOkResponse({ type: HeldRoleDto, isArray: true })
  setJobRole(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SetJobRoleDto) {
    return this.jobRoleHistory.setFrom(tenant, id, body.job_role_id, body.from_date);
  }

  /** Sends the set-password link; may be repeated */
  @Post(':id/invite')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  invite(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Invitation) {
    return this.employment.invite(tenant, id, body.role);
  }

  /** The link becomes invalid at once; the person stays without sign-in and can be invited again */
  @Post(':id/withdraw-invitation')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  withdrawInvitation(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.withdrawInvitation(tenant, id);
  }

  @Post(':id/suspend')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  suspend(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.suspend(tenant, id);
  }

  @Post(':id/reactivate')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  reactivate(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.reactivate(tenant, id);
  }

  /** Removes the second factor after a lost phone; ends all sessions and notifies the person by mail */
  @Post(':id/reset-second-factor')
  @HttpCode(204)
  @Allow('admin')
  @AllowWhenExpired('a locked-out user must not wait for a payment')
  resetSecondFactor(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.secondFactors.resetStaff(tenant, id);
  }

  /** Takes effect at the end of that day and can be changed until then. Frees the seat, keeps the history */
  @Post(':id/leave')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  leave(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: TerminateDto) {
    return this.employment.leave(tenant, id, body.last_active_day);
  }

  /** Cancels a planned leaving; rejected once that day is over */
  @Post(':id/stay')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  stay(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.stay(tenant, id);
  }

  /** Starts a new employment; earlier ones and their history stay. Takes a seat */
  @Post(':id/return')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  rehire(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: RehireDto) {
    const { first_day, role, ...placement } = body;
    return this.employment.rehire(tenant, id, first_day, role, placement);
  }

  @Get(':id/employments')
  @Allow(...staff.read)
  @ApiOperation({ summary: 'List the employments of a person, oldest first' })
  @ApiOkResponse({ type: EmploymentDto, isArray: true })
  employments(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.listEmployments(tenant, id);
  }
}
