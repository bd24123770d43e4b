import { Body, Controller, Delete, Get, Param, ParseEnumPipe, Put } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../platform/definitions/id-param';
import { NotFound } from '../platform/errors/app-error';
import { Skill } from '../skills/skill.entity';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { ChecklistDto, ChecklistWrite } from './assessments.dto';
import { Checklists } from './checklists.service';

/** One that somebody can show: anything else is no address. */
const Level = () =>
  Param(
    'level',
    new ParseEnumPipe({ 1: '1', 2: '2', 3: '3', 4: '4' }, { exceptionFactory: () => new NotFound('level') }),
  );
const ApiLevel = ApiParam({ name: 'level', enum: ['1', '2', '3', '4'], description: 'The level that it shows.' });

@ApiTags('Skills')
@Controller('api/skills/:id/checklists')
@VersionOf(Skill, 'skill_id')
export class SkillChecklistsController {
  constructor(private readonly checklists: Checklists) {}

  /** Everybody may read what will be looked for. */
  @Get()
  @Allow('admin', 'user')
  @ApiOkResponse({ type: ChecklistDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.checklists.list(tenant, id);
  }

  /** Takes the place of the one before it. Assessments that were begun keep theirs. */
  @Put(':level')
  @Allow('admin')
  @ApiLevel
  @ApiOkResponse({ type: ChecklistDto, isArray: true })
  put(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Level() level: string, @Body() body: ChecklistWrite) {
    return this.checklists.put(tenant, id, Number(level), body);
  }

  @Delete(':level')
  @Allow('admin')
  @ApiLevel
  @ApiOkResponse({ type: ChecklistDto, isArray: true })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Level() level: string) {
    return this.checklists.remove(tenant, id, Number(level));
  }
}
