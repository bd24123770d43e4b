import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail';
import { Clock } from '../../platform/clock';
import { Transactions } from '../../platform/database/transactions';
import { Files } from '../../platform/files/files';
import { newId } from '../../platform/ids';
import type { Round } from '../../platform/jobs/sweep';
import type { DoneWork, FileKind, Making, WorkKind } from './job-kinds';
import { JobQueue } from './job-queue';
import type { Job } from './job.entity';
import { LeaseLost } from './job.errors';

/** How often it is told how far it is; well within the lease. */
const TELL_EVERY = 2_000;
/** How long what was made is kept. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Why the making ends before the file is whole. */
class Stopped extends Error {
  constructor(readonly why: 'cancelled' | 'ending' | 'lost') {
    super(`Stopped: ${why}`);
  }
}

/**
 * Jobs that make a file. Each try writes one of its own, whose key the row keeps (`mark`) before there is such a file: what a
 * process that was killed has left is removed by the next try. `result_file` names it only when it is whole, in one
 * transaction with the end of the job and with the event that tells of it.
 */
@Injectable()
export class JobFiles {
  constructor(
    private readonly queue: JobQueue,
    private readonly files: Files,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws what the kind throws, StorageAway; nothing is left behind then */
  async make(job: Job, kind: FileKind | WorkKind, payload: object, round: Round): Promise<void> {
    const current = await this.queue.current(job);
    if (!current) return;
    await this.forget(current);
    if (current.cancel_asked_at !== null)
      return void (await this.queue.end(current, { state: 'cancelled', mark: null }));
    const telling = this.tell(current, round);
    try {
      const made = await this.made(current, kind, payload, telling.making);
      await this.keep(current, made, telling.signal).finally(() => made.over?.());
    } catch (error) {
      // What ended the making is the reason, whatever the making made of it.
      const reason: unknown = telling.signal.aborted ? telling.signal.reason : error;
      if (!(reason instanceof Stopped)) throw reason;
      if (reason.why === 'cancelled') await this.queue.end(current, { state: 'cancelled', mark: null });
      // The end of a process is no failed try.
      if (reason.why === 'ending') await this.queue.release(current, { attempts: job.attempts });
    } finally {
      await telling.end();
    }
  }

  /** What a try has left that came to no end. @throws StorageAway */
  async forget({ mark, result_file }: Pick<Job, 'mark' | 'result_file'>): Promise<void> {
    const key = mark?.['file'];
    if (typeof key === 'string' && key !== result_file) await this.files.remove(key);
  }

  /** What it came to: a file for whoever asked, or one that its own domain keeps. */
  private async made(job: Job, kind: FileKind | WorkKind, payload: object, making: Making): Promise<Made> {
    if ('work' in kind) return domainsOwn(await kind.work(payload, making));
    const { content, ending, event, sha256, ...result } = await kind.make(payload, making);
    const key = `${job.customer_id}/exports/${newId(this.clock.now())}.${ending}`;
    return {
      file: { key, content },
      ends: async () => {
        const told = { file_name: result.file_name, type: result.type, bytes: result.bytes, rows: result.rows };
        const whole = { ...told, seen_as: result.seen_as, sha256: sha256.toString('hex') };
        await this.audit.record(event);
        const kept = { result_file: key, result: whole, result_until: this.clock.now() + KEPT_MS };
        return { ...kept, done: result.rows, total: result.rows };
      },
      isKept: () => this.queue.isResult(job, key),
    };
  }

  private async keep(job: Job, { file, ends, isKept }: Made, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => file?.content.destroy(), { once: true });
    try {
      if (!(await this.queue.hold(job, { mark: file ? { file: file.key } : null }))) throw new LeaseLost();
      signal.throwIfAborted();
      if (file) await this.files.put(file.key, file.content);
      signal.throwIfAborted();
      await this.transactions.run(async () => {
        const done = { mark: null, attempts: 0, error_code: null, ...(await ends()) };
        if (!(await this.queue.end(job, { ...done, state: 'done' }))) throw new LeaseLost();
      });
    } catch (error) {
      file?.content.destroy();
      // The answer of the commit may have been lost: then it is the file, and stays.
      if (await isKept()) return;
      if (file) await this.files.remove(file.key).catch(() => undefined);
      throw error;
    }
  }

  /** Tells how far it is and renews the lease, for as long as it is ours, nobody has stopped it and the process goes on. */
  private tell(job: Job, round: Round) {
    const stop = new AbortController();
    let far: Pick<Job, 'done' | 'total'> = { done: 0, total: job.total };
    const over = new AbortController();
    const tell = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await pause(TELL_EVERY, undefined, { ref: false, signal: over.signal });
        // What the database does not answer now it is asked again: the lease is fifteen times as long.
        const why = await this.reasonToStop(job, far, round).catch(() => null);
        if (why) stop.abort(new Stopped(why));
      }
    };
    const telling = tell().catch(() => undefined);
    const { customer_id, created_by } = job;
    const came = (done: number, total: number | null) => void (far = { done, total });
    return {
      signal: stop.signal,
      making: { customer_id, created_by, signal: stop.signal, came },
      end: () => (over.abort(), telling),
    };
  }

  private async reasonToStop(job: Job, far: Partial<Job>, round: Round): Promise<Stopped['why'] | null> {
    if (!(await round.goesOn())) return 'ending';
    const current = await this.queue.current(job);
    if (!current || !(await this.queue.hold(job, far))) return 'lost';
    return current.cancel_asked_at === null ? null : 'cancelled';
  }
}

interface Made {
  readonly file?: DoneWork['file'];
  /** In the transaction with the end of the job: what else its row says then. */
  ends(): Promise<Partial<Job>>;
  isKept(): Promise<boolean>;
  over?(): Promise<void>;
}

const domainsOwn = ({ file, keep, isKept, over }: DoneWork): Made => ({
  ...(file ? { file } : {}),
  ends: async () => {
    await keep();
    return { done: 1, total: 1, changed: file ? 1 : 0, unchanged: file ? 0 : 1 };
  },
  isKept,
  over,
});
