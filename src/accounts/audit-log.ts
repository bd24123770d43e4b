import { Injectable } from '@nestjs/common';
import { auditEvents as definition, type AuditEventRow, type AuditEventTold } from '../contract/audit-events.resource';
import { AuditEvent } from '../platform/audit/audit-event.entity';
import { masked } from '../platform/audit/audit-trail';
import { Database, type SqlValue } from '../platform/database/database';
import { BoundedList, type PageOf } from '../platform/database/bounded-list';
import { RecordSql } from '../platform/database/record-sql';
import { compileWhere, type Sql, type Where } from '../platform/database/where';
import { parseList, type ListRequest, type RawQuery } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { Account } from './account.entity';
import { AuditNames } from './audit-names';

type Asked = Where<AuditEvent & { who_key: string }>;
export type AuditFilter = Where<AuditEvent>;

/** The filters of a request, without its paging. Throws `Malformed`. */
export const auditFilter = (query: RawQuery): AuditFilter => parseList<AuditEvent>(definition, query).where;

/** How many events an export holds in memory at a time. */
const PART_ROWS = 500;
const FROM = 'FROM audit_event e LEFT JOIN account a ON a.account_id = e.account_id';

/**
 * Reads the audit trail. Nothing here writes, and no repository of it exists: append-only (contract.md, "audit").
 * An organisation reads its own events; platform staff all of them, or those of the organisation they name.
 */
@Injectable()
export class AuditLog {
  private built: RecordSql<AuditEvent> | undefined;

  constructor(
    private readonly database: Database,
    private readonly names: AuditNames,
  ) {}

  /** @throws NarrowSearch */
  async page(tenant: Tenant, request: ListRequest<AuditEvent>): Promise<PageOf<AuditEventRow>> {
    const where = this.byAccount(request.where as Asked);
    const page = isAcrossAll(tenant)
      ? await this.ofAll.page({ text: '1 = 1', values: [] }, { ...request, where })
      : await this.ofOne.page({ text: 'customer_id = ?', values: [tenant.customer_id] }, { ...request, where });
    const ids = [...new Set(page.rows.flatMap(({ account_id }) => account_id ?? []))];
    const accounts = ids.length ? await this.accountsOf(ids) : new Map<string, Who>();
    const subjects = await this.names.ofSubjects(page.rows);
    return {
      ...page,
      rows: page.rows.map((event, at) => told(event, accounts.get(event.account_id ?? ''), subjects[at])),
    };
  }

  /** With what the records are called that its facts refer to. @throws NotFound, for another organisation's too */
  async one(tenant: Tenant, audit_event_id: string): Promise<AuditEventTold> {
    const { text, values } = this.visible(tenant, { audit_event_id });
    const [row] = await this.rows(text, values);
    if (!row) throw new NotFound('audit event');
    return { ...row, names: await this.names.inFacts(row) };
  }

  /** All that were asked for, newest first, part by part: each part goes on where the last one ended. */
  async *parts(tenant: Tenant, where: AuditFilter): AsyncGenerator<readonly AuditEventRow[]> {
    const { text, values } = this.visible(tenant, where as Asked);
    for (let last: AuditEventRow | undefined; ;) {
      const after = last && this.after(last);
      const rows = await this.rows(
        `${text}${after ? ` AND ${after.text}` : ''} ORDER BY e.at DESC, e.audit_event_id DESC LIMIT ${PART_ROWS}`,
        [...values, ...(after?.values ?? [])],
      );
      yield rows;
      last = rows.at(-1);
      if (!last || rows.length < PART_ROWS) return;
    }
  }

  /** What is older. The plain `at <= ?` is what an index can begin at. */
  private after({ at, audit_event_id }: AuditEventRow): Sql {
    const instant = Date.parse(at);
    const older: Where<AuditEvent> = {
      at: { lte: instant },
      anyOf: [{ at: { lt: instant } }, { audit_event_id: { lt: audit_event_id } }],
    };
    return compileWhere(this.sql.metadata, older, 'e.');
  }

  private async rows(condition: string, values: readonly SqlValue[]): Promise<AuditEventRow[]> {
    const columns = this.sql.metadata.columns.map(({ databaseName }) => `e.${databaseName}`).join(', ');
    const rows = await this.database.rows<Record<string, unknown>>(
      `SELECT ${columns}, a.user_name AS who, a.first_name, a.last_name ${FROM} WHERE ${condition}`,
      values,
    );
    const events = this.sql.decode(rows);
    const subjects = await this.names.ofSubjects(events);
    return events.map((event, at) => told(event, rows[at] as unknown as Who, subjects[at]));
  }

  private async accountsOf(ids: readonly string[]): Promise<Map<string, Who>> {
    const accounts = new RecordSql<Account>(this.database.metadata(Account));
    const { text, values } = compileWhere<Account>(accounts.metadata, { account_id: ids });
    const rows = await this.database.rows<Record<string, unknown> & Who>(
      `SELECT account_id, user_name AS who, first_name, last_name FROM account WHERE ${text}`,
      values,
    );
    return new Map(rows.map((row) => [idFromBytes(row['account_id'] as Uint8Array), row]));
  }

  /** What was asked of the account's name, said of its id, by which the events have an index. */
  private byAccount({ who_key, anyOf, ...own }: Asked): AuditFilter {
    const who =
      who_key === undefined
        ? undefined
        : compileWhere<Account>(this.database.metadata(Account), { user_name_key: who_key }, 'a.');
    return {
      ...own,
      ...(who && { account_id: { among: { ...who, text: `SELECT a.account_id FROM account a WHERE ${who.text}` } } }),
      ...(anyOf && { anyOf: anyOf.map((branch) => this.byAccount(branch as Asked)) }),
    } as AuditFilter;
  }

  /** What was asked for, and last of all whose it is. */
  private visible(tenant: Tenant, asked: Asked): Sql {
    const { text, values } = this.condition(asked);
    if (isAcrossAll(tenant)) return { text: `(${text})`, values };
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

  private get ofOne(): BoundedList<AuditEvent> {
    return new BoundedList(this.database, this.sql, ['customer_id']);
  }

  private get ofAll(): BoundedList<AuditEvent> {
    return new BoundedList(this.database, this.sql, []);
  }

  private get sql(): RecordSql<AuditEvent> {
    return (this.built ??= new RecordSql<AuditEvent>(this.database.metadata(AuditEvent)));
  }
}

interface Who {
  who: string | null;
  first_name: string | null;
  last_name: string | null;
}

const isAcrossAll = ({ actor, customer_id }: Tenant): boolean => actor.kind === 'platform' && customer_id === 0;

function told(event: AuditEvent, account: Who | undefined, subject_name: string | null | undefined): AuditEventRow {
  const who_name = [account?.first_name, account?.last_name].filter(Boolean).join(' ') || null;
  return {
    ...rowOf(definition, event, { who: account?.who ?? null, who_name, subject_name }),
    // Once more: rows may be older than what counts as a secret today.
    was: masked(event.was),
    became: masked(event.became),
  };
}
