import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { LiveEvent } from '../../contract/live';
import { AuditTrail, type ToldEntry } from '../../platform/audit/audit-trail';
import { Clock } from '../../platform/clock';
import { Transactions } from '../../platform/database/transactions';
import { newId } from '../../platform/ids';
import { resourceOfSubject } from '../resources/kept';
import type { Tenant } from '../tenant';
import { LiveBus } from './live-bus';

/** What somebody else than the audit trail has to tell. */
export interface LiveNews extends Pick<LiveEvent, 'resource' | 'id'> {
  kind: Exclude<LiveEvent['kind'], 'change'>;
  /** The one account that hears of it; left out: whoever asked for the work; null: whoever may see all of the organisation. */
  account_id?: string | null;
}

/**
 * What has happened, for whoever looks on (`GET /api/live`). Changes of records are taken from where they all are written
 * down, the audit trail, so that no writer can forget to tell; work that goes on is told by `publish`. Both after COMMIT.
 */
@Injectable()
export class LiveEvents implements OnModuleInit {
  constructor(
    private readonly bus: LiveBus,
    private readonly trail: AuditTrail,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.trail.onTold((entries) => this.changed(entries));
  }

  /** Once the open transaction has committed; at once where none is open. Names what is to be asked for again, no data. */
  publish({ customer_id, actor }: Tenant, { account_id = actor.account_id, ...news }: LiveNews): void {
    this.publishOf(customer_id, { ...news, account_id });
  }

  /** Of whose work it is, by who does the work of all organisations. */
  publishOf(customer_id: number, news: Required<LiveNews>): void {
    this.transactions.afterCommit(() => {
      const at = this.clock.now();
      this.bus.tell([{ ...news, told_id: newId(at), customer_id, at }], false);
    });
  }

  private changed(entries: readonly ToldEntry[]): void {
    const told = entries.flatMap(({ audit_event_id, customer_id, at, subject_type = '', subject_id = null }) => {
      const kept = resourceOfSubject(subject_type);
      if (!kept) return [];
      const of = { told_id: audit_event_id, customer_id, at, kind: 'change' as const, account_id: null };
      return { told: { ...of, resource: kept.definition.name, id: subject_id }, isShared: kept.isShared };
    });
    for (const customer of new Set(told.map(({ told: { customer_id } }) => customer_id))) {
      const own = told.filter(({ told: { customer_id } }) => customer_id === customer);
      this.bus.tell(
        own.map((each) => each.told),
        own.some(({ isShared }) => isShared),
      );
    }
  }
}
