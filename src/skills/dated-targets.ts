import type { Fields } from '../contract/fields';
import type { ResourceDefinition, RowOf } from '../contract/resource';
import type { AuditTrail } from '../platform/audit/audit-trail';
import type { Clock } from '../platform/clock';
import { isDuplicate, isForeignKeyRefusal, type Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { newId } from '../platform/ids';
import type { LedgerLocks } from '../staff/ledger-locks';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { seen } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import type { NewRecord, PageOf, TenantRepository } from '../tenancy/tenant-repository';
import type { Where } from '../platform/database/where';
import type { KnownPairs } from './known-pairs';
import type { RoleTarget } from './role-target.entity';
import { AlreadyDatedSo, EndsBeforeItBegins } from './skill-ledger.errors';
import type { SkillTarget } from './skill-target.entity';

export interface TargetParts {
  known: KnownPairs;
  locks: LedgerLocks;
  transactions: Transactions;
  audit: AuditTrail;
  clock: Clock;
}

/** What both kinds of target have in common: rows with a first and a last day, one a day at which they begin. */
export class DatedTargets<R extends ResourceDefinition<Fields>, E extends SkillTarget | RoleTarget> {
  constructor(
    private readonly definition: R,
    private readonly subject: string,
    private readonly targets: TenantRepository<E>,
    private readonly parts: TargetParts,
  ) {}

  async list(tenant: Tenant, request: ListRequest<E>): Promise<PageOf<RowOf<R>>> {
    const page = await this.targets.page(tenant, { ...request, where: personal(tenant, request.where) });
    return { ...page, rows: page.rows.map((record) => rowOf(this.definition, record)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, target_id: string): Promise<RowOf<R>> {
    return rowOf(this.definition, await this.record(tenant, target_id));
  }

  /** @throws AlreadyDatedSo, EndsBeforeItBegins, StaffUnknown, UnknownReference, SkillUnknown */
  async create(tenant: Tenant, body: object): Promise<RowOf<R>> {
    const { transactions, audit, known, clock } = this.parts;
    const record = { ...recordOf(this.definition, body, 'create'), target_id: newId(clock.now()) } as unknown as E;
    refuseEarlyEnd(record.from_date, record.to_date);
    try {
      await transactions.run(async () => {
        await this.begin(tenant, record);
        await this.targets.insert(tenant, record as NewRecord<E>);
        await audit.record(auditEntry(tenant, `${this.subject}.create`, record.target_id, null, record));
      });
    } catch (error) {
      if (isDuplicate(error)) throw new AlreadyDatedSo(record.from_date);
      if (isForeignKeyRefusal(error)) await known.refuseUnknown(tenant, [record]);
      throw error;
    }
    return this.one(tenant, record.target_id);
  }

  /** @throws NotFound, Stale, EndsBeforeItBegins */
  async change(tenant: Tenant, target_id: string, body: { row_version?: number }): Promise<RowOf<R>> {
    const change = recordOf(this.definition, body, 'change') as Partial<E>;
    const { transactions, audit } = this.parts;
    await transactions.run(async () => {
      const was = await this.record(tenant, target_id);
      await this.begin(tenant, was);
      refuseEarlyEnd(was.from_date, change.to_date ?? null);
      await this.targets.change(tenant, { target_id } as Where<E>, change, body.row_version);
      await audit.record(auditEntry(tenant, `${this.subject}.change`, target_id, sameFields(was, change), change));
    });
    return this.one(tenant, target_id);
  }

  /** As if it had never been; to end one, give it a last day. @throws NotFound */
  async remove(tenant: Tenant, target_id: string): Promise<void> {
    const { transactions, audit } = this.parts;
    await transactions.run(async () => {
      const was = await this.record(tenant, target_id);
      await this.begin(tenant, was);
      await this.targets.remove(tenant, { target_id } as Where<E>);
      await audit.record(auditEntry(tenant, `${this.subject}.delete`, target_id, was, null));
    });
  }

  /** Alone with the holder's targets: the grid reads them and then writes what follows from them. */
  private begin(tenant: Tenant, target: E): Promise<void> {
    return this.parts.locks.take(tenant, ['staff_id' in target ? target.staff_id : target.job_role_id]);
  }

  private async record(tenant: Tenant, target_id: string): Promise<E> {
    const record = await this.targets.one(tenant, personal(tenant, { target_id } as Where<E>));
    if (!record) throw new NotFound('target');
    return record;
  }
}

/** A job role's targets are nobody's own; who sees them at all sees all of them. */
const personal = <E>(tenant: Tenant, asked: Where<E>): Where<E> =>
  seen(tenant, asked as Where<SkillTarget>) as Where<E>;

function refuseEarlyEnd(from_date: string, to_date: string | null): void {
  if (to_date && to_date < from_date) throw new EndsBeforeItBegins('to_date', from_date);
}
