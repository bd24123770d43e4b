import { Body, Put } from '@nestjs/common';
import { skillTargets } from '../contract/skill-targets.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { Allow, CurrentTenant } from '../tenancy/access';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { TargetGrid, TargetGridAnswer } from './skill-ledger.dto';
import { SkillTarget } from './skill-target.entity';
import { SkillTargetsService } from './skill-targets.service';
import { TargetGrids } from './target-grids.service';

@ResourceController(SkillTarget)
export class SkillTargetsController extends createCrudController(SkillTarget, SkillTargetsService) {
  constructor(
    targets: SkillTargetsService,
    private readonly grids: TargetGrids,
  ) {
    super(targets);
  }

  /** Many cells at once, all or nothing; what is so already stays. */
  @Put('grid')
  @Allow(...skillTargets.write)
  @ApiRow(TargetGridAnswer)
  setGrid(@CurrentTenant() tenant: Tenant, @Body() body: TargetGrid) {
    return this.grids.setGrid(tenant, body.changes);
  }
}
