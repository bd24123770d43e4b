import { Injectable } from '@nestjs/common';
import type { RevocationRow, revocations } from '../contract/skill-holds.resource';
import { LedgerLocks } from '../staff/ledger-locks';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import { DatedPairs } from './dated-pairs';
import { KnownPairs } from './known-pairs';
import { RevocationRecord } from './revocation.entity';
import { refuseEarlyEnd } from './skill-ledger.errors';
import { SkillLedger } from './skill-ledger.service';

type Revoked = readonly Partial<RevocationRecord>[];

/** Withdraws a skill and gives it back. The evidence stays; the level is 0 meanwhile. */
@Injectable()
export class RevocationsService extends DatedPairs<RevocationRecord, typeof revocations> {
  protected override readonly created = 'start';

  constructor(
    @PartsOf(RevocationRecord) parts: ResourceParts<RevocationRecord>,
    known: KnownPairs,
    private readonly ledger: SkillLedger,
    private readonly locks: LedgerLocks,
  ) {
    super(parts, known);
  }

  /** `to_date` is the last day without the skill. @throws NotFound, EndsBeforeItBegins */
  async end(tenant: Tenant, revocation_id: string, to_date: string): Promise<RevocationRow> {
    await this.parts.transactions.run(async () => {
      const was = await this.record(tenant, revocation_id);
      await this.locks.take(tenant, [was.staff_id]);
      refuseEarlyEnd(was.from_date, to_date);
      await this.parts.records.update(tenant, { revocation_id }, { to_date });
      await this.ledger.rewritePairs(tenant, [was]);
      await this.audit(tenant, 'end', revocation_id, { to_date: was.to_date }, { to_date });
    });
    return this.one(tenant, revocation_id);
  }

  protected override async beforeCreate(tenant: Tenant, made: Revoked): Promise<void> {
    await this.locks.take(
      tenant,
      made.map(({ staff_id }) => staff_id!),
    );
  }

  protected override async afterCreate(tenant: Tenant, made: Revoked): Promise<void> {
    await this.ledger.rewritePairs(tenant, made as readonly RevocationRecord[]);
  }
}
