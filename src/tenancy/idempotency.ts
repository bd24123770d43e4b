import { createHmac, randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { Malformed } from '../platform/errors/app-error';
import { Sweeper } from '../platform/jobs/sweeper';
import { IdempotencyInFlight, IdempotencyKeyReused } from './idempotency.errors';
import { IdempotencyKey } from './idempotency-key.entity';
import { Records } from './tenancy.module';
import { actorIdOf, type Tenant } from './tenant';
import type { TenantRepository } from './tenant-repository';

const HOUR = 3_600_000;
const KEPT_MS = 24 * HOUR;
/** Longer than any request lives (a drain takes 25 s): after that the process that held the key is gone. */
const CLAIM_MS = 30_000;
const TRIES = 4;
const SWEPT_AT_ONCE = 500;

export interface Repeatable {
  key: string;
  method: string;
  /** With its query string. */
  url: string;
  body: unknown;
}
export interface FirstAnswer {
  status: number;
  body: unknown;
}
export interface Answered extends FirstAnswer {
  /** The work was done before; this is its answer. */
  replayed: boolean;
}

/**
 * `Idempotency-Key` (contract.md, Integrity). The unique key decides who may work: it is claimed in a transaction of its
 * own, so that whoever comes meanwhile is told at once on both engines (an uncommitted row would make them wait); the
 * answer is written in the transaction of the work, so there is never one without the other.
 */
@Injectable()
export class Idempotency implements OnModuleInit {
  constructor(
    @Records(IdempotencyKey) private readonly keys: TenantRepository<IdempotencyKey>,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<true>({
      name: 'idempotency-keys',
      every: HOUR,
      leased: true,
      batch: () => this.forget(),
    });
  }

  /**
   * Does the work once for this key. A refusal is not kept: what is mended may be sent again with the same key.
   * @param work may run more than once before it commits; `kept: false` for a refusal that is no exception
   * @throws Malformed, IdempotencyKeyReused, IdempotencyInFlight, whatever `work` throws
   */
  async once(
    tenant: Tenant,
    request: Repeatable,
    work: () => Promise<FirstAnswer & { kept: boolean }>,
  ): Promise<Answered> {
    const idempotency_key = request.key.trim();
    if (!/^[\x20-\x7e]{1,255}$/.test(idempotency_key))
      throw new Malformed('An Idempotency-Key has 1 to 255 printable ASCII characters.');
    const named = { actor: actorIdOf(tenant.actor) ?? tenant.actor.kind, idempotency_key };
    const claim_owner = randomUUID();
    const known = await this.claim(tenant, { ...named, request_digest: this.digestOf(request), claim_owner });
    if (known) return known;
    const mine = { ...named, claim_owner, answer_status: { null: true as const } };
    try {
      const done = await this.transactions.around(async () => {
        const answer = await work();
        if (!answer.kept) await this.keys.remove(tenant, mine);
        else {
          const kept = { answer_status: answer.status, answer_body: JSON.stringify(answer.body ?? null) };
          // Nothing changed: somebody else took the key over, or a commit whose word was lost had gone through.
          if (!(await this.keys.update(tenant, mine, kept))) throw new IdempotencyInFlight();
        }
        return answer;
      });
      return { status: done.status, body: done.body, replayed: false };
    } catch (error) {
      if (error instanceof IdempotencyInFlight) {
        const first = await this.keys.one(tenant, named);
        if (first && first.answer_status !== null) return replayOf(first);
      }
      // Where that fails too, the claim ends by itself.
      await this.transactions.run(() => this.keys.remove(tenant, mine)).catch(() => undefined);
      throw error;
    }
  }

  /** @returns the first answer when there is one, null when the key is ours now */
  private async claim(
    tenant: Tenant,
    row: Pick<IdempotencyKey, 'actor' | 'idempotency_key' | 'request_digest' | 'claim_owner'>,
  ): Promise<Answered | null> {
    const { actor, idempotency_key, request_digest, claim_owner } = row;
    const named = { actor, idempotency_key };
    for (let tries = 0; tries < TRIES; tries++) {
      const now = this.clock.now();
      const claimed = { claim_owner, claimed_until: now + CLAIM_MS };
      const fresh = { ...row, ...claimed, answer_status: null, answer_body: null, created_at: now };
      if (await this.transactions.run(() => this.keys.insertMissing(tenant, [fresh]))) return null;
      const known = await this.keys.one(tenant, named);
      if (!known) continue; // refused meanwhile, and free again
      if (known.created_at <= now - KEPT_MS) {
        await this.transactions.run(() => this.keys.remove(tenant, { ...named, created_at: known.created_at }));
        continue;
      }
      if (!Buffer.from(known.request_digest).equals(Buffer.from(request_digest))) throw new IdempotencyKeyReused();
      if (known.answer_status !== null) return replayOf(known);
      if (known.claimed_until > now) throw new IdempotencyInFlight();
      const left = { ...named, claim_owner: known.claim_owner, answer_status: { null: true as const } };
      if (await this.transactions.run(() => this.keys.update(tenant, left, claimed))) return null;
    }
    throw new IdempotencyInFlight();
  }

  /** Keyed: a form may hold a password (UpdateCustomer), which nobody with a copy of the table may guess by it. */
  private digestOf({ method, url, body }: Repeatable): Buffer {
    return createHmac('sha256', this.config.key('idempotency'))
      .update(`${method}\n${url}\n${JSON.stringify(body ?? null)}`)
      .digest();
  }

  /** Of what is older than 24 hours, of every organisation, the oldest. */
  private async forget(): Promise<true | null> {
    const until = this.clock.now() - KEPT_MS;
    const [last] = await this.database.rows<{ created_at: number }>(
      `SELECT created_at FROM idempotency_key WHERE created_at <= ? ORDER BY created_at LIMIT 1 OFFSET ${SWEPT_AT_ONCE}`,
      [until],
    );
    const edge = last ? Number(last.created_at) : until;
    await this.transactions.run(() => this.database.write('DELETE FROM idempotency_key WHERE created_at <= ?', [edge]));
    return last ? true : null;
  }
}

function replayOf({ answer_status, answer_body }: IdempotencyKey): Answered {
  const body = JSON.parse(answer_body ?? 'null') as unknown;
  return { status: answer_status!, body: body ?? undefined, replayed: true };
}
