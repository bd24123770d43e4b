import { createHmac, randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Config } from '../infrastructure/config/config';
import { Database } from '../infrastructure/database/database';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { MalformedRequestError } from '../common/errors/app-error';
import { JobScheduler } from '../infrastructure/jobs/job-scheduler';
import { IdempotencyInFlightError, IdempotencyKeyReusedError } from './idempotency.errors';
import { IdempotencyKey } from './idempotency-key.entity';
import { InjectTenantRepository } from './tenancy.module';
import { getActorId, type Tenant } from './tenant';
import type { TenantRepository } from './tenant-repository';

const HOUR = 3_600_000;
const RETENTION_MS = 24 * HOUR;
/** Longer than any request (a shutdown waits 25 s): afterwards the process that held the key has ended. */
const CLAIM_MS = 30_000;
const MAX_CLAIM_ATTEMPTS = 4;
const DELETE_BATCH_SIZE = 500;

export interface IdempotentRequest {
  key: string;
  method: string;
  /** Includes the query string. */
  url: string;
  body: unknown;
}
export interface StoredResponse {
  status: number;
  body: unknown;
}
export interface IdempotentResponse extends StoredResponse {
  /** true: the stored answer of an earlier request */
  replayed: boolean;
}

/**
 * `Idempotency-Key` (docs/api.md). The unique key decides which request works. It is claimed in its own transaction,
 * because an uncommitted row would block concurrent requests; the answer is stored in the transaction of the work.
 */
@Injectable()
export class IdempotencyService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(IdempotencyKey) private readonly keys: TenantRepository<IdempotencyKey>,
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly scheduler: JobScheduler,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<true>({
      name: 'idempotency-keys',
      intervalMs: HOUR,
      isLeased: true,
      runBatch: () => this.deleteExpired(),
    });
  }

  /**
   * Runs the work once for a key. Errors are not stored, so a corrected request may reuse the key.
   * @param work may run several times before it commits; `shouldStore: false` for a refusal that is not thrown
   * @throws MalformedRequestError, IdempotencyKeyReusedError, IdempotencyInFlightError, and errors of `work`
   */
  async runOnce(
    tenant: Tenant,
    request: IdempotentRequest,
    work: () => Promise<StoredResponse & { shouldStore: boolean }>,
  ): Promise<IdempotentResponse> {
    const idempotency_key = request.key.trim();
    if (!/^[\x20-\x7e]{1,255}$/.test(idempotency_key))
      throw new MalformedRequestError('An Idempotency-Key has 1 to 255 printable ASCII characters.');
    const keyWhere = { actor: getActorId(tenant.actor) ?? tenant.actor.kind, idempotency_key };
    const claim_owner = randomUUID();
    const existing = await this.claim(tenant, { ...keyWhere, request_digest: this.digestOf(request), claim_owner });
    if (existing) return existing;
    const ownClaim = { ...keyWhere, claim_owner, answer_status: { null: true as const } };
    try {
      const result = await this.transactions.runOutermost(async () => {
        const answer = await work();
        if (!answer.shouldStore) await this.keys.remove(tenant, ownClaim);
        else {
          const answerColumns = { answer_status: answer.status, answer_body: JSON.stringify(answer.body ?? null) };
          // No row changed: another request took over the key, or an earlier commit succeeded without a response.
          if (!(await this.keys.update(tenant, ownClaim, answerColumns))) throw new IdempotencyInFlightError();
        }
        return answer;
      });
      return { status: result.status, body: result.body, replayed: false };
    } catch (error) {
      if (error instanceof IdempotencyInFlightError) {
        const storedRow = await this.keys.findOne(tenant, keyWhere);
        if (storedRow && storedRow.answer_status !== null) return toReplay(storedRow);
      }
      // If this fails as well, the claim expires.
      await this.transactions.run(() => this.keys.remove(tenant, ownClaim)).catch(() => undefined);
      throw error;
    }
  }

  /** @returns the stored answer, or null when the key is claimed */
  private async claim(
    tenant: Tenant,
    row: Pick<IdempotencyKey, 'actor' | 'idempotency_key' | 'request_digest' | 'claim_owner'>,
  ): Promise<IdempotentResponse | null> {
    const { actor, idempotency_key, request_digest, claim_owner } = row;
    const keyWhere = { actor, idempotency_key };
    for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS; attempt++) {
      const now = this.clock.now();
      const claimColumns = { claim_owner, claimed_until: now + CLAIM_MS };
      const newRow = { ...row, ...claimColumns, answer_status: null, answer_body: null, created_at: now };
      if (await this.transactions.run(() => this.keys.insertMissing(tenant, [newRow]))) return null;
      const existing = await this.keys.findOne(tenant, keyWhere);
      if (!existing) continue; // the first request failed and released the key
      if (existing.created_at <= now - RETENTION_MS) {
        await this.transactions.run(() => this.keys.remove(tenant, { ...keyWhere, created_at: existing.created_at }));
        continue;
      }
      if (!Buffer.from(existing.request_digest).equals(Buffer.from(request_digest)))
        throw new IdempotencyKeyReusedError();
      if (existing.answer_status !== null) return toReplay(existing);
      if (existing.claimed_until > now) throw new IdempotencyInFlightError();
      const expiredClaim = { ...keyWhere, claim_owner: existing.claim_owner, answer_status: { null: true as const } };
      if (await this.transactions.run(() => this.keys.update(tenant, expiredClaim, claimColumns))) return null;
    }
    throw new IdempotencyInFlightError();
  }

  /** HMAC, because a body may contain a password (UpdateCustomer) that a copy of the table must not reveal. */
  private digestOf({ method, url, body }: IdempotentRequest): Buffer {
    return createHmac('sha256', this.config.key('idempotency'))
      .update(`${method}\n${url}\n${JSON.stringify(body ?? null)}`)
      .digest();
  }

  /** Deletes the oldest keys of all customers that are older than 24 hours. */
  private async deleteExpired(): Promise<true | null> {
    const until = this.clock.now() - RETENTION_MS;
    const [nextRow] = await this.database.rows<{ created_at: number }>(
      `SELECT created_at FROM idempotency_key WHERE created_at <= ? ORDER BY created_at LIMIT 1 OFFSET ${DELETE_BATCH_SIZE}`,
      [until],
    );
    const cutoff = nextRow ? Number(nextRow.created_at) : until;
    await this.transactions.run(() =>
      this.database.write('DELETE FROM idempotency_key WHERE created_at <= ?', [cutoff]),
    );
    return nextRow ? true : null;
  }
}

function toReplay({ answer_status, answer_body }: IdempotencyKey): IdempotentResponse {
  const body = JSON.parse(answer_body ?? 'null') as unknown;
  return { status: answer_status!, body: body ?? undefined, replayed: true };
}
