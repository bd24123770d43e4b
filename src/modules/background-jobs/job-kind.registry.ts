import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { JobKindName, JobLane } from '../../contract/jobs.resource';
import type { AuditEntry } from '../../infrastructure/audit/audit-trail.service';
import type { Tenant } from '../../tenancy/tenant';
import type { JobDetails } from './job-details';
import type { JobResult } from './job.entity';
import type { JobBatch } from './job-batch';

/** Changes records in batches: `kinds.register('bulk_assign', { … })` in the domain's onModuleInit. */
export interface BatchJobKind<Payload extends object = object> {
  lane: JobLane;
  /**
   * Processes one batch of at most 1,000 rows, in one transaction with the progress of the job, so that no row is
   * processed twice. It may run again after a deadlock and must therefore touch only the database.
   * @returns mark of the next batch; null: done
   * @throws AppError ends the job as failed; `unavailable` and other errors are retried
   */
  runBatch(tenant: Tenant, payload: Payload, batch: JobBatch): Promise<JobDetails | null>;
  /** Reverts the rows that were reported as changed, also in batches. Absent: no undo. */
  undo?(tenant: Tenant, payload: Payload, batch: JobBatch): Promise<JobDetails | null>;
  /**
   * A cancelled job reverts its own changes: batches continue with `isCancelled` until null is returned. Absent: the
   * job ends at once and keeps its changes.
   */
  undoesOnCancel?(payload: Payload): boolean;
  /** Releases resources outside of the job's rows when the job is given up. @returns mark for a retry */
  givenUp?(tenant: Tenant, payload: Payload, mark: JobDetails | null): Promise<JobDetails | null>;
  /** How long undo is possible, in milliseconds. Default: seven days. */
  undo_ms?: number;
}

/** Produces one file outside a transaction; a retry starts again from the beginning. */
export interface FileJobKind<Payload extends object = object> {
  lane: JobLane;
  /** Must not change any data. @throws as `runBatch` */
  make(payload: Payload, context: JobContext): Promise<FileOutput>;
}
/** Produces a file that its domain stores, outside a transaction; a retry starts again from the beginning. */
export interface WorkJobKind<Payload extends object = object> {
  lane: JobLane;
  /** Must leave nothing behind on failure. @throws as `runBatch` */
  work(payload: Payload, context: JobContext): Promise<WorkOutput>;
}
export type JobKind<Payload extends object = object> =
  BatchJobKind<Payload> | FileJobKind<Payload> | WorkJobKind<Payload>;

export interface JobContext {
  readonly customer_id: number;
  /** Account that requested the job; null: the system */
  readonly created_by: string | null;
  /** Aborted when the job is cancelled or taken over by another process. */
  readonly signal: AbortSignal;
  /** @param total number of rows; null: unknown */
  onProgress(done: number, total: number | null): void;
}
export interface WorkOutput {
  /** Absent: there is nothing to store. */
  readonly file?: { readonly key: string; readonly content: Readable };
  /** Makes a row refer to the file, in the transaction that ends the job. */
  commit(): Promise<void>;
  /** Whether a row refers to the file; asked when the response of the COMMIT was lost. */
  isStored(): Promise<boolean>;
  /** Releases resources. Called once in every case. */
  dispose(): Promise<void>;
}
export interface FileOutput extends Omit<JobResult, 'sha256'> {
  readonly content: Readable;
  readonly sha256: Buffer;
  /** File extension in the storage: `csv` */
  readonly extension: string;
  /** Recorded once, together with the file. */
  readonly event: AuditEntry;
}

/** Job kinds by name. Domain modules register theirs on start. */
@Injectable()
export class JobKindRegistry {
  private readonly kinds = new Map<JobKindName, JobKind>();

  register<Payload extends object>(name: JobKindName, kind: JobKind<Payload>): void {
    if (this.kinds.has(name)) throw new Error(`The job kind "${name}" is registered twice`);
    this.kinds.set(name, kind as JobKind);
  }

  /** Whether this process handles jobs of the lane. */
  serves(lane: JobLane): boolean {
    return [...this.kinds.values()].some((kind) => kind.lane === lane);
  }

  /** @throws Error for an unregistered kind */
  get(name: JobKindName): JobKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`No job kind "${name}": register it in JobKindRegistry in the module's onModuleInit`);
    return kind;
  }
}
