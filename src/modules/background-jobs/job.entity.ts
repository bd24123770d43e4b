import { Entity, Index } from 'typeorm';
import { jobs, type JobKindName, type JobLane, type JobState } from '../../contract/jobs.resource';
import {
  ChoiceColumn,
  BinaryColumn,
  PrimaryUuidColumn,
  UuidColumn,
  InstantColumn,
  JsonColumn,
  VarcharColumn,
  IntegerColumn,
} from '../../infrastructure/database/columns';
import { Resource } from '../../tenancy/resource-metadata';
import { TenantRecord } from '../../tenancy/tenant-record';
import type { JobDetails } from './job-details';

export interface JobResult {
  readonly file_name: string;
  readonly type: string;
  readonly bytes: number;
  readonly rows: number;
  readonly sha256: string;
  /** Visibility of the requester (`visibilityKey`); a download is rejected if it has changed since. */
  readonly seen_as: string;
}

/** Ended jobs are not queued and free their place. */
export const ENDED_JOB_COLUMNS = { queue: null, due_at: null, place: null, question: null } as const;

export type JobPhase = 'work' | 'undo';

/**
 * Background job, created in the transaction that requests it. Workers and platform staff read across customers. The
 * input is a separate entity, so that lists do not read it.
 */
@Entity('job')
@Resource(jobs, { noun: 'job', found_above_by: 'job_id' })
@Index(['job_id'])
// For claiming; ended jobs have no queue.
@Index(['queue', 'customer_id', 'due_at'])
@Index(['state', 'job_id'])
// For retention and for the list of own jobs.
@Index(['customer_id', 'created_by', 'job_id'])
@Index(['result_until'])
// Open jobs: one per place of an account, and one per request digest.
@Index(['customer_id', 'created_by', 'place'], { unique: true })
@Index(['customer_id', 'question'], { unique: true })
export class Job extends TenantRecord {
  @PrimaryUuidColumn()
  job_id: string;

  @ChoiceColumn()
  kind: JobKindName;

  @ChoiceColumn()
  lane: JobLane;

  @ChoiceColumn()
  state: JobState;

  @ChoiceColumn()
  phase: JobPhase;

  /** Lane of an open job; null: ended */
  @ChoiceColumn({ nullable: true })
  queue: JobLane | null;

  /** From when a worker may claim it: due time, or end of the lease; null: never */
  @InstantColumn({ nullable: true })
  due_at: number | null;

  /** Due time; unchanged while other jobs run. */
  @InstantColumn()
  run_after: number;

  @UuidColumn({ nullable: true })
  lease_owner: string | null;

  /** Start of the next batch; null: the beginning */
  @JsonColumn({ nullable: true })
  mark: JobDetails | null;

  @IntegerColumn()
  done: number;

  /** null: unknown */
  @IntegerColumn({ nullable: true })
  total: number | null;

  @IntegerColumn()
  changed: number;

  @IntegerColumn()
  unchanged: number;

  @IntegerColumn()
  left_out: number;

  @IntegerColumn()
  undone: number;

  @IntegerColumn()
  attempts: number;

  @VarcharColumn(60, { nullable: true })
  error_code: string | null;

  @JsonColumn({ nullable: true })
  error_facts: JobDetails | null;

  /** W3C traceparent; null: none */
  @VarcharColumn(60, { nullable: true })
  trace: string | null;

  /** Account or API key that requested it; null: the system */
  @UuidColumn({ nullable: true })
  created_by: string | null;

  /** Number of the place for limited jobs (1, 2, …); null: ended, or not limited */
  @IntegerColumn({ nullable: true })
  place: number | null;

  /** Digest of the request, so that a repeated request finds this job. */
  @BinaryColumn(32, { nullable: true })
  question: Uint8Array | null;

  @InstantColumn({ nullable: true })
  started_at: number | null;

  @InstantColumn({ nullable: true })
  ended_at: number | null;

  @InstantColumn({ nullable: true })
  cancel_asked_at: number | null;

  @InstantColumn({ nullable: true })
  undo_until: number | null;

  /** Storage key of the complete file; null once it is removed. */
  @VarcharColumn(200, { nullable: true })
  result_file: string | null;

  /** Description of the file; kept after its removal. */
  @JsonColumn({ nullable: true })
  result: JobResult | null;

  @InstantColumn({ nullable: true })
  result_until: number | null;
}
