import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { JobKindName, JobLane } from '../../contract/jobs.resource';
import type { AuditEntry } from '../../platform/audit/audit-trail';
import type { Tenant } from '../tenant';
import type { Facts } from './job-facts';
import type { JobResult } from './job.entity';
import type { Portion } from './portion';

/** What changes records, portion by portion: `kinds.register('bulk_assign', { … })` in its domain's onModuleInit. */
export interface PortionKind<Payload extends object = object> {
  lane: JobLane;
  /**
   * One portion, of at most 1,000 rows, in a transaction that also keeps how far the job is: done whole or not at all, and
   * never twice. It may run again (deadlock), so nothing but the database may be touched.
   * @param mark where the portion before it ended; null at the beginning
   * @returns where the next one begins; null: that was the last
   * @throws AppError the job has failed, and its code says why; `unavailable`, and anything else, is tried again
   */
  portion(tenant: Tenant, payload: Payload, portion: Portion): Promise<Facts | null>;
  /** Takes back what `portion` told as changed, in portions as well. Left out: it cannot be taken back. */
  undo?(tenant: Tenant, payload: Payload, portion: Portion): Promise<Facts | null>;
  /**
   * A cancelled job undoes its own changes: `portion` runs on with `portion.isCancelled` until it returns null. Left out:
   * the job ends at once and keeps its changes.
   */
  undoesOnCancel?(payload: Payload): boolean;
  /** Releases what the job holds outside its rows, when it is given up. @returns the mark for a retry */
  givenUp?(tenant: Tenant, payload: Payload, mark: Facts | null): Promise<Facts | null>;
  /** How long it can be taken back, in milliseconds; left out: seven days. */
  undo_ms?: number;
}

/** What makes one file, outside a transaction, from its beginning to its end; tried again it begins anew. */
export interface FileKind<Payload extends object = object> {
  lane: JobLane;
  /** The whole of it, before the storage hears of it. It changes nothing. @throws as `portion` */
  make(payload: Payload, making: Making): Promise<MadeFile>;
}
/** What makes a file that its own domain keeps; outside a transaction as well, and tried again it begins anew. */
export interface WorkKind<Payload extends object = object> {
  lane: JobLane;
  /** @throws as `portion`; nothing of it is left behind then */
  work(payload: Payload, making: Making): Promise<DoneWork>;
}
export type JobKind<Payload extends object = object> = PortionKind<Payload> | FileKind<Payload> | WorkKind<Payload>;

/** What a file is made for, and what is told meanwhile. */
export interface Making {
  readonly customer_id: number;
  /** Who asked for it; null: the system itself. */
  readonly created_by: string | null;
  /** Somebody stopped it, or it is not this process's any more. */
  readonly signal: AbortSignal;
  /** How many rows are written, and of how many; null: nobody knows. */
  came(done: number, total: number | null): void;
}
export interface DoneWork {
  /** Left out: nothing came of it, and `keep` says so. */
  readonly file?: { readonly key: string; readonly content: Readable };
  /** Has a row name the file, in one transaction with the end of the job. */
  keep(): Promise<void>;
  /** Whether one does: asked when nobody heard that the commit succeeded. */
  isKept(): Promise<boolean>;
  /** What it needed meanwhile goes. Always called, once. */
  over(): Promise<void>;
}
export interface MadeFile extends Omit<JobResult, 'sha256'> {
  readonly content: Readable;
  readonly sha256: Buffer;
  /** Ends its name in the storage: `csv`. */
  readonly ending: string;
  /** Told together with the file, once. */
  readonly event: AuditEntry;
}

@Injectable()
export class JobKinds {
  private readonly kinds = new Map<JobKindName, JobKind>();

  register<Payload extends object>(name: JobKindName, kind: JobKind<Payload>): void {
    if (this.kinds.has(name)) throw new Error(`The job kind "${name}" is registered twice`);
    this.kinds.set(name, kind as JobKind);
  }

  /** Whether this process does anything of that lane. */
  serves(lane: JobLane): boolean {
    return [...this.kinds.values()].some((kind) => kind.lane === lane);
  }

  /** @throws Error for a kind that nobody has registered */
  named(name: JobKindName): JobKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`No job kind "${name}": JobKinds.register it in the module's onModuleInit`);
    return kind;
  }
}
