import { Injectable } from '@nestjs/common';
import type { SessionRow } from '../../contract/account.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { Session } from '../../auth/session.entity';
import { SESSION_IDLE_MS } from '../../auth/active-session';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { ListPage, TenantRepository } from '../../tenancy/tenant-repository';

/** Limit of the list; `endOthers` ends the rest as well. */
const MAX_SESSIONS = 200;

/** The sessions of the signed-in account: list them and end them. */
@Injectable()
export class MySessionsService {
  constructor(
    @InjectTenantRepository(Session) private readonly sessions: TenantRepository<Session>,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant): Promise<ListPage<SessionRow>> {
    const rows = await this.sessions.find(tenant, this.activeWhere(tenant), {
      order: [
        ['last_seen_at', 'desc'],
        ['session_id', 'desc'],
      ],
      limit: MAX_SESSIONS,
    });
    return { rows: rows.map((session) => toSessionRow(session, tenant.actor.session_id)), total: rows.length };
  }

  /** Ending the current session signs out. @throws NotFoundError, also for sessions of other accounts */
  async end(tenant: Tenant, session_id: string): Promise<void> {
    await this.transactions.run(async () => {
      const ended = await this.sessions.update(
        tenant,
        { ...this.activeWhere(tenant), session_id },
        { ended_at: this.clock.now(), ended_why: 'ended_by_owner' },
      );
      if (!ended) throw new NotFoundError('session');
      await this.audit.record(buildAuditEntry(tenant, 'session.end', session_id, null, null));
    });
  }

  /** @returns number of ended sessions */
  async endOthers(tenant: Tenant): Promise<{ ended: number }> {
    const { session_id } = tenant.actor;
    return this.transactions.run(async () => {
      const ended = await this.sessions.update(
        tenant,
        { ...this.activeWhere(tenant), ...(session_id && { session_id: { ne: session_id } }) },
        { ended_at: this.clock.now(), ended_why: 'ended_by_owner' },
      );
      if (ended) await this.audit.record(buildAuditEntry(tenant, 'session.end_others', undefined, null, { ended }));
      return { ended };
    });
  }

  private activeWhere(tenant: Tenant) {
    const now = this.clock.now();
    return {
      account_id: tenant.actor.account_id ?? [],
      ended_at: { null: true },
      expires_at: { gt: now },
      last_seen_at: { gt: now - SESSION_IDLE_MS },
    };
  }
}

function toSessionRow(session: Session, current: string | null): SessionRow {
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
