import { Injectable } from '@nestjs/common';
import {
  auditEvents as definition,
  type AuditEventRow,
  type AuditEventAnswer,
} from '../contract/audit-events.resource';
import { fullName } from '../contract/person-name';
import { AuditEvent } from '../platform/audit/audit-event.entity';
import { Database } from '../platform/database/database';
import type { PageOf } from '../platform/database/list-page';
import { PagedList } from '../platform/database/paged-list';
import { RecordStatements } from '../platform/database/record-statements';
import { compileWhere, type Sql, type Where } from '../platform/database/where';
import { yieldToEventLoop } from '../platform/event-loop';
import { parseList, type ListRequest, type RawQuery } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { idToBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { Account } from '../identity/account.entity';
import { AuditNames } from './audit-names';
import { beginningOfFacts, wholeFacts, type EventFacts } from './event-facts';

type Asked = Where<AuditEvent & { who_key: string }>;
type AuditFilter = Where<AuditEvent>;
export type AuditRequest = ListRequest<AuditEvent>;

/** What a list or an export asks. @throws Malformed */
export const auditRequest = (query: RawQuery): AuditRequest => parseList<AuditEvent>(definition, query);

/** Events in one batch of an export; each may tell of a thousand records. */
const BATCH = 500;
/** Of these, how many are written at a time. */
const PART = 8;
const BEHIND = ' AND e.at <= ? AND (e.at < ? OR e.audit_event_id < ?)';
const FROM = `FROM audit_event e LEFT JOIN account a ON a.account_id = e.account_id
  LEFT JOIN api_key k ON k.customer_id = e.customer_id AND k.api_key_id = e.api_key_id`;

/**
 * Reads the audit trail. Nothing here writes, and no repository of it exists: append-only (contract.md, "audit").
 * An organisation reads its own events; platform staff all of them, or those of the organisation they name.
 */
@Injectable()
export class AuditLog {
  private built: RecordStatements<AuditEvent> | undefined;

  constructor(
    private readonly database: Database,
    private readonly names: AuditNames,
  ) {}

  /** @throws NarrowSearch */
  async page(tenant: Tenant, request: AuditRequest): Promise<PageOf<AuditEventRow>> {
    const where = this.byAccount(request.where as Asked);
    const page = tenant.isAcrossAll
      ? await this.listOf().page([], { ...request, where })
      : await this.listOf('customer_id').page([tenant.customer_id], { ...request, where });
    if (!page.rows.length) return { ...page, rows: [] };
    const audit_event_id = page.rows.map((event) => event.audit_event_id);
    const rows = await this.rows(this.visible(tenant, { audit_event_id }), beginningOfFacts);
    const byId = new Map(rows.map((row) => [row.audit_event_id, row]));
    return { ...page, rows: audit_event_id.flatMap((id) => byId.get(id) ?? []) };
  }

  /** With what the records are called that its facts refer to. @throws NotFound, for another organisation's too */
  async one(tenant: Tenant, audit_event_id: string): Promise<AuditEventAnswer> {
    const [row] = await this.rows(this.visible(tenant, { audit_event_id }), wholeFacts);
    if (!row) throw new NotFound('audit event');
    return { ...row, names: await this.names.inFacts(row) };
  }

  /** All that were asked for, newest first, read in batches while they are taken. */
  async *exported(tenant: Tenant, where: AuditFilter): AsyncGenerator<readonly AuditEventRow[]> {
    const { text, values } = this.visible(tenant, where as Asked);
    const order = `ORDER BY e.at DESC, e.audit_event_id DESC LIMIT ${BATCH}`;
    let batch = await this.rows({ text: `${text} ${order}`, values }, wholeFacts);
    while (batch.length) {
      for (let from = 0; from < batch.length; from += PART) yield batch.slice(from, from + PART);
      if (batch.length < BATCH) return;
      const last = batch.at(-1)!;
      const at = Date.parse(last.at);
      const behind = [...values, at, at, idToBytes(last.audit_event_id)];
      batch = await this.rows({ text: `${text}${BEHIND} ${order}`, values: behind }, wholeFacts);
    }
  }

  private async rows({ text, values }: Sql, facts: (event: AuditEvent) => EventFacts): Promise<AuditEventRow[]> {
    const sql = `SELECT ${this.columns} ${FROM} WHERE ${text}`;
    const events: NamedRow[] = [];
    for (const row of await this.database.rows<Joined>(sql, values)) {
      events.push(this.read(row, facts));
      // One event may tell of a thousand records.
      await yieldToEventLoop();
    }
    const subjects = await this.names.ofSubjects(events);
    return events.map((event, at) => eventRow(event, subjects[at]));
  }

  private read(row: Joined, facts: (event: AuditEvent) => EventFacts): NamedRow {
    this.sql.decode([row as unknown as Record<string, unknown>]);
    return { ...row, ...facts(row) };
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
    if (tenant.isAcrossAll) return { text: `(${text})`, values };
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

  /** Of the event with its facts, and of the account or API key beside it. */
  private get columns(): string {
    return `${this.sql.selectList('e.')}, e.was, e.became, a.user_name AS who, a.first_name, a.last_name, k.name AS key_name`;
  }

  private listOf(...scope: string[]): PagedList<AuditEvent> {
    return new PagedList(this.database, new RecordStatements<AuditEvent>(this.sql.metadata, scope));
  }

  private get sql(): RecordStatements<AuditEvent> {
    return (this.built ??= new RecordStatements<AuditEvent>(this.database.metadata(AuditEvent)));
  }
}

interface Who {
  who: string | null;
  first_name: string | null;
  last_name: string | null;
  key_name: string | null;
}
type Joined = AuditEvent & Who;
type NamedRow = Omit<Joined, keyof EventFacts> & EventFacts;

function eventRow(
  { was, became, left_out, ...event }: NamedRow,
  subject_name: string | null | undefined,
): AuditEventRow {
  const who_name = fullName(event.first_name, event.last_name) || event.key_name;
  return { ...rowOf(definition, event, { who_name, subject_name }), was, became, left_out };
}
