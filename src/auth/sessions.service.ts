import { Injectable } from '@nestjs/common';
import type { SignInApi } from '../contract/account.responses';
import { AuditTrailService } from '../infrastructure/audit/audit-trail.service';
import { Clock } from '../common/clock';
import { Database } from '../infrastructure/database/database';
import { RecordStatements } from '../infrastructure/database/record-statements';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { idFromBytes, idToBytes, isId, newId } from '../common/ids';
import { DeferredWriteService } from '../tenancy/deferred-write.service';
import { Session } from './session.entity';
import { lacksSecondFactor, type Actor } from '../tenancy/tenant';
import { SessionAccountCheckRegistry } from './session-account-check';
import { sha256, SessionTokensService, type SessionClaims } from './session-tokens.service';
import {
  toActor,
  toCustomerContext,
  isSessionActive,
  sessionsSql,
  sessionSql,
  type SessionAuthRow,
  type ActiveSession,
} from './active-session';

export const SESSION_MAX_MS = 12 * 3_600_000;
const ACCESS_TOKEN_MS = 15 * 60_000;
const ROTATION_GRACE_MS = 30_000;
const ROTATION_COLUMNS = ', s.refresh_digest, s.previous_digest, s.rotated_at';
const LAST_SEEN_INTERVAL_MS = 60_000;

export type SecondFactorKind = 'totp' | 'recovery_code' | 'passkey';

export interface SessionInput {
  customer_id: number;
  account_id: string;
  staff_id: string | null;
  kind: 'customer' | 'platform';
  role: 'platform' | 'admin' | 'user';
  eid: string;
  surface: SignInApi;
  /** Second factor, or passkey instead of the password. Default: none. */
  second_factor?: SecondFactorKind | null;
  /** When the password that was checked had been set. */
  password_set_at?: number | null;
  address: string;
  user_agent: string;
}
export interface NewSession {
  session_id: string;
  token: string;
  /** Milliseconds: end of the token */
  expires_at: number;
  /** Only for the modern surface: value of the HttpOnly cookie */
  refresh_token: string | null;
}

