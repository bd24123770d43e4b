import { Injectable } from '@nestjs/common';
import type { RevocationRow, revocations } from '../../contract/skill-holds.resource';
import { LedgerLocks } from '../staff/ledger-locks';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { DatedRecordService } from './dated-record.service';
import { PairReferenceChecker } from './pair-reference-checker';
import { RevocationRecord } from './revocation.entity';
import { refuseEndBeforeStart } from './skill-ledger.errors';
import { SkillLedgerService } from './skill-ledger.service';

type NewRevocations = readonly Partial<RevocationRecord>[];

/** Withdraws a skill and restores it. The evidence stays; the level is 0 in between. */
@Injectable()
export class RevocationsService extends DatedRecordService<RevocationRecord, typeof revocations> {
  protected override readonly createAction = 'start';

  constructor(
    @InjectResourceContext(RevocationRecord) context: ResourceContext<RevocationRecord>,
    referenceChecker: PairReferenceChecker,
    private readonly ledger: SkillLedgerService,
    private readonly locks: LedgerLocks,
  ) {
    super(context, referenceChecker);
  }

  /** `to_date` is the last day without the skill. @throws NotFoundError, EndBeforeStartError */
  async end(tenant: Tenant, revocation_id: string, to_date: string): Promise<RevocationRow> {
    await this.context.transactions.run(async () => {
      const revocation = await this.record(tenant, revocation_id);
      await this.locks.acquire(tenant, [revocation.staff_id]);
      refuseEndBeforeStart(revocation.from_date, to_date);
      await this.context.records.update(tenant, { revocation_id }, { to_date });
      await this.ledger.rebuildSpans(tenant, [revocation]);
      await this.audit(tenant, 'end', revocation_id, { to_date: revocation.to_date }, { to_date });
    });
    return this.one(tenant, revocation_id);
  }

  protected override async beforeCreate(tenant: Tenant, records: NewRevocations): Promise<void> {
    await this.locks.acquire(
      tenant,
      records.map(({ staff_id }) => staff_id!),
    );
  }

  protected override async afterCreate(tenant: Tenant, records: NewRevocations): Promise<void> {
    await this.ledger.rebuildSpans(tenant, records as readonly RevocationRecord[]);
  }
}
