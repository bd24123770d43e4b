import { Body, Put } from '@nestjs/common';
import { skillTargets } from '../../contract/skill-targets.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { TargetGrid, TargetGridAnswer } from './skill-ledger.dto';
import { SkillTarget } from './skill-target.entity';
import { SkillTargetsService } from './skill-targets.service';
import { TargetGridService } from './target-grid.service';

@ResourceController(SkillTarget)
export class SkillTargetsController extends createCrudController(SkillTarget, SkillTargetsService) {
  constructor(
    targets: SkillTargetsService,
    private readonly targetGrid: TargetGridService,
  ) {
    super(targets);
  }

  /** Set many target cells, all or nothing; unchanged cells are skipped. */
  @Put('grid')
  @Allow(...skillTargets.write)
  @ApiRow(TargetGridAnswer)
  setGrid(@CurrentTenant() tenant: Tenant, @Body() body: TargetGrid) {
    return this.targetGrid.setGrid(tenant, body.changes);
  }
}
