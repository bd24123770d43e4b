import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../platform/database/database';
import { marks, type Sql } from '../platform/database/where';
import { idFromBytes, idToBytes, isId } from '../platform/ids';
import type { Tenant } from './tenant';

export type QueryValue = SqlValue | readonly SqlValue[];
/** SQL fragment with the values of its parameters. */
export interface TenantCondition {
  readonly sql: string;
  readonly values: Readonly<Record<string, QueryValue>>;
}

const TABLES = /\b(?:FROM|JOIN)\s+([a-z_]+)\s+(?:AS\s+)?([a-z_0-9]+)\b/gi;

/**
 * Joins and aggregates for reports, as constant SQL with named parameters (`:name`; a list becomes `?,?,…`; the
 * UUID text of a parameter called `…_id` becomes its bytes). Every table must be bound by its alias: `s.customer_id = :customer_id`. The first run of a text
 * judges it; an architecture test judges all of them.
 */
@Injectable()
export class TenantQueries {
  private readonly checked = new Set<string>();

  constructor(private readonly database: Database) {}

  async rows<R = Record<string, unknown>>(
    tenant: Tenant,
    sql: string,
    parameters: Readonly<Record<string, QueryValue>> = {},
  ): Promise<R[]> {
    const { text, values } = this.bind(tenant, sql, parameters);
    return this.database.rows<R>(text, values);
  }

  /** The same with ids as text. @param R its ids are strings */
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

  /** One by one as they come: an answer too long to be held, or to be taken in at once. */
  async each<R>(
    tenant: Tenant,
    sql: string,
    parameters: Readonly<Record<string, QueryValue>>,
    take: (row: R) => void,
  ): Promise<void> {
    const { text, values } = this.bind(tenant, sql, parameters);
    await this.database.each<R>(text, values, take);
  }

  /** Positional SQL for the repository condition `among`. */
  bind(tenant: Tenant, sql: string, parameters: Readonly<Record<string, QueryValue>>): Sql {
    if (!this.checked.has(sql)) {
      checkTenantSql(sql);
      this.checked.add(sql);
    }
    const values: SqlValue[] = [];
    // A list of people stands in every arm of a report's statement: its ids become bytes once.
    const known = new Map<string, Place>();
    const text = sql.replace(/:([a-z_0-9]+)/g, (_, name: string) => {
      let place = known.get(name);
      if (!place) known.set(name, (place = placeOf(name, named(tenant, name) ?? parameters[name])));
      for (const value of place.values) values.push(value);
      return place.text;
    });
    return { text, values };
  }
}

/**
 * Every table by its alias, as often as the alias is given out (two arms of a UNION are two); no table after a comma; no
 * OR that could undo the binding: it stands in brackets.
 * @throws Error when a table of the statement is not bound to the tenant
 */
export function checkTenantSql(text: string): void {
  const sql = text.replace(/'(?:[^']|'')*'/g, "''");
  if (/;|--|\/\*/.test(sql)) throw new Error('One statement without comments, please');
  const given = new Map<string, { table: string; times: number }>();
  for (const [, table, alias] of sql.matchAll(TABLES)) {
    given.set(alias!, { table: table!, times: (given.get(alias!)?.times ?? 0) + 1 });
  }
  for (const [alias, { table, times }] of given) {
    const bound = sql.match(new RegExp(`\\b${alias}\\.customer_id\\s*=\\s*:customer_id\\b`, 'g'))?.length ?? 0;
    if (bound < times) throw new Error(`${table} ${alias}: say ${alias}.customer_id = :customer_id (house.md §4)`);
  }
  if (!given.size) throw new Error('No table with an alias found: write FROM table alias');
  if (COMMA_JOIN.test(sql)) throw new Error('A table after a comma is bound to nobody: write JOIN');
  if (hasLooseOr(sql)) throw new Error('Put OR in brackets: bare, it undoes the binding to the organisation');
}

const COMMA_JOIN =
  /\b(?:FROM|JOIN)\s+[a-z_]+\s+(?:AS\s+)?[a-z_0-9]+\s*,|,\s*[a-z_]+\s+(?:AS\s+)?(?!ASC\b|DESC\b)[a-z_0-9]+\s+(?:WHERE|(?:LEFT|INNER|CROSS)\s+JOIN|JOIN)\b/i;

/** An OR directly in a SELECT, not within brackets of its own. */
function hasLooseOr(sql: string): boolean {
  const scopes = ['select'];
  for (const [token] of sql.matchAll(/\(\s*SELECT\b|[()]|\bOR\b/gi)) {
    if (token === ')') scopes.pop();
    else if (token.startsWith('(')) scopes.push(token === '(' ? 'brackets' : 'select');
    else if (scopes.at(-1) === 'select') return true;
  }
  return false;
}

interface Place {
  text: string;
  values: readonly SqlValue[];
}

function placeOf(name: string, value: QueryValue | undefined): Place {
  if (value === undefined) throw new Error(`The query needs a value for :${name}`);
  if (!Array.isArray(value)) return { text: '?', values: [bound(name, value as SqlValue)] };
  const list = (value as readonly SqlValue[]).map((each) => bound(name, each));
  return { text: list.length ? marks(list.length) : 'NULL', values: list };
}

/** What every statement may name without being given it. */
function named({ customer_id, scope }: Tenant, name: string): SqlValue | undefined {
  if (name === 'customer_id') return customer_id;
  return name === 'scope_id' && scope.kind !== 'all' ? (scope.staff_id ?? undefined) : undefined;
}

/** By its name, not by its looks: somebody's skill code may look like an id and must stay a text. */
const bound = (name: string, value: SqlValue): SqlValue =>
  name.endsWith('_id') && isId(value) ? idToBytes(value) : value;
