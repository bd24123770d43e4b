import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../infrastructure/database/database';
import { placeholders, type Sql } from '../infrastructure/database/where';
import { idFromBytes, idToBytes, isId } from '../common/ids';
import type { Tenant } from './tenant';

export type QueryValue = SqlValue | readonly SqlValue[];
/** SQL fragment with its parameters. */
export interface TenantCondition {
  readonly sql: string;
  readonly values: Readonly<Record<string, QueryValue>>;
}

const TABLE_PATTERN = /\b(?:FROM|JOIN)\s+([a-z_]+)\s+(?:AS\s+)?([a-z_0-9]+)\b/gi;

/**
 * Joins and aggregates as constant SQL with named parameters (`:name`; a list becomes `?,?,…`; the text of a UUID
 * parameter `…_id` becomes bytes). Every table must be bound by its alias: `s.customer_id = :customer_id`. The first
 * run of a text checks this, and an architecture test checks all texts.
 */
@Injectable()
export class TenantQueries {
  private readonly checkedTexts = new Set<string>();

  constructor(private readonly database: Database) {}

  async rows<R = Record<string, unknown>>(
    tenant: Tenant,
    sql: string,
    parameters: Readonly<Record<string, QueryValue>> = {},
  ): Promise<R[]> {
    const { text, values } = this.bind(tenant, sql, parameters);
    return this.database.rows<R>(text, values);
  }

  /** As `rows`, with ids as text. */
  async rowsWithIds<R>(tenant: Tenant, sql: string, parameters: Readonly<Record<string, QueryValue>>): Promise<R[]> {
    const rows = await this.rows<Record<string, unknown>>(tenant, sql, parameters);
    return rows.map((row) => {
      const entries = Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? idFromBytes(value) : value,
      ]);
      return Object.fromEntries(entries) as R;
    });
  }

  /** Streams the rows of a long result. */
  async each<R>(
    tenant: Tenant,
    sql: string,
    parameters: Readonly<Record<string, QueryValue>>,
    onRow: (row: R) => void,
  ): Promise<void> {
    const { text, values } = this.bind(tenant, sql, parameters);
    await this.database.each<R>(text, values, onRow);
  }

  /** Positional SQL for the repository condition `among`. */
  bind(tenant: Tenant, sql: string, parameters: Readonly<Record<string, QueryValue>>): Sql {
    if (!this.checkedTexts.has(sql)) {
      checkTenantSql(sql);
      this.checkedTexts.add(sql);
    }
    const values: SqlValue[] = [];
    // A list of ids occurs in several parts of a report's statement; it is converted once.
    const placeholders = new Map<string, Placeholder>();
    const text = sql.replace(/:([a-z_0-9]+)/g, (_, name: string) => {
      let placeholder = placeholders.get(name);
      if (!placeholder)
        placeholders.set(name, (placeholder = toPlaceholder(name, builtInParameter(tenant, name) ?? parameters[name])));
      for (const value of placeholder.values) values.push(value);
      return placeholder.text;
    });
    return { text, values };
  }
}

/**
 * Checks that each table is bound to the tenant as often as its alias occurs (UNION), that no table follows a comma,
 * and that every OR is in brackets.
 * @throws Error when a table is not bound to the tenant
 */
export function checkTenantSql(text: string): void {
  const sql = text.replace(/'(?:[^']|'')*'/g, "''");
  if (/;|--|\/\*/.test(sql)) throw new Error('Write one statement without comments');
  const aliases = new Map<string, { table: string; times: number }>();
  for (const [, table, alias] of sql.matchAll(TABLE_PATTERN)) {
    aliases.set(alias!, { table: table!, times: (aliases.get(alias!)?.times ?? 0) + 1 });
  }
  for (const [alias, { table, times }] of aliases) {
    const boundCount = sql.match(new RegExp(`\\b${alias}\\.customer_id\\s*=\\s*:customer_id\\b`, 'g'))?.length ?? 0;
    if (boundCount < times) throw new Error(`${table} ${alias}: add ${alias}.customer_id = :customer_id`);
  }
  if (!aliases.size) throw new Error('No table with an alias found: write FROM table alias');
  if (COMMA_JOIN.test(sql)) throw new Error('A table after a comma is not bound to the tenant: write JOIN');
  if (hasUnbracketedOr(sql))
    throw new Error('Put OR in brackets: without them it bypasses the condition on the tenant');
}

const COMMA_JOIN =
  /\b(?:FROM|JOIN)\s+[a-z_]+\s+(?:AS\s+)?[a-z_0-9]+\s*,|,\s*[a-z_]+\s+(?:AS\s+)?(?!ASC\b|DESC\b)[a-z_0-9]+\s+(?:WHERE|(?:LEFT|INNER|CROSS)\s+JOIN|JOIN)\b/i;

/** An OR directly in a SELECT, outside of brackets. */
function hasUnbracketedOr(sql: string): boolean {
  const scopes = ['select'];
  for (const [token] of sql.matchAll(/\(\s*SELECT\b|[()]|\bOR\b/gi)) {
    if (token === ')') scopes.pop();
    else if (token.startsWith('(')) scopes.push(token === '(' ? 'brackets' : 'select');
    else if (scopes.at(-1) === 'select') return true;
  }
  return false;
}

interface Placeholder {
  text: string;
  values: readonly SqlValue[];
}

function toPlaceholder(name: string, value: QueryValue | undefined): Placeholder {
  if (value === undefined) throw new Error(`The query needs a value for :${name}`);
  if (!Array.isArray(value)) return { text: '?', values: [toSqlValue(name, value as SqlValue)] };
  const list = (value as readonly SqlValue[]).map((each) => toSqlValue(name, each));
  return { text: list.length ? placeholders(list.length) : 'NULL', values: list };
}

function builtInParameter({ customer_id, scope }: Tenant, name: string): SqlValue | undefined {
  if (name === 'customer_id') return customer_id;
  return name === 'scope_id' && scope.kind !== 'all' ? (scope.staff_id ?? undefined) : undefined;
}

/** Decided by the parameter name: a skill code may look like an id and must stay a text. */
const toSqlValue = (name: string, value: SqlValue): SqlValue =>
  name.endsWith('_id') && isId(value) ? idToBytes(value) : value;
