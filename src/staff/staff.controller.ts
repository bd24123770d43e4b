import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { SecondFactorResets } from '../identity/second-factor-resets.service';
import { staff } from '../contract/staff.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { EmploymentService } from './employment.service';
import { JobRolesHeld } from './job-roles-held.service';
import { EmploymentDto, HeldRoleDto, Invitation, JobRoleFrom, Leaving, Returning } from './staff.dto';
import { Staff } from './staff.entity';
import { StaffService } from './staff.service';

const { row: StaffRow } = dtosOf(Staff);

@ResourceController(Staff)
export class StaffController extends createCrudController(Staff, StaffService) {
  constructor(
    staff: StaffService,
    private readonly employment: EmploymentService,
    private readonly secondFactors: SecondFactorResets,
    private readonly roles: JobRolesHeld,
  ) {
    super(staff);
  }

  @Get(':id/job-roles')
  @Allow(...staff.read)
  @ApiOperation({ summary: 'List the job roles of a person over time, oldest first' })
  @ApiOkResponse({ type: HeldRoleDto, isArray: true })
  jobRoles(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.roles.of(tenant, id);
  }

  @Post(':id/job-role')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'Set the job role from a day, today or in the past; its targets apply from then' })
  @ApiOkResponse({ type: HeldRoleDto, isArray: true })
  setJobRole(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: JobRoleFrom) {
    return this.roles.setFrom(tenant, id, body.job_role_id, body.from_date);
  }

  /** Sends the set-password link, again if need be. */
  @Post(':id/invite')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  invite(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Invitation) {
    return this.employment.invite(tenant, id, body.role);
  }

  /** The link is dead at once; they stay on as somebody who does not sign in, and can be invited again. */
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

  /** The phone is lost: no second factor any more, signed out everywhere, told by mail. */
  @Post(':id/reset-second-factor')
  @HttpCode(204)
  @Allow('admin')
  @AlsoWhenExpired('whoever is locked out must not wait for a bill')
  resetSecondFactor(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.secondFactors.resetOf(tenant, id);
  }

  /** At the end of that day; until then it can be changed. Frees the seat and keeps the history. */
  @Post(':id/leave')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  leave(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Leaving) {
    return this.employment.leave(tenant, id, body.last_active_day);
  }

  /** Withdraws leaving on a day to come. Nothing else changes; once that day is over it is refused. */
  @Post(':id/stay')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  stay(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.stay(tenant, id);
  }

  /** A further employment begins; the earlier ones and their history stay. Takes a seat. */
  @Post(':id/return')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRow)
  comeBack(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Returning) {
    const { first_day, role, ...place } = body;
    return this.employment.comeBack(tenant, id, first_day, role, place);
  }

  @Get(':id/employments')
  @Allow(...staff.read)
  @ApiOperation({ summary: 'List the employments of a person, oldest first' })
  @ApiOkResponse({ type: EmploymentDto, isArray: true })
  employments(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.of(tenant, id);
  }
}
