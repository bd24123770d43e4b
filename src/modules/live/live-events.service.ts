import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { LiveEvent } from '../../contract/live';
import { AuditTrailService, type RecordedAuditEntry } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { findResourceBySubject } from '../../tenancy/resource-metadata';
import type { Tenant } from '../../tenancy/tenant';
import { LiveBus } from './live-bus';

/** A message that does not come from the audit trail. */
export interface LiveNotification extends Pick<LiveEvent, 'resource' | 'id'> {
  kind: Exclude<LiveEvent['kind'], 'change'>;
  /** Receives the message. Default: the current user; null: all who may see the whole customer */
  account_id?: string | null;
}

/**
 * Source of `GET /api/live`. Changes of records come from the audit trail, so no writer can forget them; other messages
 * from `publish`. Both are sent after COMMIT.
 */
@Injectable()
export class LiveEventsService implements OnModuleInit {
  constructor(
    private readonly bus: LiveBus,
    private readonly trail: AuditTrailService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.trail.onRecorded((entries) => this.onAuditEntries(entries));
  }

  /** Sent after the open transaction has committed. Contains ids only, no data. */
  publish({ customer_id, actor }: Tenant, { account_id = actor.account_id, ...notification }: LiveNotification): void {
    this.publishFor(customer_id, { ...notification, account_id });
  }

  /** For work without a tenant, such as the job worker. */
  publishFor(customer_id: number, notification: Required<LiveNotification>): void {
    this.transactions.afterCommit(() => {
      const at = this.clock.now();
      this.bus.publish([{ ...notification, told_id: newId(at), customer_id, at }], false);
    });
  }

  private onAuditEntries(entries: readonly RecordedAuditEntry[]): void {
    const changes = entries.flatMap(({ audit_event_id, customer_id, at, subject_type = '', subject_id = null }) => {
      const metadata = findResourceBySubject(subject_type);
      if (!metadata) return [];
      const base = { told_id: audit_event_id, customer_id, at, kind: 'change' as const, account_id: null };
      return { message: { ...base, resource: metadata.definition.name, id: subject_id }, isShared: metadata.isShared };
    });
    for (const customer of new Set(changes.map(({ message: { customer_id } }) => customer_id))) {
      const customerChanges = changes.filter(({ message: { customer_id } }) => customer_id === customer);
      this.bus.publish(
        customerChanges.map((each) => each.message),
        customerChanges.some(({ isShared }) => isShared),
      );
    }
  }
}
