import { Injectable } from '@nestjs/common';
import type { Surface } from '../contract/account-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { RecordStatements } from '../platform/database/record-statements';
import { Transactions } from '../platform/database/transactions';
import { idFromBytes, idToBytes, isId, newId } from '../platform/ids';
import { DeferredWrites } from './deferred-writes';
import { Session } from './session.entity';
import { lacksSecondFactor, type Actor } from './tenant';
import { SessionFacts } from './session-facts';
import { digest, SessionTokens, type Claims } from './session-tokens';
import { actorOf, factsOf, isLive, liveAmongSql, liveSql, type LiveRow, type LiveSession } from './session-row';

export const ABSOLUTE_MS = 12 * 3_600_000;
const ACCESS_MS = 15 * 60_000;
const ROTATION_GRACE_MS = 30_000;
const ROTATION = ', s.refresh_digest, s.previous_digest, s.rotated_at';
const SEEN_EVERY_MS = 60_000;

export type SecondFactorKind = 'totp' | 'recovery_code' | 'passkey';

export interface SessionStart {
  customer_id: number;
  account_id: string;
  staff_id: string | null;
  kind: 'customer' | 'platform';
  role: 'platform' | 'admin' | 'user';
  eid: string;
  surface: Surface;
  /** What was shown beside the password, or instead of it; default: nothing. */
  second_factor?: SecondFactorKind | null;
  /** Since when the account has the password that it had when this was judged. */
  password_set_at?: number | null;
  address: string;
  user_agent: string;
}
export interface Started {
  session_id: string;
  token: string;
  /** Milliseconds: when the token ends. */
  expires_at: number;
  /** Only for the modern surface: goes into the HttpOnly cookie. */
  refresh_token: string | null;
}

