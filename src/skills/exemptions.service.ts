import { Injectable } from '@nestjs/common';
import { exemptions as definition, type ExemptionRow } from '../contract/skill-holds.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { isForeignKeyRefusal, Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { own } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { ExemptionRecord } from './exemption.entity';
import { KnownPairs } from './known-pairs';
import type { ExemptionChange, ExemptionWrite } from './skill-ledger.dto';
import { EndsBeforeItBegins } from './skill-ledger.errors';

/** Mutes requirements for a period. Levels are no business of it. */
@Injectable()
export class ExemptionsService {
  constructor(
    @Records(ExemptionRecord) private readonly exemptions: TenantRepository<ExemptionRecord>,
    private readonly known: KnownPairs,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant, request: ListRequest<ExemptionRecord>): Promise<PageOf<ExemptionRow>> {
    const page = await this.exemptions.page(tenant, { ...request, where: own(tenant, request.where) });
    return { ...page, rows: page.rows.map((record) => rowOf(definition, record)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, exemption_id: string): Promise<ExemptionRow> {
    return rowOf(definition, await this.record(tenant, exemption_id));
  }

  /** @throws StaffUnknown, SkillUnknown, EndsBeforeItBegins */
  async create(tenant: Tenant, body: ExemptionWrite): Promise<ExemptionRow> {
    const record = {
      ...(recordOf(definition, body, 'create') as unknown as ExemptionRecord),
      exemption_id: newId(this.clock.now()),
    };
    refuseEarlyEnd(record.from_date, record.to_date);
    try {
      await this.transactions.run(async () => {
        await this.exemptions.insert(tenant, record);
        await this.audit.record(auditEntry(tenant, 'exemption.create', record.exemption_id, null, record));
      });
    } catch (error) {
      if (isForeignKeyRefusal(error)) await this.known.refuseUnknown(tenant, [record]);
      throw error;
    }
    return this.one(tenant, record.exemption_id);
  }

  /** @throws NotFound, Stale, EndsBeforeItBegins */
  async change(tenant: Tenant, exemption_id: string, body: ExemptionChange): Promise<ExemptionRow> {
    const change = recordOf(definition, body, 'change') as Partial<ExemptionRecord>;
    await this.transactions.run(async () => {
      const was = await this.record(tenant, exemption_id);
      refuseEarlyEnd(was.from_date, change.to_date ?? null);
      await this.exemptions.change(tenant, { exemption_id }, change, body.row_version);
      await this.audit.record(auditEntry(tenant, 'exemption.change', exemption_id, sameFields(was, change), change));
    });
    return this.one(tenant, exemption_id);
  }

  /** As if it had never been; to end one, give it a last day. @throws NotFound */
  async remove(tenant: Tenant, exemption_id: string): Promise<void> {
    await this.transactions.run(async () => {
      const was = await this.record(tenant, exemption_id);
      await this.exemptions.remove(tenant, { exemption_id });
      await this.audit.record(auditEntry(tenant, 'exemption.delete', exemption_id, was, null));
    });
  }

  private async record(tenant: Tenant, exemption_id: string): Promise<ExemptionRecord> {
    const record = await this.exemptions.one(tenant, own<ExemptionRecord>(tenant, { exemption_id }));
    if (!record) throw new NotFound('exemption');
    return record;
  }
}

function refuseEarlyEnd(from_date: string, to_date: string | null): void {
  if (to_date && to_date < from_date) throw new EndsBeforeItBegins('to_date', from_date);
}
