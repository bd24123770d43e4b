import { Injectable } from '@nestjs/common';
import { revocations as definition, type RevocationRow } from '../contract/skill-holds.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { isForeignKeyRefusal, Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { auditEntry } from '../tenancy/audit-entry';
import { own } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { RevocationRecord } from './revocation.entity';
import type { RevocationWrite } from './skill-ledger.dto';
import { EndsBeforeItBegins } from './skill-ledger.errors';
import { SkillLedger } from './skill-ledger.service';
import { KnownPairs } from './known-pairs';

/** Withdraws a skill and gives it back. The evidence stays; the level is 0 meanwhile. */
@Injectable()
export class RevocationsService {
  constructor(
    @Records(RevocationRecord) private readonly revocations: TenantRepository<RevocationRecord>,
    private readonly known: KnownPairs,
    private readonly ledger: SkillLedger,
    private readonly locks: LedgerLocks,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant, request: ListRequest<RevocationRecord>): Promise<PageOf<RevocationRow>> {
    const page = await this.revocations.page(tenant, { ...request, where: own(tenant, request.where) });
    return { ...page, rows: page.rows.map((record) => rowOf(definition, record)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, revocation_id: string): Promise<RevocationRow> {
    return rowOf(definition, await this.record(tenant, revocation_id));
  }

  /** @throws StaffUnknown, SkillUnknown, EndsBeforeItBegins */
  async start(tenant: Tenant, body: RevocationWrite): Promise<RevocationRow> {
    const record = {
      ...(recordOf(definition, body, 'create') as unknown as RevocationRecord),
      revocation_id: newId(this.clock.now()),
    };
    if (record.to_date && record.to_date < record.from_date) throw new EndsBeforeItBegins('to_date', record.from_date);
    try {
      await this.transactions.run(async () => {
        await this.locks.take(tenant, [record.staff_id]);
        await this.revocations.insert(tenant, record);
        await this.ledger.rewritePairs(tenant, [record]);
        await this.audit.record(auditEntry(tenant, 'revocation.start', record.revocation_id, null, record));
      });
    } catch (error) {
      if (isForeignKeyRefusal(error)) await this.known.refuseUnknown(tenant, [record]);
      throw error;
    }
    return this.one(tenant, record.revocation_id);
  }

  /** `to_date` is the last day without the skill. @throws NotFound, EndsBeforeItBegins */
  async end(tenant: Tenant, revocation_id: string, to_date: string): Promise<RevocationRow> {
    await this.transactions.run(async () => {
      const was = await this.record(tenant, revocation_id);
      await this.locks.take(tenant, [was.staff_id]);
      if (to_date < was.from_date) throw new EndsBeforeItBegins('to_date', was.from_date);
      await this.revocations.update(tenant, { revocation_id }, { to_date });
      await this.ledger.rewritePairs(tenant, [was]);
      await this.audit.record(
        auditEntry(tenant, 'revocation.end', revocation_id, { to_date: was.to_date }, { to_date }),
      );
    });
    return this.one(tenant, revocation_id);
  }

  private async record(tenant: Tenant, revocation_id: string): Promise<RevocationRecord> {
    const record = await this.revocations.one(tenant, own<RevocationRecord>(tenant, { revocation_id }));
    if (!record) throw new NotFound('revocation');
    return record;
  }
}
