import { Injectable } from '@nestjs/common';
import {
  auditEvents as definition,
  type AuditEventRow,
  type AuditEventResponse,
} from '../../contract/audit-events.resource';
import { fullName } from '../../contract/person-name';
import { AuditEvent } from '../../infrastructure/audit/audit-event.entity';
import { Database } from '../../infrastructure/database/database';
import type { ListPage } from '../../infrastructure/database/list-page';
import { PagedList } from '../../infrastructure/database/paged-list';
import { RecordStatements } from '../../infrastructure/database/record-statements';
import { compileWhere, type Sql, type Where } from '../../infrastructure/database/where';
import { yieldToEventLoop } from '../../common/event-loop';
import { parseListQuery, type ListRequest, type RawQuery } from '../../infrastructure/rest/list-query';
import { rowOf } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { idToBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { Account } from '../identity/account.entity';
import { AuditNamesQuery } from './audit-names.query';
import { readTruncatedChanges, readChanges, type EventChanges } from './event-changes';

type AuditLogWhere = Where<AuditEvent & { who_key: string }>;
type AuditFilter = Where<AuditEvent>;
export type AuditRequest = ListRequest<AuditEvent>;

/** @throws MalformedRequestError */
export const parseAuditRequest = (query: RawQuery): AuditRequest => parseListQuery<AuditEvent>(definition, query);

/** Events read per batch of an export. */
const BATCH_ROWS = 500;
/** Events yielded at a time; each can describe a thousand records. */
const CHUNK_ROWS = 8;
const AFTER_LAST = ' AND e.at <= ? AND (e.at < ? OR e.audit_event_id < ?)';
const FROM_CLAUSE = `FROM audit_event e LEFT JOIN account a ON a.account_id = e.account_id
  LEFT JOIN api_key k ON k.customer_id = e.customer_id AND k.api_key_id = e.api_key_id`;

/** Reads the append-only audit log. Platform staff can read the events of all customers. */
@Injectable()
export class AuditLogService {
  private cachedStatements: RecordStatements<AuditEvent> | undefined;

  constructor(
    private readonly database: Database,
    private readonly names: AuditNamesQuery,
  ) {}

  /** @throws SearchTooBroadError */
  async page(tenant: Tenant, request: AuditRequest): Promise<ListPage<AuditEventRow>> {
    const where = this.filterByAccountId(request.where as AuditLogWhere);
    const page = tenant.isAcrossAll
      ? await this.pagedList().page([], { ...request, where })
      : await this.pagedList('customer_id').page([tenant.customer_id], { ...request, where });
    if (!page.rows.length) return { ...page, rows: [] };
    const audit_event_id = page.rows.map((event) => event.audit_event_id);
    const rows = await this.rows(this.ownCustomerSql(tenant, { audit_event_id }), readTruncatedChanges);
    const byId = new Map(rows.map((row) => [row.audit_event_id, row]));
    return { ...page, rows: audit_event_id.flatMap((id) => byId.get(id) ?? []) };
  }

  /** A single event with the names of the records it refers to. @throws NotFoundError, also for another customer's event */
  async one(tenant: Tenant, audit_event_id: string): Promise<AuditEventResponse> {
    const [row] = await this.rows(this.ownCustomerSql(tenant, { audit_event_id }), readChanges);
    if (!row) throw new NotFoundError('audit event');
    return { ...row, names: await this.names.referencedNames(row) };
  }

  /** Streams all matching events, newest first, in batches. */
  async *streamAll(tenant: Tenant, where: AuditFilter): AsyncGenerator<readonly AuditEventRow[]> {
    const { text, values } = this.ownCustomerSql(tenant, where as AuditLogWhere);
    const order = `ORDER BY e.at DESC, e.audit_event_id DESC LIMIT ${BATCH_ROWS}`;
    let batch = await this.rows({ text: `${text} ${order}`, values }, readChanges);
    while (batch.length) {
      for (let from = 0; from < batch.length; from += CHUNK_ROWS) yield batch.slice(from, from + CHUNK_ROWS);
      if (batch.length < BATCH_ROWS) return;
      const last = batch.at(-1)!;
      const at = Date.parse(last.at);
      const nextValues = [...values, at, at, idToBytes(last.audit_event_id)];
      batch = await this.rows({ text: `${text}${AFTER_LAST} ${order}`, values: nextValues }, readChanges);
    }
  }

  private async rows({ text, values }: Sql, facts: (event: AuditEvent) => EventChanges): Promise<AuditEventRow[]> {
    const sql = `SELECT ${this.selectColumns} ${FROM_CLAUSE} WHERE ${text}`;
    const events: NamedRow[] = [];
    for (const row of await this.database.rows<JoinedRow>(sql, values)) {
      events.push(this.read(row, facts));
      // An event can describe a thousand records.
      await yieldToEventLoop();
    }
    const subjects = await this.names.subjectNames(events);
    return events.map((event, at) => eventRow(event, subjects[at]));
  }

  private read(row: JoinedRow, facts: (event: AuditEvent) => EventChanges): NamedRow {
    this.sql.decode([row as unknown as Record<string, unknown>]);
    return { ...row, ...facts(row) };
  }

  /** Turns a condition on the user name into one on the account id, which is indexed. */
  private filterByAccountId({ who_key, anyOf, ...otherConditions }: AuditLogWhere): AuditFilter {
    const accountCondition =
      who_key === undefined
        ? undefined
        : compileWhere<Account>(this.database.metadata(Account), { user_name_key: who_key }, 'a.');
    return {
      ...otherConditions,
      ...(accountCondition && {
        account_id: {
          among: { ...accountCondition, text: `SELECT a.account_id FROM account a WHERE ${accountCondition.text}` },
        },
      }),
      ...(anyOf && { anyOf: anyOf.map((branch) => this.filterByAccountId(branch as AuditLogWhere)) }),
    } as AuditFilter;
  }

  /** Adds row visibility to the condition. */
  private ownCustomerSql(tenant: Tenant, where: AuditLogWhere): Sql {
    const { text, values } = this.whereSql(where);
    if (tenant.isAcrossAll) return { text: `(${text})`, values };
    return { text: `(${text}) AND e.customer_id = ?`, values: [...values, tenant.customer_id] };
  }

  private whereSql({ who_key, anyOf, ...otherConditions }: AuditLogWhere): Sql {
    const parts = [compileWhere(this.sql.metadata, otherConditions as Where<AuditEvent>, 'e.')];
    if (who_key !== undefined) {
      parts.push(compileWhere<Account>(this.database.metadata(Account), { user_name_key: who_key }, 'a.'));
    }
    if (anyOf) {
      const branches = anyOf.map((branch) => this.whereSql(branch as AuditLogWhere));
      parts.push({
        text: `(${branches.map(({ text }) => text).join(' OR ')})`,
        values: branches.flatMap(({ values }) => values),
      });
    }
    return { text: parts.map(({ text }) => text).join(' AND '), values: parts.flatMap(({ values }) => values) };
  }

  private get selectColumns(): string {
    return `${this.sql.selectList('e.')}, e.was, e.became, a.user_name AS who, a.first_name, a.last_name, k.name AS key_name`;
  }

  private pagedList(...scope: string[]): PagedList<AuditEvent> {
    return new PagedList(this.database, new RecordStatements<AuditEvent>(this.sql.metadata, scope));
  }

  private get sql(): RecordStatements<AuditEvent> {
    return (this.cachedStatements ??= new RecordStatements<AuditEvent>(this.database.metadata(AuditEvent)));
  }
}

interface ActorColumns {
  who: string | null;
  first_name: string | null;
  last_name: string | null;
  key_name: string | null;
}
type JoinedRow = AuditEvent & ActorColumns;
type NamedRow = Omit<JoinedRow, keyof EventChanges> & EventChanges;

function eventRow(
  { was, became, left_out, ...event }: NamedRow,
  subject_name: string | null | undefined,
): AuditEventRow {
  const who_name = fullName(event.first_name, event.last_name) || event.key_name;
  return { ...rowOf(definition, event, { who_name, subject_name }), was, became, left_out };
}
