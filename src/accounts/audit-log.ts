import { Injectable } from '@nestjs/common';
import { auditEvents as definition, type AuditEventRow } from '../contract/audit-events.resource';
import { AuditEvent } from '../platform/audit/audit-event.entity';
import { masked } from '../platform/audit/audit-trail';
import { Database, type SqlValue } from '../platform/database/database';
import { RecordSql } from '../platform/database/record-sql';
import { compileWhere, type Sql, type Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf } from '../tenancy/tenant-repository';
import { Account } from './account.entity';

type Asked = Where<AuditEvent & { who_key: string }>;
const FROM = 'FROM audit_event e LEFT JOIN account a ON a.account_id = e.account_id';

/**
 * Reads the audit trail. Nothing here writes, and no repository of it exists: append-only (contract.md, "audit").
 * An organisation reads its own events; platform staff all of them, or those of the organisation they name.
 */
@Injectable()
export class AuditLog {
  private built: RecordSql<AuditEvent> | undefined;

  constructor(private readonly database: Database) {}

  async page(tenant: Tenant, request: ListRequest<AuditEvent>): Promise<PageOf<AuditEventRow>> {
    const { offset, limit } = request;
    const { text, values } = this.visible(tenant, request.where as Asked);
    const order = request.order.map(([name, direction]) => `e.${name} ${direction === 'desc' ? 'DESC' : 'ASC'}`);
    const rows = await this.rows(`${text} ORDER BY ${order.join(', ')} LIMIT ${limit} OFFSET ${offset}`, values);
    if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length };
    const [counted] = await this.database.rows<{ n: number }>(`SELECT COUNT(*) AS n ${FROM} WHERE ${text}`, values);
    return { rows, total: Number(counted?.n ?? 0) };
  }

  /** @throws NotFound, for another organisation's too */
  async one(tenant: Tenant, audit_event_id: string): Promise<AuditEventRow> {
    const { text, values } = this.visible(tenant, { audit_event_id });
    const [row] = await this.rows(text, values);
    if (!row) throw new NotFound('audit event');
    return row;
  }

  private async rows(condition: string, values: readonly SqlValue[]): Promise<AuditEventRow[]> {
    const columns = this.sql.metadata.columns.map(({ databaseName }) => `e.${databaseName}`).join(', ');
    const rows = await this.database.rows<Record<string, unknown>>(
      `SELECT ${columns}, a.user_name AS who ${FROM} WHERE ${condition}`,
      values,
    );
    return this.sql.decode(rows).map((event) => ({
      ...rowOf(definition, event),
      // Once more: rows may be older than what counts as a secret today.
      was: masked(event.was),
      became: masked(event.became),
    }));
  }

  /** What was asked for, and last of all whose it is. */
  private visible(tenant: Tenant, asked: Asked): Sql {
    const { text, values } = this.condition(asked);
    if (tenant.actor.kind === 'platform' && tenant.customer_id === 0) return { text: `(${text})`, values };
    return { text: `(${text}) AND e.customer_id = ?`, values: [...values, tenant.customer_id] };
  }

  private condition({ who_key, anyOf, ...own }: Asked): Sql {
    const parts = [compileWhere(this.sql.metadata, own as Where<AuditEvent>, 'e.')];
    if (who_key !== undefined) {
      parts.push(compileWhere<Account>(this.database.metadata(Account), { user_name_key: who_key }, 'a.'));
    }
    if (anyOf) {
      const branches = anyOf.map((branch) => this.condition(branch as Asked));
      parts.push({
        text: `(${branches.map(({ text }) => text).join(' OR ')})`,
        values: branches.flatMap(({ values }) => values),
      });
    }
    return { text: parts.map(({ text }) => text).join(' AND '), values: parts.flatMap(({ values }) => values) };
  }

  private get sql(): RecordSql<AuditEvent> {
    return (this.built ??= new RecordSql<AuditEvent>(this.database.metadata(AuditEvent)));
  }
}