/** Sessions as rows: read on each request, so they end at once. */
@Injectable()
export class SessionsService {
  private cachedStatements: RecordStatements<Session> | undefined;

  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly tokens: SessionTokensService,
    private readonly deferredWrites: DeferredWriteService,
    private readonly accountChecks: SessionAccountCheckRegistry,
    private readonly audit: AuditTrailService,
  ) {}

  /** Runs inside the caller's transaction. */
  async start(input: SessionInput): Promise<NewSession> {
    const now = this.clock.now();
    const session_id = newId(now);
    const refresh_token = input.surface === 'modern' ? this.tokens.createRefreshToken(session_id) : null;
    const expires_at = now + SESSION_MAX_MS;
    const sql = (this.cachedStatements ??= new RecordStatements<Session>(this.database.metadata(Session))).insert([
      {
        ...input,
        user_agent: input.user_agent.slice(0, 300),
        session_id,
        authenticated_at: now,
        second_factor: input.second_factor ?? null,
        password_set_at: input.password_set_at ?? null,
        last_seen_at: now,
        expires_at,
        ended_at: null,
        ended_why: null,
        refresh_digest: refresh_token ? sha256(refresh_token) : null,
        previous_digest: null,
        rotated_at: null,
        created_at: now,
      },
    ]);
    await this.transactions.run(() => this.database.write(sql.text, sql.values));
    const tokenExpiresAt = input.surface === 'modern' ? now + ACCESS_TOKEN_MS : expires_at;
    return {
      session_id,
      refresh_token,
      expires_at: tokenExpiresAt,
      token: this.tokens.sign(session_id, input, tokenExpiresAt),
    };
  }

  /** Session and customer calendar in one statement. null: ended or no longer valid */
  async findActive(claims: SessionClaims): Promise<ActiveSession | null> {
    const accountCheck = this.accountChecks.current;
    const [row] = await this.database.rows<SessionAuthRow>(sessionSql(accountCheck), [idToBytes(claims.sid)]);
    const now = this.clock.now();
    if (!row || row.customer_id !== claims.cid || row.eid !== claims.eid || !isSessionActive(row, accountCheck, now))
      return null;
    if (now - Number(row.last_seen_at) > LAST_SEEN_INTERVAL_MS) await this.recordLastSeen(claims.sid, now);
    return { actor: toActor(row, accountCheck), customer: toCustomerContext(row) };
  }

  /** The active ones of these sessions; writes nothing. For at most some hundred ids. */
  async findActiveMany(sessionIds: readonly string[]): Promise<Map<string, ActiveSession>> {
    if (!sessionIds.length) return new Map();
    const accountCheck = this.accountChecks.current;
    const rows = await this.database.rows<SessionAuthRow>(
      sessionsSql(accountCheck, sessionIds.length),
      sessionIds.map(idToBytes),
    );
    const now = this.clock.now();
    const activeRows = rows.filter((row) => isSessionActive(row, accountCheck, now));
    return new Map(
      activeRows.map((row) => [
        idFromBytes(row.session_id),
        { actor: toActor(row, accountCheck), customer: toCustomerContext(row) },
      ]),
    );
  }

  /**
   * Whether a session may still use a link it was given, such as a video address. Idle time is ignored, because
   * watching a video sends no other request; the link expires by itself.
   */
  async isValidForLink(session_id: string, customer_id: number): Promise<boolean> {
    const accountCheck = this.accountChecks.current;
    const [row] = await this.database.rows<SessionAuthRow>(sessionSql(accountCheck), [idToBytes(session_id)]);
    const now = this.clock.now();
    if (row?.customer_id !== customer_id || !isSessionActive({ ...row, last_seen_at: now }, accountCheck, now))
      return false;
    return !lacksSecondFactor(toCustomerContext(row), toActor(row, accountCheck));
  }

  /**
   * Rotates the refresh token; the previous one stays valid for 30 s (two tabs). A later use of an old token ends the
   * session, because it was copied.
   */
  async refresh(refreshToken: string): Promise<(NewSession & ActiveSession) | null> {
    const session_id = refreshToken.split('.')[0] ?? '';
    if (!isId(session_id)) return null;
    const now = this.clock.now();
    const tokenDigest = sha256(refreshToken);
    const accountCheck = this.accountChecks.current;
    return this.transactions.run(async () => {
      const [row] = await this.database.rows<
        SessionAuthRow & {
          refresh_digest: Uint8Array | null;
          previous_digest: Uint8Array | null;
          rotated_at: number | null;
        }
      >(sessionSql(accountCheck, ROTATION_COLUMNS), [idToBytes(session_id)]);
      if (!row || !isSessionActive(row, accountCheck, now)) return null;
      const tokenInfo = { session_id, expires_at: Math.min(now + ACCESS_TOKEN_MS, Number(row.expires_at)) };
      const activeSession = { actor: toActor(row, accountCheck), customer: toCustomerContext(row) };
      const token = this.tokens.sign(session_id, { customer_id: row.customer_id, eid: row.eid }, tokenInfo.expires_at);
      if (isSameDigest(row.refresh_digest, tokenDigest)) {
        const nextToken = this.tokens.createRefreshToken(session_id);
        const rotatedRows = await this.database.write(
          'UPDATE session SET refresh_digest = ?, previous_digest = ?, rotated_at = ?, last_seen_at = ? WHERE session_id = ? AND refresh_digest = ?',
          [sha256(nextToken), tokenDigest, now, now, idToBytes(session_id), tokenDigest],
        );
        // Another tab rotated first: this token is now the previous one, valid for 30 s.
        return { ...tokenInfo, ...activeSession, token, refresh_token: rotatedRows ? nextToken : null };
      }
      const isPrevious = isSameDigest(row.previous_digest, tokenDigest);
      const isFresh = now - Number(row.rotated_at ?? now) <= ROTATION_GRACE_MS;
      if (isPrevious && isFresh) return { ...tokenInfo, ...activeSession, token, refresh_token: null };
      // A replaced token of ours ends the session; a forged one has no effect.
      if (!isFresh && (isPrevious || this.tokens.isOwnRefreshToken(refreshToken)))
        await this.endCompromised(row, activeSession.actor);
      return null;
    });
  }

  private async endCompromised(
    { customer_id }: SessionAuthRow,
    { session_id, account_id, role }: Actor,
  ): Promise<void> {
    await this.end([session_id!], 'refresh_reused');
    await this.audit.record({
      customer_id,
      account_id,
      role,
      action: 'session.refresh_reused',
      subject_type: 'session',
      subject_id: session_id!,
    });
  }

  async end(sessionIds: readonly string[], reason: string): Promise<void> {
    if (!sessionIds.length) return;
    const placeholders = sessionIds.map(() => '?').join(', ');
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE session SET ended_at = ?, ended_why = ? WHERE ended_at IS NULL AND session_id IN (${placeholders})`,
        [this.clock.now(), reason, ...sessionIds.map(idToBytes)],
      ),
    );
  }

  /** After a new password, a new role, a suspension, or "sign out everywhere". */
  async endAll(account: { customer_id: number; account_id: string }, reason: string): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(
        'UPDATE session SET ended_at = ?, ended_why = ? WHERE customer_id = ? AND account_id = ? AND ended_at IS NULL',
        [this.clock.now(), reason, account.customer_id, idToBytes(account.account_id)],
      ),
    );
  }

  async endOthers(
    account: { customer_id: number; account_id: string },
    session_id: string | null,
    reason: string,
  ): Promise<void> {
    if (!session_id) return this.endAll(account, reason);
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE session SET ended_at = ?, ended_why = ?
         WHERE customer_id = ? AND account_id = ? AND ended_at IS NULL AND session_id <> ?`,
        [this.clock.now(), reason, account.customer_id, idToBytes(account.account_id), idToBytes(session_id)],
      ),
    );
  }

  /** After a second factor was set up in this session. */
  async markSecondFactor(session_id: string, second_factor: SecondFactorKind): Promise<void> {
    await this.transactions.run(() =>
      this.database.write('UPDATE session SET second_factor = ? WHERE session_id = ?', [
        second_factor,
        idToBytes(session_id),
      ]),
    );
  }

  /** After a second factor was removed: its sessions count as opened by password alone. */
  async clearSecondFactor(
    account: { customer_id: number; account_id: string },
    kinds: readonly SecondFactorKind[],
  ): Promise<void> {
    const placeholders = kinds.map(() => '?').join(', ');
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE session SET second_factor = NULL WHERE customer_id = ? AND account_id = ? AND second_factor IN (${placeholders})`,
        [account.customer_id, idToBytes(account.account_id), ...kinds],
      ),
    );
  }

  private async recordLastSeen(session_id: string, now: number): Promise<void> {
    await this.deferredWrites.schedule(`session ${session_id}`, () =>
      this.database.write('UPDATE session SET last_seen_at = ? WHERE session_id = ? AND last_seen_at < ?', [
        now,
        idToBytes(session_id),
        now,
      ]),
    );
  }
}

const isSameDigest = (stored: Uint8Array | null, digest: Buffer): boolean =>
  stored !== null && digest.equals(Buffer.from(stored));
