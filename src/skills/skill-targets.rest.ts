import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { exemptions } from '../contract/skill-holds.resource';
import { roleTargets, skillTargets } from '../contract/skill-targets.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { ExemptionRecord } from './exemption.entity';
import { ExemptionsService } from './exemptions.service';
import { RoleTarget } from './role-target.entity';
import {
  ExemptionChange,
  ExemptionRowDto,
  ExemptionWrite,
  RoleTargetChange,
  RoleTargetRowDto,
  RoleTargetWrite,
  SkillTargetChange,
  SkillTargetRowDto,
  SkillTargetWrite,
  TargetGrid,
  TargetGridAnswer,
} from './skill-ledger.dto';
import { SkillTarget } from './skill-target.entity';
import { SkillTargetsService } from './skill-targets.service';

@ApiTags('Skill targets')
@Controller('api/skill-targets')
@VersionOf(SkillTarget, 'target_id')
export class SkillTargetsRest {
  constructor(private readonly targets: SkillTargetsService) {}

  @Get()
  @Allow(...skillTargets.read)
  @ApiList(skillTargets, SkillTargetRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.targets.personal.list(tenant, parseList(skillTargets, query)));
  }

  @Get(':id')
  @Allow(...skillTargets.read)
  @ApiRow(SkillTargetRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.targets.personal.one(tenant, id);
  }

  @Post()
  @Allow(...skillTargets.write)
  @ApiRow(SkillTargetRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: SkillTargetWrite) {
    return this.targets.personal.create(tenant, body);
  }

  /** Many cells at once, all or nothing; what is so already stays. */
  @Put('grid')
  @Allow(...skillTargets.write)
  @ApiRow(TargetGridAnswer)
  setGrid(@CurrentTenant() tenant: Tenant, @Body() body: TargetGrid) {
    return this.targets.setGrid(tenant, body.changes);
  }

  @Patch(':id')
  @Allow(...skillTargets.write)
  @ApiRow(SkillTargetRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: SkillTargetChange) {
    return this.targets.personal.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...skillTargets.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.targets.personal.remove(tenant, id);
  }
}

@ApiTags('Role targets')
@Controller('api/role-targets')
@VersionOf(RoleTarget, 'target_id')
export class RoleTargetsRest {
  constructor(private readonly targets: SkillTargetsService) {}

  @Get()
  @Allow(...roleTargets.read)
  @ApiList(roleTargets, RoleTargetRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.targets.roles.list(tenant, parseList(roleTargets, query)));
  }

  @Get(':id')
  @Allow(...roleTargets.read)
  @ApiRow(RoleTargetRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.targets.roles.one(tenant, id);
  }

  @Post()
  @Allow(...roleTargets.write)
  @ApiRow(RoleTargetRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: RoleTargetWrite) {
    return this.targets.roles.create(tenant, body);
  }

  @Patch(':id')
  @Allow(...roleTargets.write)
  @ApiRow(RoleTargetRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: RoleTargetChange) {
    return this.targets.roles.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...roleTargets.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.targets.roles.remove(tenant, id);
  }
}

@ApiTags('Exemptions')
@Controller('api/exemptions')
@VersionOf(ExemptionRecord, 'exemption_id')
export class ExemptionsRest {
  constructor(private readonly exemptions: ExemptionsService) {}

  @Get()
  @Allow(...exemptions.read)
  @ApiList(exemptions, ExemptionRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.exemptions.list(tenant, parseList(exemptions, query)));
  }

  @Get(':id')
  @Allow(...exemptions.read)
  @ApiRow(ExemptionRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.exemptions.one(tenant, id);
  }

  @Post()
  @Allow(...exemptions.write)
  @ApiRow(ExemptionRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: ExemptionWrite) {
    return this.exemptions.create(tenant, body);
  }

  @Patch(':id')
  @Allow(...exemptions.write)
  @ApiRow(ExemptionRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExemptionChange) {
    return this.exemptions.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...exemptions.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.exemptions.remove(tenant, id);
  }
}
