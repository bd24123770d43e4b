import { Injectable } from '@nestjs/common';
import type { JobResultTold, JobRowParts } from '../../contract/job-answers';
import { jobRows, type JobRowRow } from '../../contract/job-rows';
import { UNDOABLE_JOB_STATES, type JobKindName, type JobRowOf, type jobs } from '../../contract/jobs.resource';
import type { Where } from '../../platform/database/where';
import type { ListRequest } from '../../platform/definitions/list-query';
import type { WholeFile } from '../../platform/definitions/file-answer';
import { rowOf } from '../../platform/definitions/row';
import { NotFound } from '../../platform/errors/app-error';
import { Files } from '../../platform/files/files';
import { newId } from '../../platform/ids';
import { Traces } from '../../platform/tracing/traces';
import { LiveEvents } from '../live/live-events';
import { PartsOf, type ResourceParts } from '../resources/resource-parts';
import { ResourceReader } from '../resources/resource-reader';
import { actorIdOf, seenAs, type Tenant } from '../tenant';
import { Tenants } from '../tenants';
import type { PageOf } from '../tenant-repository';
import type { Facts } from './job-facts';
import { JobKinds } from './job-kinds';
import { JobOutcomes } from './job-outcomes';
import type { JobRow } from './job-row.entity';
import { JobWorker } from './job-worker';
import { ENDED, Job, type JobResult } from './job.entity';
import { JobHasNoFile, JobNotOpen, JobNotRetried, JobNotUndoable, ResultGone, ResultOfOtherEyes } from './job.errors';

/** So long a link of the storage is good that a browser is sent to. */
const LINK_SECONDS = 300;

/** A job as it is answered: also what the words of its error are filled with. */
export type JobTold = JobRowOf & { error_facts: Facts; result: JobResultTold | null };

/** Work in the background, as those see it who owe it, ask for it and look after it. */
@Injectable()
export class Jobs extends ResourceReader<Job, typeof jobs, JobTold> {
  constructor(
    @PartsOf(Job) parts: ResourceParts<Job>,
    private readonly outcomes: JobOutcomes,
    private readonly kinds: JobKinds,
    private readonly worker: JobWorker,
    private readonly tenants: Tenants,
    private readonly files: Files,
    private readonly live: LiveEvents,
    private readonly traces: Traces,
  ) {
    super(parts);
  }

  /**
   * Owes work, in the caller's transaction (or one of its own): committed together with what asks for it, or not at all.
   * @param total how many rows it has; null: nobody knows
   * @param held what it has for itself while it is open (few-jobs.ts) @returns its id
   */
  async enqueue(
    tenant: Tenant,
    kind: JobKindName,
    payload: object,
    total: number | null,
    held: Pick<Job, 'place' | 'question'> = { place: null, question: null },
  ): Promise<string> {
    const { lane } = this.kinds.named(kind);
    const now = this.parts.clock.now();
    const job_id = newId(now);
    const counts = { done: 0, changed: 0, unchanged: 0, left_out: 0, undone: 0, attempts: 0 };
    const nothing = {
      ...{ lease_owner: null, mark: null, error_code: null, error_facts: null, started_at: null, ended_at: null },
      ...{ cancel_asked_at: null, undo_until: null, result_file: null, result: null, result_until: null },
    };
    await this.parts.transactions.run(async () => {
      const turn = { kind, lane, state: 'queued', phase: 'work', queue: lane, due_at: now, run_after: now } as const;
      this.live.publish(tenant, { kind: 'job', resource: 'jobs', id: job_id, account_id: null });
      await this.parts.records.insert(tenant, {
        ...{ ...turn, ...counts, ...nothing, ...held },
        ...{ job_id, total, created_by: actorIdOf(tenant.actor), trace: this.traces.here },
      });
      await this.outcomes.ask(tenant, job_id, payload);
      const { customer_id } = tenant;
      this.parts.transactions.afterCommit(() => this.worker.wake({ customer_id, job_id, lane }));
    });
    return job_id;
  }

