import { Injectable } from '@nestjs/common';
import type { exemptions } from '../../contract/skill-holds.resource';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { DatedRecordService } from './dated-record.service';
import { ExemptionRecord } from './exemption.entity';
import { PairReferenceChecker } from './pair-reference-checker';

/** Exempts staff from a requirement for a period. Levels do not change. To end an exemption, set its last day. */
@Injectable()
export class ExemptionsService extends DatedRecordService<ExemptionRecord, typeof exemptions> {
  constructor(
    @InjectResourceContext(ExemptionRecord) context: ResourceContext<ExemptionRecord>,
    referenceChecker: PairReferenceChecker,
  ) {
    super(context, referenceChecker);
  }
}
