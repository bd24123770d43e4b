import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { newId } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import type { WorkOutput, FileJobKind, JobContext, WorkJobKind } from './job-kind.registry';
import { JobQueue } from './job-queue';
import type { Job } from './job.entity';
import { LeaseLostError } from './job.errors';

/** Interval of progress updates; must be well below the lease. */
const PROGRESS_INTERVAL_MS = 2_000;
const RESULT_RETENTION_MS = 7 * 24 * 3_600_000;

class JobStoppedError extends Error {
  constructor(readonly reason: 'cancelled' | 'ending' | 'lost') {
    super(`Stopped: ${reason}`);
  }
}

/**
 * Jobs that produce a file. Each attempt writes its own file, whose key is stored first (`mark`), so that the next
 * attempt can remove the file of a killed process. `result_file` is set when the file is complete, in one transaction
 * with the end of the job and its audit event.
 */
@Injectable()
export class JobFilesService {
  constructor(
    private readonly queue: JobQueue,
    private readonly fileStorage: FileStorage,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** Leaves no file behind on failure. @throws StorageUnavailableError, and errors of the kind */
  async make(job: Job, kind: FileJobKind | WorkJobKind, payload: object, run: JobRun): Promise<void> {
    const current = await this.queue.reload(job);
    if (!current) return;
    await this.removeUnfinished(current);
    if (current.cancel_asked_at !== null)
      return void (await this.queue.end(current, { state: 'cancelled', mark: null }));
    const progress = this.reportProgress(current, run);
    try {
      const output = await this.produce(current, kind, payload, progress.context);
      await this.store(current, output, progress.signal).finally(() => output.dispose?.());
    } catch (error) {
      // An abort takes precedence over the error that it caused.
      const abortReason: unknown = progress.signal.aborted ? progress.signal.reason : error;
      if (!(abortReason instanceof JobStoppedError)) throw abortReason;
      if (abortReason.reason === 'cancelled') await this.queue.end(current, { state: 'cancelled', mark: null });
      // A shutdown does not count as a failed attempt.
      if (abortReason.reason === 'ending') await this.queue.release(current, { attempts: job.attempts });
    } finally {
      await progress.end();
    }
  }

  /** Removes the file of an unfinished attempt. @throws StorageUnavailableError */
  async removeUnfinished({ mark, result_file }: Pick<Job, 'mark' | 'result_file'>): Promise<void> {
    const key = mark?.['file'];
    if (typeof key === 'string' && key !== result_file) await this.fileStorage.remove(key);
  }

  /** A file for the requester, or one that its domain stores. */
  private async produce(
    job: Job,
    kind: FileJobKind | WorkJobKind,
    payload: object,
    context: JobContext,
  ): Promise<JobOutput> {
    if ('work' in kind) return toJobOutput(await kind.work(payload, context));
    const { content, extension, event, sha256, ...result } = await kind.make(payload, context);
    const key = `${job.customer_id}/exports/${newId(this.clock.now())}.${extension}`;
    return {
      file: { key, content },
      complete: async () => {
        const fileColumns = { file_name: result.file_name, type: result.type, bytes: result.bytes, rows: result.rows };
        const resultColumn = { ...fileColumns, seen_as: result.seen_as, sha256: sha256.toString('hex') };
        await this.audit.record(event);
        const columns = {
          result_file: key,
          result: resultColumn,
          result_until: this.clock.now() + RESULT_RETENTION_MS,
        };
        return { ...columns, done: result.rows, total: result.rows };
      },
      isStored: () => this.queue.isResultFile(job, key),
    };
  }

  private async store(job: Job, { file, complete, isStored }: JobOutput, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => file?.content.destroy(), { once: true });
    try {
      if (!(await this.queue.renewLease(job, { mark: file ? { file: file.key } : null }))) throw new LeaseLostError();
      signal.throwIfAborted();
      if (file) await this.fileStorage.put(file.key, file.content);
      signal.throwIfAborted();
      await this.transactions.run(async () => {
        const endColumns = { mark: null, attempts: 0, error_code: null, ...(await complete()) };
        if (!(await this.queue.end(job, { ...endColumns, state: 'done' }))) throw new LeaseLostError();
      });
    } catch (error) {
      file?.content.destroy();
      // The response of the COMMIT may have been lost: then the file is the result and stays.
      if (await isStored()) return;
      if (file) await this.fileStorage.remove(file.key).catch(() => undefined);
      throw error;
    }
  }

  /** Updates the progress and renews the lease until the job is cancelled, lost or interrupted. */
  private reportProgress(job: Job, run: JobRun) {
    const stop = new AbortController();
    let counts: Pick<Job, 'done' | 'total'> = { done: 0, total: job.total };
    const loopEnd = new AbortController();
    const loop = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await pause(PROGRESS_INTERVAL_MS, undefined, { ref: false, signal: loopEnd.signal });
        // Database errors are retried with the next interval; the lease is fifteen times as long.
        const stopReason = await this.reasonToStop(job, counts, run).catch(() => null);
        if (stopReason) stop.abort(new JobStoppedError(stopReason));
      }
    };
    const loopPromise = loop().catch(() => undefined);
    const { customer_id, created_by } = job;
    const onProgress = (done: number, total: number | null) => void (counts = { done, total });
    return {
      signal: stop.signal,
      context: { customer_id, created_by, signal: stop.signal, onProgress },
      end: () => (loopEnd.abort(), loopPromise),
    };
  }

  private async reasonToStop(job: Job, counts: Partial<Job>, run: JobRun): Promise<JobStoppedError['reason'] | null> {
    if (!(await run.shouldContinue())) return 'ending';
    const current = await this.queue.reload(job);
    if (!current || !(await this.queue.renewLease(job, counts))) return 'lost';
    return current.cancel_asked_at === null ? null : 'cancelled';
  }
}

interface JobOutput {
  readonly file?: WorkOutput['file'];
  /** Runs in the transaction that ends the job; returns its columns. */
  complete(): Promise<Partial<Job>>;
  isStored(): Promise<boolean>;
  dispose?(): Promise<void>;
}

const toJobOutput = ({ file, commit, isStored, dispose }: WorkOutput): JobOutput => ({
  ...(file ? { file } : {}),
  complete: async () => {
    await commit();
    return { done: 1, total: 1, changed: file ? 1 : 0, unchanged: file ? 0 : 1 };
  },
  isStored,
  dispose,
});
