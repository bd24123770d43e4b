import { Entity, Index } from 'typeorm';
import { jobs, type JobKindName, type JobLane, type JobState } from '../../contract/jobs.resource';
import { Choice, Digest, IdKey, IdRef, Instant, Json, Text, Whole } from '../../platform/database/columns';
import { Keeps } from '../resources/kept';
import { TenantRecord } from '../tenant-record';
import type { Facts } from './job-facts';

/** A file that a job made. */
export interface JobResult {
  readonly file_name: string;
  readonly type: string;
  readonly bytes: number;
  readonly rows: number;
  readonly sha256: string;
  /** With whose eyes it was made (`seenAs`): whoever sees less now may not have it any more. */
  readonly seen_as: string;
}

/** An ended job waits for nobody, and takes nobody's place. */
export const ENDED = { queue: null, due_at: null, place: null, question: null } as const;

/** Forwards, or taking back what it did. */
export type JobPhase = 'work' | 'undo';

/**
 * Work in the background, written in the transaction of what owes it. Of all organisations: workers and platform staff look
 * across them. What it was asked to do stands apart (job-input.entity.ts), for lists are read without it.
 */
@Entity('job')
@Keeps(jobs, { noun: 'job', found_above_by: 'job_id' })
@Index(['job_id'])
// Whose turn it is: ended ones have no queue.
@Index(['queue', 'customer_id', 'due_at'])
@Index(['state', 'job_id'])
// Those that somebody asked for, and whose files are over.
@Index(['customer_id', 'created_by', 'job_id'])
@Index(['result_until'])
// Open ones: an account has each of its places once, and the same is not asked twice.
@Index(['customer_id', 'created_by', 'place'], { unique: true })
@Index(['customer_id', 'question'], { unique: true })
export class Job extends TenantRecord {
  @IdKey()
  job_id: string;

  @Choice()
  kind: JobKindName;

  @Choice()
  lane: JobLane;

  @Choice()
  state: JobState;

  @Choice()
  phase: JobPhase;

  /** Its lane while it is open; null: nothing is to be done. */
  @Choice({ nullable: true })
  queue: JobLane | null;

  /** From when on a worker may take it: its turn, or when the lease of the one that has it ends. null: nobody does. */
  @Instant({ nullable: true })
  due_at: number | null;

  /** When its turn came, which it keeps while others have theirs. */
  @Instant()
  run_after: number;

  @IdRef({ nullable: true })
  lease_owner: string | null;

  /** Where the next portion begins; null: at the beginning. */
  @Json({ nullable: true })
  mark: Facts | null;

  @Whole()
  done: number;

  /** null: nobody knows. */
  @Whole({ nullable: true })
  total: number | null;

  @Whole()
  changed: number;

  @Whole()
  unchanged: number;

  @Whole()
  left_out: number;

  @Whole()
  undone: number;

  /** Since it last came forward. */
  @Whole()
  attempts: number;

  @Text(60, { nullable: true })
  error_code: string | null;

  @Json({ nullable: true })
  error_facts: Facts | null;

  /** Which trace it is a part of (a traceparent); null: of none. */
  @Text(60, { nullable: true })
  trace: string | null;

  /** The account or the API key that requested it; null: the system itself. */
  @IdRef({ nullable: true })
  created_by: string | null;

  /** Of a few that its asker may have open: the first, the second, …; null: it has ended, or there may be any number. */
  @Whole({ nullable: true })
  place: number | null;

  /** What was asked, for as long as whoever asks it again is told of this job. */
  @Digest(32, { nullable: true })
  question: Uint8Array | null;

  @Instant({ nullable: true })
  started_at: number | null;

  @Instant({ nullable: true })
  ended_at: number | null;

  @Instant({ nullable: true })
  cancel_asked_at: number | null;

  @Instant({ nullable: true })
  undo_until: number | null;

  /** The key of a file that it made: named when it is whole, and no more once it is removed. */
  @Text(200, { nullable: true })
  result_file: string | null;

  /** What that file is, and was. */
  @Json({ nullable: true })
  result: JobResult | null;

  @Instant({ nullable: true })
  result_until: number | null;
}
