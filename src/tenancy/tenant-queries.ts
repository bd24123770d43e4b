import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../platform/database/database';
import { marks } from '../platform/database/where';
import { idToBytes, isId } from '../platform/ids';
import type { Tenant } from './tenant';

export type QueryValue = SqlValue | readonly SqlValue[];

const TABLES = /\b(?:FROM|JOIN)\s+([a-z_]+)\s+(?:AS\s+)?([a-z_0-9]+)\b/gi;

/**
 * Joins and aggregates for reports, as constant SQL with named parameters (`:name`; a list becomes `?,?,…`; a UUID text
 * becomes its bytes). Every table must be bound by its alias: `s.customer_id = :customer_id`. The first run of a text
 * judges it; an architecture test judges all of them.
 */
@Injectable()
export class TenantQueries {
  private readonly judged = new Set<string>();

  constructor(private readonly database: Database) {}

  async rows<R = Record<string, unknown>>(
    tenant: Tenant,
    sql: string,
    parameters: Readonly<Record<string, QueryValue>> = {},
  ): Promise<R[]> {
    if (!this.judged.has(sql)) {
      judgeTenantSql(sql);
      this.judged.add(sql);
    }
    const values: SqlValue[] = [];
    const text = sql.replace(/:([a-z_0-9]+)/g, (_, name: string) => {
      const value = name === 'customer_id' ? tenant.customer_id : parameters[name];
      if (value === undefined) throw new Error(`The query needs a value for :${name}`);
      if (Array.isArray(value)) {
        values.push(...(value as SqlValue[]).map(bound));
        return value.length ? marks(value.length) : 'NULL';
      }
      values.push(bound(value as SqlValue));
      return '?';
    });
    return this.database.rows<R>(text, values);
  }
}

/** @throws Error when a table of the statement is not bound to the tenant */
export function judgeTenantSql(sql: string): void {
  let tables = 0;
  for (const [, table, alias] of sql.matchAll(TABLES)) {
    tables++;
    if (!new RegExp(`\\b${alias}\\.customer_id\\s*=\\s*:customer_id\\b`).test(sql)) {
      throw new Error(`${table} ${alias}: say ${alias}.customer_id = :customer_id (house.md §4)`);
    }
  }
  if (!tables) throw new Error('No table with an alias found: write FROM table alias');
  if (/;|--|\/\*/.test(sql)) throw new Error('One statement without comments, please');
}

const bound = (value: SqlValue): SqlValue => (isId(value) ? idToBytes(value) : value);
