import { Injectable } from '@nestjs/common';
import type { JobResultResponse, JobOutcomeExtra } from '../../contract/job.responses';
import { jobRows, type JobResultRow } from '../../contract/job-rows';
import { UNDOABLE_JOB_STATES, type JobKindName, type BackgroundJobRow, type jobs } from '../../contract/jobs.resource';
import type { Where } from '../../infrastructure/database/where';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import type { DownloadFile } from '../../common/rest/file-response';
import { rowOf } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { newId } from '../../common/ids';
import { TraceService } from '../../infrastructure/tracing/trace.service';
import { LiveEventsService } from '../live/live-events.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceReadService } from '../../crud/resource-read.service';
import { getActorId, visibilityKey, type Tenant } from '../../tenancy/tenant';
import { TenantFactory } from '../../tenancy/tenant.factory';
import type { ListPage } from '../../tenancy/tenant-repository';
import type { JobDetails } from './job-details';
import { JobKindRegistry } from './job-kind.registry';
import { JobOutcomesService } from './job-outcomes.service';
import type { JobRow } from './job-row.entity';
import { JobWorker } from './job-worker';
import { ENDED_JOB_COLUMNS, Job, type JobResult } from './job.entity';
import {
  JobHasNoFileError,
  JobNotOpenError,
  JobNotRetryableError,
  JobNotUndoableError,
  ResultGoneError,
  ResultAccessChangedError,
} from './job.errors';

/** Lifetime of a download address of the object storage. */
const DOWNLOAD_LINK_SECONDS = 300;

/** A job as the API returns it; `error_facts` fill the error text. */
export type JobView = BackgroundJobRow & { error_facts: JobDetails; result: JobResultResponse | null };

/** Background jobs: start, list, cancel, undo, retry, and the result file. */
@Injectable()
export class JobsService extends ResourceReadService<Job, typeof jobs, JobView> {
  constructor(
    @InjectResourceContext(Job) context: ResourceContext<Job>,
    private readonly outcomes: JobOutcomesService,
    private readonly kinds: JobKindRegistry,
    private readonly worker: JobWorker,
    private readonly tenantFactory: TenantFactory,
    private readonly fileStorage: FileStorage,
    private readonly live: LiveEventsService,
    private readonly traceService: TraceService,
  ) {
    super(context);
  }

  /**
   * Creates a job in the caller's transaction, or in its own.
   * @param total number of rows; null: unknown
   * @param slot place and digest of limited jobs (limited-jobs.service.ts) @returns the id
   */
  async enqueue(
    tenant: Tenant,
    kind: JobKindName,
    payload: object,
    total: number | null,
    slot: Pick<Job, 'place' | 'question'> = { place: null, question: null },
  ): Promise<string> {
    const { lane } = this.kinds.get(kind);
    const now = this.context.clock.now();
    const job_id = newId(now);
    const counts = { done: 0, changed: 0, unchanged: 0, left_out: 0, undone: 0, attempts: 0 };
    const emptyColumns = {
      lease_owner: null,
      mark: null,
      error_code: null,
      error_facts: null,
      started_at: null,
      ended_at: null,
      cancel_asked_at: null,
      undo_until: null,
      result_file: null,
      result: null,
      result_until: null,
    };
    await this.context.transactions.run(async () => {
      const queueColumns = {
        kind,
        lane,
        state: 'queued',
        phase: 'work',
        queue: lane,
        due_at: now,
        run_after: now,
      } as const;
      this.live.publish(tenant, { kind: 'job', resource: 'jobs', id: job_id, account_id: null });
      await this.context.records.insert(tenant, {
        ...queueColumns,
        ...counts,
        ...emptyColumns,
        ...slot,
        job_id,
        total,
        created_by: getActorId(tenant.actor),
        trace: this.traceService.currentTraceparent,
      });
      await this.outcomes.saveInput(tenant, job_id, payload);
      const { customer_id } = tenant;
      this.context.transactions.afterCommit(() => this.worker.wake({ customer_id, job_id, lane }));
    });
    return job_id;
  }

