import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { skills } from '../contract/skills.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { Skill } from './skill.entity';
import { SkillChange, SkillRowDto, SkillWrite } from './skills.dto';
import { SkillsService } from './skills.service';

@ApiTags('Skills')
@Controller('api/skills')
@VersionOf(Skill, 'skill_id')
export class SkillsRest {
  constructor(private readonly skills: SkillsService) {}

  @Get()
  @Allow(...skills.read)
  @ApiList(skills, SkillRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.skills.list(tenant, parseList(skills, query)));
  }

  @Get(':id')
  @Allow(...skills.read)
  @ApiRow(SkillRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.skills.one(tenant, id);
  }

  @Post()
  @Allow(...skills.write)
  @ApiRow(SkillRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: SkillWrite) {
    return this.skills.create(tenant, body);
  }

  @Patch(':id')
  @Allow(...skills.write)
  @ApiRow(SkillRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SkillChange) {
    return this.skills.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...skills.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.skills.remove(tenant, id);
  }

  /** Kept with its history, offered no more. */
  @Post(':id/archive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(SkillRowDto)
  archive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.skills.archive(tenant, id);
  }

  @Post(':id/unarchive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(SkillRowDto)
  unarchive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.skills.unarchive(tenant, id);
  }
}
