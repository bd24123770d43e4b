import { Injectable } from '@nestjs/common';
import type { roleTargets, skillTargets } from '../../contract/skill-targets.resource';
import { LedgerLocks } from '../staff/ledger-locks';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { DatedTargetService } from './dated-target.service';
import { PairReferenceChecker } from './pair-reference-checker';
import { RoleTarget } from './role-target.entity';
import { SkillTarget } from './skill-target.entity';

/** Required levels of single staff members. */
@Injectable()
export class SkillTargetsService extends DatedTargetService<SkillTarget, typeof skillTargets> {
  constructor(
    @InjectResourceContext(SkillTarget) context: ResourceContext<SkillTarget>,
    referenceChecker: PairReferenceChecker,
    locks: LedgerLocks,
  ) {
    super(context, referenceChecker, locks);
  }
}

/** Required levels of all holders of a job role. */
@Injectable()
export class RoleTargetsService extends DatedTargetService<RoleTarget, typeof roleTargets> {
  constructor(
    @InjectResourceContext(RoleTarget) context: ResourceContext<RoleTarget>,
    referenceChecker: PairReferenceChecker,
    locks: LedgerLocks,
  ) {
    super(context, referenceChecker, locks);
  }
}
