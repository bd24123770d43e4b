import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { staff } from '../contract/staff.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { SecondFactorResets } from '../accounts/second-factor-resets.service';
import { EmploymentService } from './employment.service';
import { JobRolesHeld } from './job-roles-held.service';
import {
  EmploymentDto,
  HeldRoleDto,
  Invitation,
  JobRoleFrom,
  Leaving,
  Returning,
  StaffChange,
  StaffRowDto,
  StaffWrite,
} from './staff.dto';
import { Staff } from './staff.entity';
import { StaffService } from './staff.service';

@ApiTags('Staff')
@Controller('api/staff')
@VersionOf(Staff, 'staff_id')
export class StaffRest {
  constructor(
    private readonly staff: StaffService,
    private readonly employment: EmploymentService,
    private readonly secondFactors: SecondFactorResets,
    private readonly roles: JobRolesHeld,
  ) {}

  @Get()
  @Allow(...staff.read)
  @ApiList(staff, StaffRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.staff.list(tenant, parseList(staff, query)));
  }

  @Get(':id')
  @Allow(...staff.read)
  @ApiRow(StaffRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.staff.one(tenant, id);
  }

  @Post()
  @Allow(...staff.write)
  @ApiRow(StaffRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: StaffWrite) {
    return this.staff.create(tenant, body);
  }

  @Patch(':id')
  @Allow(...staff.write)
  @ApiRow(StaffRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: StaffChange) {
    return this.staff.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...staff.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.staff.remove(tenant, id);
  }

  @Get(':id/job-roles')
  @Allow(...staff.read)
  @ApiOperation({ summary: 'Which job role they had when, oldest first' })
  @ApiOkResponse({ type: HeldRoleDto, isArray: true })
  jobRoles(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.roles.of(tenant, id);
  }

  @Post(':id/job-role')
  @HttpCode(200)
  @Allow('admin')
  @ApiOperation({ summary: 'The job role from a day on, today or a past one: its targets are asked for since then' })
  @ApiOkResponse({ type: HeldRoleDto, isArray: true })
  setJobRole(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: JobRoleFrom) {
    return this.roles.setFrom(tenant, id, body.job_role_id, body.from_date);
  }

  /** Sends the set-password link, again if need be. */
  @Post(':id/invite')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRowDto)
  invite(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Invitation) {
    return this.employment.invite(tenant, id, body.role);
  }

  @Post(':id/suspend')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRowDto)
  suspend(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.suspend(tenant, id);
  }

  @Post(':id/reactivate')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRowDto)
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

  /** Frees the seat and keeps the history. */
  @Post(':id/leave')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRowDto)
  leave(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Leaving) {
    return this.employment.leave(tenant, id, body.last_active_day);
  }

  /** A further employment begins; the earlier ones and their history stay. Takes a seat. */
  @Post(':id/return')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(StaffRowDto)
  comeBack(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Returning) {
    return this.employment.comeBack(tenant, id, body.first_day, body.role);
  }

  @Get(':id/employments')
  @Allow(...staff.read)
  @ApiOperation({ summary: 'When they were employed, oldest first' })
  @ApiOkResponse({ type: EmploymentDto, isArray: true })
  employments(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.employment.of(tenant, id);
  }
}