/** Sign-ins as rows: read on each call, ended at once (contract.md, "tokens"). */
@Injectable()
export class Sessions {
  private built: RecordStatements<Session> | undefined;

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly tokens: SessionTokens,
    private readonly deferred: DeferredWrites,
    private readonly facts: SessionFacts,
    private readonly audit: AuditTrail,
  ) {}

  /** Inside the caller's transaction. */
  async start(from: SessionStart): Promise<Started> {
    const now = this.clock.now();
    const session_id = newId(now);
    const refresh_token = from.surface === 'modern' ? this.tokens.newRefreshToken(session_id) : null;
    const expires_at = now + ABSOLUTE_MS;
    const sql = (this.built ??= new RecordStatements<Session>(this.database.metadata(Session))).insert([
      {
        ...from,
        user_agent: from.user_agent.slice(0, 300),
        session_id,
        authenticated_at: now,
        second_factor: from.second_factor ?? null,
        password_set_at: from.password_set_at ?? null,
        last_seen_at: now,
        expires_at,
        ended_at: null,
        ended_why: null,
        refresh_digest: refresh_token ? digest(refresh_token) : null,
        previous_digest: null,
        rotated_at: null,
        created_at: now,
      },
    ]);
    await this.transactions.run(() => this.database.write(sql.text, sql.values));
    const until = from.surface === 'modern' ? now + ACCESS_MS : expires_at;
    return { session_id, refresh_token, expires_at: until, token: this.tokens.sign(session_id, from, until) };
  }

  /** The session behind the claims with its organisation's calendar: one statement. null when it has ended. */
  async live(claims: Claims): Promise<LiveSession | null> {
    const accounts = this.facts.ofAccounts;
    const [row] = await this.database.rows<LiveRow>(liveSql(accounts), [idToBytes(claims.sid)]);
    const now = this.clock.now();
    if (!row || row.customer_id !== claims.cid || row.eid !== claims.eid || !isLive(row, accounts, now)) return null;
    if (now - Number(row.last_seen_at) > SEEN_EVERY_MS) await this.seen(claims.sid, now);
    return { actor: actorOf(row, accounts), facts: factsOf(row) };
  }

  /** Of these sessions those that live, as `live` judges one; nothing is written. At most some hundred at a time. */
  async liveAmong(sessionIds: readonly string[]): Promise<Map<string, LiveSession>> {
    if (!sessionIds.length) return new Map();
    const accounts = this.facts.ofAccounts;
    const rows = await this.database.rows<LiveRow>(
      liveAmongSql(accounts, sessionIds.length),
      sessionIds.map(idToBytes),
    );
    const now = this.clock.now();
    const live = rows.filter((row) => isLive(row, accounts, now));
    return new Map(
      live.map((row) => [idFromBytes(row.session_id), { actor: actorOf(row, accounts), facts: factsOf(row) }]),
    );
  }

  /**
   * Of a link that was given to it: it may do what it could then. Who watches a film asks nothing meanwhile, so that it is
   * not judged how long it was unused; the link has an end of its own. One statement.
   */
  async isStillIn(session_id: string, customer_id: number): Promise<boolean> {
    const accounts = this.facts.ofAccounts;
    const [row] = await this.database.rows<LiveRow>(liveSql(accounts), [idToBytes(session_id)]);
    const now = this.clock.now();
    if (row?.customer_id !== customer_id || !isLive({ ...row, last_seen_at: now }, accounts, now)) return false;
    return !lacksSecondFactor(factsOf(row), actorOf(row, accounts));
  }

  /**
   * Turns a refresh token for the next one; the one before stays good for 30 s (two tabs). Its later use, or that of any
   * older one, ends the session, for somebody has a copy.
   */
  async refresh(refreshToken: string): Promise<(Started & LiveSession) | null> {
    const session_id = refreshToken.split('.')[0] ?? '';
    if (!isId(session_id)) return null;
    const now = this.clock.now();
    const given = digest(refreshToken);
    const accounts = this.facts.ofAccounts;
    return this.transactions.run(async () => {
      const [row] = await this.database.rows<
        LiveRow & { refresh_digest: Uint8Array | null; previous_digest: Uint8Array | null; rotated_at: number | null }
      >(liveSql(accounts, ROTATION), [idToBytes(session_id)]);
      if (!row || !isLive(row, accounts, now)) return null;
      const started = { session_id, expires_at: Math.min(now + ACCESS_MS, Number(row.expires_at)) };
      const live = { actor: actorOf(row, accounts), facts: factsOf(row) };
      const token = this.tokens.sign(session_id, { customer_id: row.customer_id, eid: row.eid }, started.expires_at);
      if (same(row.refresh_digest, given)) {
        const next = this.tokens.newRefreshToken(session_id);
        const turned = await this.database.write(
          'UPDATE session SET refresh_digest = ?, previous_digest = ?, rotated_at = ?, last_seen_at = ? WHERE session_id = ? AND refresh_digest = ?',
          [digest(next), given, now, now, idToBytes(session_id), given],
        );
        // Lost the race against the other tab: the given one is now the previous one, which is good for 30 s.
        return { ...started, ...live, token, refresh_token: turned ? next : null };
      }
      const isPrevious = same(row.previous_digest, given);
      const isFresh = now - Number(row.rotated_at ?? now) <= ROTATION_GRACE_MS;
      if (isPrevious && isFresh) return { ...started, ...live, token, refresh_token: null };
      // Whatever was ours before the last turn was given up longer ago than that; what never was ours ends nothing.
      if (!isFresh && (isPrevious || this.tokens.wasOurs(refreshToken))) await this.endCopied(row, live.actor);
      return null;
    });
  }

  private async endCopied({ customer_id }: LiveRow, { session_id, account_id, role }: Actor): Promise<void> {
    await this.end([session_id!], 'refresh_reused');
    await this.audit.record({
      ...{ customer_id, account_id, role, action: 'session.refresh_reused' },
      ...{ subject_type: 'session', subject_id: session_id! },
    });
  }

  async end(sessionIds: readonly string[], why: string): Promise<void> {
    if (!sessionIds.length) return;
    const list = sessionIds.map(() => '?').join(', ');
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE session SET ended_at = ?, ended_why = ? WHERE ended_at IS NULL AND session_id IN (${list})`,
        [this.clock.now(), why, ...sessionIds.map(idToBytes)],
      ),
    );
  }

  /** Every sign-in of an account: a new password, a new role, suspension, "sign out everywhere". */
  async endAllOf(account: { customer_id: number; account_id: string }, why: string): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(
        'UPDATE session SET ended_at = ?, ended_why = ? WHERE customer_id = ? AND account_id = ? AND ended_at IS NULL',
        [this.clock.now(), why, account.customer_id, idToBytes(account.account_id)],
      ),
    );
  }

  /** The same but for the one that acts. */
  async endOthersOf(
    account: { customer_id: number; account_id: string },
    session_id: string | null,
    why: string,
  ): Promise<void> {
    if (!session_id) return this.endAllOf(account, why);
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE session SET ended_at = ?, ended_why = ?
         WHERE customer_id = ? AND account_id = ? AND ended_at IS NULL AND session_id <> ?`,
        [this.clock.now(), why, account.customer_id, idToBytes(account.account_id), idToBytes(session_id)],
      ),
    );
  }

  /** A second factor was set up in this session: it counts as shown. */
  async strengthen(session_id: string, second_factor: SecondFactorKind): Promise<void> {
    await this.transactions.run(() =>
      this.database.write('UPDATE session SET second_factor = ? WHERE session_id = ?', [
        second_factor,
        idToBytes(session_id),
      ]),
    );
  }

  /** A second factor is gone: what was signed in with it counts as signed in by password alone. */
  async weaken(
    account: { customer_id: number; account_id: string },
    kinds: readonly SecondFactorKind[],
  ): Promise<void> {
    const list = kinds.map(() => '?').join(', ');
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE session SET second_factor = NULL WHERE customer_id = ? AND account_id = ? AND second_factor IN (${list})`,
        [account.customer_id, idToBytes(account.account_id), ...kinds],
      ),
    );
  }

  private async seen(session_id: string, now: number): Promise<void> {
    await this.deferred.note(`session ${session_id}`, () =>
      this.database.write('UPDATE session SET last_seen_at = ? WHERE session_id = ? AND last_seen_at < ?', [
        now,
        idToBytes(session_id),
        now,
      ]),
    );
  }
}

const same = (kept: Uint8Array | null, given: Buffer): boolean => kept !== null && given.equals(Buffer.from(kept));
