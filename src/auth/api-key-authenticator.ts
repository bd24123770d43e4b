import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database, type SqlValue } from '../infrastructure/database/database';
import { idFromBytes, idToBytes } from '../common/ids';
import { DeferredWriteService } from '../tenancy/deferred-write.service';
import { staffTimeZonesColumn } from '../tenancy/staff-time-zone.entity';
import { toCustomerContext, type CustomerStateRow, type ActiveSession } from './active-session';
import type { Actor } from '../tenancy/tenant';

const API_KEY_PATTERN = /^sg_([1-9]\d{0,8})_[\w-]{43}$/;
const USE_UPDATE_INTERVAL_MS = 60_000;

export interface ActiveApiKey extends ActiveSession {
  scopes: readonly string[];
}
interface ApiKeyRow extends CustomerStateRow {
  api_key_id: Uint8Array;
  scopes: string;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

const API_KEY_ACTOR: Omit<Actor, 'api_key_id'> = {
  kind: 'api_key',
  role: 'api_key',
  account_id: null,
  staff_id: null,
  eid: '',
  session_id: null,
  authenticated_at: 0,
  is_strong: false,
  is_manager: false,
};

/** Creates a key. It contains the customer number, so that the lookup is limited to that customer. */
export function generateApiKey(customer_id: number): { key: string; prefix: string; secret_digest: Buffer } {
  const keyPrefix = `sg_${customer_id}_`;
  const key = keyPrefix + randomBytes(32).toString('base64url');
  return { key, prefix: key.slice(0, keyPrefix.length + 4), secret_digest: digestOf(key) };
}

/** Authenticates `x-api-key` requests, which send no bearer token, EID or OID. */
@Injectable()
export class ApiKeyAuthenticator {
  constructor(
    private readonly database: Database,
    private readonly deferredWrites: DeferredWriteService,
    private readonly clock: Clock,
  ) {}

  /** Returns null for an unknown, revoked or expired key and for a suspended or closed customer. One SQL statement. */
  async authenticate(key: string): Promise<ActiveApiKey | null> {
    const customer_id = Number(API_KEY_PATTERN.exec(key)?.[1] ?? 0);
    if (!customer_id) return null;
    const row = await this.findActiveRow('k.secret_digest = ?', [customer_id, digestOf(key)]);
    if (!row) return null;
    const now = this.clock.now();
    if (now - Number(row.last_used_at ?? 0) >= USE_UPDATE_INTERVAL_MS)
      await this.recordUse(customer_id, row.api_key_id, now);
    return toActiveApiKey(row);
  }

  /** For work that runs after the request. Returns null as `authenticate` does. */
  async findActiveById(customer_id: number, api_key_id: string): Promise<ActiveApiKey | null> {
    const row = await this.findActiveRow('k.api_key_id = ?', [customer_id, idToBytes(api_key_id)]);
    return row && toActiveApiKey(row);
  }

  private async findActiveRow(condition: string, values: SqlValue[]): Promise<ApiKeyRow | null> {
    const [row] = await this.database.rows<ApiKeyRow>(
      `SELECT k.api_key_id, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, c.customer_id, c.time_zone,
        c.financial_year_start_month, c.matrix_version, c.directory_version, c.attempt_version, c.status, c.writes_until,
        ${staffTimeZonesColumn('c.customer_id')}
       FROM api_key k JOIN customer_state c ON c.customer_id = k.customer_id
       WHERE k.customer_id = ? AND ${condition}`,
      values,
    );
    if (!row || row.revoked_at !== null || row.status !== 'A') return null;
    return row.expires_at !== null && this.clock.now() >= Number(row.expires_at) ? null : row;
  }

  /** Writes at most once a minute. */
  private async recordUse(customer_id: number, api_key_id: Uint8Array, now: number): Promise<void> {
    await this.deferredWrites.schedule(`api key ${Buffer.from(api_key_id).toString('hex')}`, () =>
      this.database.write(
        'UPDATE api_key SET last_used_at = ? WHERE customer_id = ? AND api_key_id = ? AND (last_used_at IS NULL OR last_used_at <= ?)',
        [now, customer_id, api_key_id, now - USE_UPDATE_INTERVAL_MS],
      ),
    );
  }
}

const toActiveApiKey = (row: ApiKeyRow): ActiveApiKey => ({
  actor: { ...API_KEY_ACTOR, api_key_id: idFromBytes(row.api_key_id) },
  customer: toCustomerContext(row),
  scopes: JSON.parse(row.scopes) as string[],
});

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();
