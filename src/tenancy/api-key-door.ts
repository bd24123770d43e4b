import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database, type SqlValue } from '../platform/database/database';
import { idFromBytes, idToBytes } from '../platform/ids';
import { DeferredWrites } from './deferred-writes';
import { staffTimeZonesColumn } from './staff-time-zone.entity';
import { factsOf, type FactsRow, type LiveSession } from './session-row';
import type { Actor } from './tenant';

const FORM = /^sg_([1-9]\d{0,8})_[\w-]{43}$/;
const USED_EVERY_MS = 60_000;

export interface LiveKey extends LiveSession {
  scopes: readonly string[];
}
interface KeyRow extends FactsRow {
  api_key_id: Uint8Array;
  scopes: string;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

const ACTOR: Omit<Actor, 'api_key_id'> = {
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

/** A new key of an organisation: it carries the organisation's number, so that it is looked for only there. */
export function newKey(customer_id: number): { key: string; prefix: string; secret_digest: Buffer } {
  const start = `sg_${customer_id}_`;
  const key = start + randomBytes(32).toString('base64url');
  return { key, prefix: key.slice(0, start.length + 4), secret_digest: digestOf(key) };
}

/** The door for programs: `x-api-key` instead of bearer, EID and OID (contract.md, Scope). */
@Injectable()
export class ApiKeyDoor {
  constructor(
    private readonly database: Database,
    private readonly deferred: DeferredWrites,
    private readonly clock: Clock,
  ) {}

  /** One statement. null: unknown, revoked, expired, or the organisation is suspended or closed. */
  async live(key: string): Promise<LiveKey | null> {
    const customer_id = Number(FORM.exec(key)?.[1] ?? 0);
    if (!customer_id) return null;
    const row = await this.liveRow('k.secret_digest = ?', [customer_id, digestOf(key)]);
    if (!row) return null;
    const now = this.clock.now();
    if (now - Number(row.last_used_at ?? 0) >= USED_EVERY_MS) await this.used(customer_id, row.api_key_id, now);
    return keyOf(row);
  }

  /** The key behind work that runs later. null: as `live`. */
  async liveById(customer_id: number, api_key_id: string): Promise<LiveKey | null> {
    const row = await this.liveRow('k.api_key_id = ?', [customer_id, idToBytes(api_key_id)]);
    return row && keyOf(row);
  }

  private async liveRow(named: string, values: SqlValue[]): Promise<KeyRow | null> {
    const [row] = await this.database.rows<KeyRow>(
      `SELECT k.api_key_id, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, c.customer_id, c.time_zone,
        c.financial_year_start_month, c.matrix_version, c.directory_version, c.attempt_version, c.status, c.writes_until,
        ${staffTimeZonesColumn('c.customer_id')}
       FROM api_key k JOIN customer_state c ON c.customer_id = k.customer_id
       WHERE k.customer_id = ? AND ${named}`,
      values,
    );
    if (!row || row.revoked_at !== null || row.status !== 'A') return null;
    return row.expires_at !== null && this.clock.now() >= Number(row.expires_at) ? null : row;
  }

  /** At most once a minute, however many calls come at once. */
  private async used(customer_id: number, api_key_id: Uint8Array, now: number): Promise<void> {
    await this.deferred.note(`api key ${Buffer.from(api_key_id).toString('hex')}`, () =>
      this.database.write(
        'UPDATE api_key SET last_used_at = ? WHERE customer_id = ? AND api_key_id = ? AND (last_used_at IS NULL OR last_used_at <= ?)',
        [now, customer_id, api_key_id, now - USED_EVERY_MS],
      ),
    );
  }
}

const keyOf = (row: KeyRow): LiveKey => ({
  actor: { ...ACTOR, api_key_id: idFromBytes(row.api_key_id) },
  facts: factsOf(row),
  scopes: JSON.parse(row.scopes) as string[],
});

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();