  /** Row results: all changes, and at most ten thousand of the others. @throws NotFoundError */
  async rowsOf(
    tenant: Tenant,
    job_id: string,
    request: ListRequest<JobRow>,
  ): Promise<ListPage<JobResultRow & JobOutcomeExtra>> {
    const job = await this.record(tenant, job_id);
    const page = await this.outcomes.page(await this.tenantOf(tenant, job), job_id, request);
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...rowOf(jobRows, row),
        record_id: row.record_id,
        facts: row.facts ?? {},
      })),
    };
  }

  /** The file, or its address in the object storage. @throws as `requireResult` */
  async file(tenant: Tenant, job_id: string): Promise<DownloadFile | string> {
    const { key, result } = await this.requireResult(tenant, job_id);
    const url = await this.fileStorage.createReadUrl(key, DOWNLOAD_LINK_SECONDS, result.file_name);
    if (url !== null) return url;
    if (!(await this.fileStorage.head(key))) throw new ResultGoneError();
    return { ...result, sha256: Buffer.from(result.sha256, 'hex'), content: await this.fileStorage.get(key) };
  }

  /** Address in the object storage; null: the storage has no addresses. @throws as `requireResult` */
  async fileLink(tenant: Tenant, job_id: string): Promise<string | null> {
    const { key, result } = await this.requireResult(tenant, job_id);
    return this.fileStorage.createReadUrl(key, DOWNLOAD_LINK_SECONDS, result.file_name);
  }

  /**
   * Result file, only for the account that requested it.
   * @throws NotFoundError, JobHasNoFileError, ResultGoneError, ResultAccessChangedError
   */
  private async requireResult(tenant: Tenant, job_id: string): Promise<{ key: string; result: JobResult }> {
    const { created_by, state, result, result_file: key, result_until } = await this.record(tenant, job_id);
    if (created_by === null || created_by !== tenant.actor.account_id) throw new NotFoundError(this.noun);
    if (!result) throw new JobHasNoFileError(state);
    if (key === null || this.context.clock.now() >= (result_until ?? 0)) throw new ResultGoneError();
    if (result.seen_as !== visibilityKey(tenant)) throw new ResultAccessChangedError();
    return { key, result };
  }

  /**
   * Ends a waiting job at once and a running one after its batch. Idempotent.
   * @throws NotFoundError, JobNotOpenError
   */
  async cancel(tenant: Tenant, job_id: string): Promise<JobView> {
    const cancel_asked_at = this.context.clock.now();
    return this.runCommand(tenant, job_id, 'cancel', async (job) => {
      const openWhere = { job_id, state: ['queued', 'running'], phase: 'work' } as const;
      const cancelledColumns = { ...ENDED_JOB_COLUMNS, state: 'cancelled', ended_at: cancel_asked_at } as const;
      // Never started: ends at once.
      const notStarted = { ...openWhere, state: 'queued', lease_owner: null, mark: null } as const;
      if (await this.context.records.update(tenant, notStarted, cancelledColumns)) return;
      // Started and released: due at once, so that a worker ends it now.
      const dueNowColumns = { cancel_asked_at, question: null, due_at: cancel_asked_at };
      this.context.transactions.afterCommit(() => this.worker.wake(job));
      if (await this.context.records.update(tenant, { ...openWhere, lease_owner: null }, dueNowColumns)) return;
      const requestColumns = { cancel_asked_at, question: null };
      if (!(await this.context.records.update(tenant, openWhere, requestColumns))) throw new JobNotOpenError(job.state);
    });
  }

  /** Reverts the changes that were not changed again since, as a job. @throws NotFoundError, JobNotUndoableError */
  async undo(tenant: Tenant, job_id: string): Promise<JobView> {
    return this.runCommand(tenant, job_id, 'undo', async (job) => {
      const now = this.context.clock.now();
      const undoableWhere = { job_id, state: UNDOABLE_JOB_STATES, phase: 'work', undo_until: { gt: now } } as const;
      const undoColumns = {
        ...({ state: 'undoing', phase: 'undo', mark: null, done: 0, total: job.changed } as const),
        ...this.requeueColumns(job, now),
      };
      if (!(await this.context.records.update(tenant, undoableWhere, undoColumns)))
        throw new JobNotUndoableError(job.state);
      this.context.transactions.afterCommit(() => this.worker.wake(job));
    });
  }

  /** Continues where the job stopped. @throws NotFoundError, JobNotRetryableError */
  async retry(tenant: Tenant, job_id: string): Promise<JobView> {
    return this.runCommand(tenant, job_id, 'retry', async (job) => {
      const failedWhere = { job_id, state: ['dead', 'failed'] } as const;
      const state = job.phase === 'undo' ? 'undoing' : 'queued';
      const retryColumns = { state, ...this.requeueColumns(job, this.context.clock.now()) } as const;
      if (!(await this.context.records.update(tenant, failedWhere, retryColumns)))
        throw new JobNotRetryableError(job.state);
      this.context.transactions.afterCommit(() => this.worker.wake(job));
    });
  }

  protected override row(_tenant: Tenant, record: Job): JobView {
    return {
      ...rowOf(this.definition, record),
      error_facts: record.error_facts ?? {},
      result: toJobResult(record),
    };
  }

  /** Admins see all jobs of the customer, users their own, API keys the imports that they started. */
  protected override restrictToVisible({ actor, scope }: Tenant, where: Where<Job>): Where<Job> {
    if (actor.api_key_id) return { anyOf: [where], created_by: actor.api_key_id, kind: 'import' } as Where<Job>;
    if (scope.kind === 'all') return where;
    return { anyOf: [where], created_by: actor.account_id ?? [] } as unknown as Where<Job>;
  }

  private requeueColumns({ lane }: Job, now: number): Partial<Job> {
    const clearedColumns = { attempts: 0, error_code: null, error_facts: null, ended_at: null, cancel_asked_at: null };
    return { ...clearedColumns, queue: lane, due_at: now, run_after: now, lease_owner: null };
  }

  /** One transaction with an audit event in the trail of the job's customer. @returns the job after the change */
  private runCommand(
    tenant: Tenant,
    job_id: string,
    action: string,
    work: (job: Job) => Promise<void>,
  ): Promise<JobView> {
    return this.context.transactions.run(async () => {
      const job = await this.record(tenant, job_id);
      await work(job);
      await this.audit(tenant, action, job_id, { state: job.state }, { kind: job.kind }, job);
      return this.one(tenant, job_id);
    });
  }

  /** Platform staff see jobs of all customers; rows are read as the customer of the job. */
  private tenantOf(tenant: Tenant, { customer_id }: Job): Promise<Tenant> | Tenant {
    return tenant.isAcrossAll ? this.tenantFactory.forSystem(customer_id) : tenant;
  }
}

const toJobResult = ({ result, result_file }: Job): JobResultResponse | null => {
  if (!result) return null;
  const { file_name, bytes, rows, sha256 } = result;
  return { file_name, bytes, rows, sha256, is_kept: result_file !== null };
};