  /** What became of its rows; of those that only tell something the first ten thousand. @throws NotFound */
  async rowsOf(tenant: Tenant, job_id: string, request: ListRequest<JobRow>): Promise<PageOf<JobRowRow & JobRowParts>> {
    const job = await this.record(tenant, job_id);
    const page = await this.outcomes.page(await this.ownerOf(tenant, job), job_id, request);
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...rowOf(jobRows, row),
        ...{ record_id: row.record_id, facts: row.facts ?? {} },
      })),
    };
  }

  /** The file, or where the storage hands it out itself. @throws as `resultOf` */
  async file(tenant: Tenant, job_id: string): Promise<WholeFile | string> {
    const { key, result } = await this.resultOf(tenant, job_id);
    const url = await this.files.link(key, LINK_SECONDS, result.file_name);
    if (url !== null) return url;
    if (!(await this.files.head(key))) throw new ResultGone();
    return { ...result, sha256: Buffer.from(result.sha256, 'hex'), content: await this.files.get(key) };
  }

  /** Where the storage hands it out itself; null: it does not. @throws as `resultOf` */
  async fileLink(tenant: Tenant, job_id: string): Promise<string | null> {
    const { key, result } = await this.resultOf(tenant, job_id);
    return this.files.link(key, LINK_SECONDS, result.file_name);
  }

  /** The file that it made, for whoever asked for it and nobody else. @throws NotFound, JobHasNoFile, ResultGone, ResultOfOtherEyes */
  private async resultOf(tenant: Tenant, job_id: string): Promise<{ key: string; result: JobResult }> {
    const { created_by, state, result, result_file: key, result_until } = await this.record(tenant, job_id);
    if (created_by === null || created_by !== tenant.actor.account_id) throw new NotFound(this.noun);
    if (!result) throw new JobHasNoFile(state);
    if (key === null || this.parts.clock.now() >= (result_until ?? 0)) throw new ResultGone();
    if (result.seen_as !== seenAs(tenant)) throw new ResultOfOtherEyes();
    return { key, result };
  }

  /** At once where nobody has begun it, else after the portion in hand; asked again it is the same. @throws NotFound, JobNotOpen */
  async cancel(tenant: Tenant, job_id: string): Promise<JobTold> {
    const cancel_asked_at = this.parts.clock.now();
    return this.command(tenant, job_id, 'cancel', async (job) => {
      const asked = { job_id, state: ['queued', 'running'], phase: 'work' } as const;
      const ends = { ...ENDED, state: 'cancelled', ended_at: cancel_asked_at } as const;
      // Nobody has it, and nobody had: there is nothing to wait for.
      const unbegun = { ...asked, state: 'queued', lease_owner: null, mark: null } as const;
      if (await this.parts.records.update(tenant, unbegun, ends)) return;
      // Nobody has it, but somebody had: the next one ends it, and not only when its turn would come.
      const resting = { cancel_asked_at, question: null, due_at: cancel_asked_at };
      this.parts.transactions.afterCommit(() => this.worker.wake(job));
      if (await this.parts.records.update(tenant, { ...asked, lease_owner: null }, resting)) return;
      const stops = { cancel_asked_at, question: null };
      if (!(await this.parts.records.update(tenant, asked, stops))) throw new JobNotOpen(job.state);
    });
  }

  /** Takes back what it changed and nobody has touched since, as a job again. @throws NotFound, JobNotUndoable */
  async undo(tenant: Tenant, job_id: string): Promise<JobTold> {
    return this.command(tenant, job_id, 'undo', async (job) => {
      const now = this.parts.clock.now();
      const asked = { job_id, state: UNDOABLE_JOB_STATES, phase: 'work', undo_until: { gt: now } } as const;
      const begins = {
        ...({ state: 'undoing', phase: 'undo', mark: null, done: 0, total: job.changed } as const),
        ...this.turn(job, now),
      };
      if (!(await this.parts.records.update(tenant, asked, begins))) throw new JobNotUndoable(job.state);
      this.parts.transactions.afterCommit(() => this.worker.wake(job));
    });
  }

  /** From where it was. @throws NotFound, JobNotRetried */
  async retry(tenant: Tenant, job_id: string): Promise<JobTold> {
    return this.command(tenant, job_id, 'retry', async (job) => {
      const asked = { job_id, state: ['dead', 'failed'] } as const;
      const state = job.phase === 'undo' ? 'undoing' : 'queued';
      const begins = { state, ...this.turn(job, this.parts.clock.now()) } as const;
      if (!(await this.parts.records.update(tenant, asked, begins))) throw new JobNotRetried(job.state);
      this.parts.transactions.afterCommit(() => this.worker.wake(job));
    });
  }

  protected override row(_tenant: Tenant, record: Job): JobTold {
    return {
      ...rowOf(this.definition, record),
      ...{ error_facts: record.error_facts ?? {}, result: resultOf(record) },
    };
  }

  /** An organisation's admins see all of it, a user what they asked for, an API key the imports that it started. */
  protected override seen({ actor, scope }: Tenant, asked: Where<Job>): Where<Job> {
    if (actor.api_key_id) return { anyOf: [asked], created_by: actor.api_key_id, kind: 'import' } as Where<Job>;
    if (scope.kind === 'all') return asked;
    return { anyOf: [asked], created_by: actor.account_id ?? [] } as unknown as Where<Job>;
  }

  /** It is due from now on. */
  private turn({ lane }: Job, now: number): Partial<Job> {
    const unsaid = { attempts: 0, error_code: null, error_facts: null, ended_at: null, cancel_asked_at: null };
    return { ...unsaid, queue: lane, due_at: now, run_after: now, lease_owner: null };
  }

  /** One transaction with its event, which stands in the trail of whose job it is. @returns how it is then */
  private command(tenant: Tenant, job_id: string, what: string, work: (job: Job) => Promise<void>): Promise<JobTold> {
    return this.parts.transactions.run(async () => {
      const job = await this.record(tenant, job_id);
      await work(job);
      await this.audit(tenant, what, job_id, { state: job.state }, { kind: job.kind }, job);
      return this.one(tenant, job_id);
    });
  }

  /** Platform staff look at everybody's: the rows are those of whose job it is. */
  private ownerOf(tenant: Tenant, { customer_id }: Job): Promise<Tenant> | Tenant {
    return tenant.isAcrossAll ? this.tenants.forSystem(customer_id) : tenant;
  }
}

const resultOf = ({ result, result_file }: Job): JobResultTold | null => {
  if (!result) return null;
  const { file_name, bytes, rows, sha256 } = result;
  return { file_name, bytes, rows, sha256, is_kept: result_file !== null };
};
