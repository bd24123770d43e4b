import { Injectable } from '@nestjs/common';
import type { roleTargets, skillTargets } from '../contract/skill-targets.resource';
import { LedgerLocks } from '../staff/ledger-locks';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { DatedTargets } from './dated-targets';
import { KnownPairs } from './known-pairs';
import { RoleTarget } from './role-target.entity';
import { SkillTarget } from './skill-target.entity';

/** What is required of people, one by one. */
@Injectable()
export class SkillTargetsService extends DatedTargets<SkillTarget, typeof skillTargets> {
  constructor(@PartsOf(SkillTarget) parts: ResourceParts<SkillTarget>, known: KnownPairs, locks: LedgerLocks) {
    super(parts, known, locks);
  }
}

/** What is required of everyone in a job role. */
@Injectable()
export class RoleTargetsService extends DatedTargets<RoleTarget, typeof roleTargets> {
  constructor(@PartsOf(RoleTarget) parts: ResourceParts<RoleTarget>, known: KnownPairs, locks: LedgerLocks) {
    super(parts, known, locks);
  }
}
