import { Injectable } from '@nestjs/common';
import type { SessionRow } from '../contract/account-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { auditEntry } from '../tenancy/audit-entry';
import { Session } from '../tenancy/session.entity';
import { IDLE_MS } from '../tenancy/session-row';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';

/** Newest first; whoever signs in more often than this ends the rest all the same. */
const SHOWN = 200;

/** Where an account is signed in, and signing out there. Everybody's own only. */
@Injectable()
export class MySessions {
  constructor(
    @Records(Session) private readonly sessions: TenantRepository<Session>,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant): Promise<PageOf<SessionRow>> {
    const rows = await this.sessions.find(tenant, this.live(tenant), {
      order: [
        ['last_seen_at', 'desc'],
        ['session_id', 'desc'],
      ],
      limit: SHOWN,
    });
    return { rows: rows.map((session) => shown(session, tenant.actor.session_id)), total: rows.length };
  }

  /** Its next call is answered 401. Ending the current one is signing out. @throws NotFound, for anybody else's too */
  async end(tenant: Tenant, session_id: string): Promise<void> {
    await this.transactions.run(async () => {
      const ended = await this.sessions.update(
        tenant,
        { ...this.live(tenant), session_id },
        { ended_at: this.clock.now(), ended_why: 'ended_by_owner' },
      );
      if (!ended) throw new NotFound('session');
      await this.audit.record(auditEntry(tenant, 'session.end', session_id, null, null));
    });
  }

  /** All but the one that asks. @returns how many were signed in */
  async endOthers(tenant: Tenant): Promise<{ ended: number }> {
    const { session_id } = tenant.actor;
    return this.transactions.run(async () => {
      const ended = await this.sessions.update(
        tenant,
        { ...this.live(tenant), ...(session_id && { session_id: { ne: session_id } }) },
        { ended_at: this.clock.now(), ended_why: 'ended_by_owner' },
      );
      if (ended) await this.audit.record(auditEntry(tenant, 'session.end_others', undefined, null, { ended }));
      return { ended };
    });
  }

  private live(tenant: Tenant) {
    const now = this.clock.now();
    return {
      account_id: tenant.actor.account_id ?? [],
      ended_at: { null: true },
      expires_at: { gt: now },
      last_seen_at: { gt: now - IDLE_MS },
    };
  }
}

function shown(session: Session, current: string | null): SessionRow {
  const { session_id, surface, address, user_agent } = session;
  return {
    id: session_id,
    session_id,
    current: session_id === current,
    surface,
    address,
    user_agent,
    signed_in_at: toIso(session.authenticated_at),
    last_seen_at: toIso(session.last_seen_at),
    expires_at: toIso(session.expires_at),
  };
}
