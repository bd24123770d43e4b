import { Injectable } from '@nestjs/common';
import type { exemptions } from '../contract/skill-holds.resource';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { DatedPairs } from './dated-pairs';
import { ExemptionRecord } from './exemption.entity';
import { KnownPairs } from './known-pairs';

/** Mutes requirements for a period. Levels are no business of it; to end one, give it a last day. */
@Injectable()
export class ExemptionsService extends DatedPairs<ExemptionRecord, typeof exemptions> {
  constructor(@PartsOf(ExemptionRecord) parts: ResourceParts<ExemptionRecord>, known: KnownPairs) {
    super(parts, known);
  }
}
