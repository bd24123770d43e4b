import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { departments } from '../contract/departments.resource';
import { jobRoles } from '../contract/job-roles.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { ReassignedDto, ReassignTo } from '../platform/definitions/reassign.dto';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { Department } from './department.entity';
import { JobRole } from './job-role.entity';
import { PlacesService } from './places.service';
import {
  DepartmentChange,
  DepartmentRowDto,
  DepartmentWrite,
  JobRoleChange,
  JobRoleRowDto,
  JobRoleWrite,
} from './staff.dto';

@ApiTags('Departments')
@Controller('api/departments')
@VersionOf(Department, 'department_id')
export class DepartmentsRest {
  constructor(private readonly places: PlacesService) {}

  @Get()
  @Allow(...departments.read)
  @ApiList(departments, DepartmentRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.places.listDepartments(tenant, parseList(departments, query)));
  }

  @Get(':id')
  @Allow(...departments.read)
  @ApiRow(DepartmentRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.places.oneDepartment(tenant, id);
  }

  @Post()
  @Allow(...departments.write)
  @ApiRow(DepartmentRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: DepartmentWrite) {
    return this.places.createDepartment(tenant, body);
  }

  @Patch(':id')
  @Allow(...departments.write)
  @ApiRow(DepartmentRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: DepartmentChange) {
    return this.places.changeDepartment(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...departments.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.places.removeDepartment(tenant, id);
  }

  /** What is in it goes to another one; afterwards it can be deleted. */
  @Post(':id/reassign')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ReassignedDto })
  async reassign(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() { to }: ReassignTo) {
    return { moved: await this.places.reassignDepartment(tenant, id, to) };
  }
}

@ApiTags('Job roles')
@Controller('api/job-roles')
@VersionOf(JobRole, 'job_role_id')
export class JobRolesRest {
  constructor(private readonly places: PlacesService) {}

  @Get()
  @Allow(...jobRoles.read)
  @ApiList(jobRoles, JobRoleRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.places.listRoles(tenant, parseList(jobRoles, query)));
  }

  @Get(':id')
  @Allow(...jobRoles.read)
  @ApiRow(JobRoleRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.places.oneRole(tenant, id);
  }

  @Post()
  @Allow(...jobRoles.write)
  @ApiRow(JobRoleRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: JobRoleWrite) {
    return this.places.createRole(tenant, body);
  }

  @Patch(':id')
  @Allow(...jobRoles.write)
  @ApiRow(JobRoleRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: JobRoleChange) {
    return this.places.changeRole(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...jobRoles.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.places.removeRole(tenant, id);
  }
}
