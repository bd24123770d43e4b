import { Body, Controller, Delete, Get, Param, ParseEnumPipe, Put } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../common/rest/id-param';
import { NotFoundError } from '../../common/errors/app-error';
import { Skill } from '../skills/skill.entity';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { ChecklistDto, ChecklistWrite } from './assessments.dto';
import { ChecklistsService } from './checklists.service';

/** Other values answer 404. */
const LevelParam = () =>
  Param(
    'level',
    new ParseEnumPipe({ 1: '1', 2: '2', 3: '3', 4: '4' }, { exceptionFactory: () => new NotFoundError('level') }),
  );
const ApiLevelParam = ApiParam({ name: 'level', enum: ['1', '2', '3', '4'], description: 'The level that it shows.' });

@ApiTags('Skills')
@Controller('api/skills/:id/checklists')
@VersionedRoute(Skill, 'skill_id')
export class SkillChecklistsController {
  constructor(private readonly checklistsService: ChecklistsService) {}

  /** The checklists of a skill, visible to all users. */
  @Get()
  @Allow('admin', 'user')
  @ApiOkResponse({ type: ChecklistDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.checklistsService.list(tenant, id);
  }

  /** Replaces the checklist of a level; assessments already started keep theirs. */
  @Put(':level')
  @Allow('admin')
  @ApiLevelParam
  @ApiOkResponse({ type: ChecklistDto, isArray: true })
  put(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @LevelParam() level: string,
    @Body() body: ChecklistWrite,
  ) {
    return this.checklistsService.put(tenant, id, Number(level), body);
  }

  @Delete(':level')
  @Allow('admin')
  @ApiLevelParam
  @ApiOkResponse({ type: ChecklistDto, isArray: true })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @LevelParam() level: string) {
    return this.checklistsService.remove(tenant, id, Number(level));
  }
}
