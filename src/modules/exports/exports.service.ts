import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SYNC_EXPORT_LIMITS, type ExportFormat } from '../../contract/exports';
import type { JobStartedResponse } from '../../contract/job.responses';
import type { Language } from '../../contract/languages';
import type { Role } from '../../contract/resource';
import { BackgroundActorsService } from '../identity/background-actors.service';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import type { RawQuery } from '../../infrastructure/rest/list-query';
import type { DownloadFile } from '../../common/rest/file-response';
import { ReplicaReadService } from '../../infrastructure/replica/replica-read.service';
import { LimitedJobsService, type JobLimit } from '../background-jobs/limited-jobs.service';
import { JobKindRegistry, type FileOutput, type JobContext } from '../background-jobs/job-kind.registry';
import { NotAllowedError } from '../../tenancy/tenancy.errors';
import { visibilityKey, type Tenant } from '../../tenancy/tenant';
import { ExportFileFactory, type ExportContent } from './export-file.factory';
import { OPEN_EXPORTS_MAX, TooManyExportsError } from './export.errors';
import { ScreenTexts } from './screen-texts';

export interface ExportRequest {
  /** Name of the registered source. */
  readonly source: string;
  readonly query: RawQuery;
  readonly format: ExportFormat;
  readonly language: Language;
  /** CSV only: language of the spreadsheet that opens it; omitted: for programs. */
  readonly csv_for?: Language | undefined;
}
export interface ExportContext extends Pick<ExportRequest, 'query' | 'format' | 'csv_for'> {
  readonly tenant: Tenant;
  readonly texts: ScreenTexts;
  /** `at_once`: large exports throw ExportTooLargeError; `whole`: no job possible; `job`: runs as a job. */
  readonly mode: 'at_once' | 'whole' | 'job';
}
export interface ExportSource {
  readonly read: readonly Role[];
  /** Validates the query and applies the permissions of the current user. @throws ExportTooLargeError, AppError */
  buildContent(context: ExportContext): Promise<ExportContent>;
}
type Payload = ExportRequest & { readonly is_strong: boolean };

/** Turns the export into a background job. */
export class ExportTooLargeError extends Error {}

const JOB_KIND = 'export';

/**
 * Runs all exports: small ones immediately, large ones as a background job. API keys and platform staff have no jobs;
 * they get everything at once, within the time limit of a report.
 */
@Injectable()
export class ExportsService implements OnModuleInit {
  private readonly sources = new Map<string, ExportSource>();

  constructor(
    private readonly fileFactory: ExportFileFactory,
    private readonly kinds: JobKindRegistry,
    private readonly jobs: LimitedJobsService,
    private readonly actors: BackgroundActorsService,
    private readonly replicaReads: ReplicaReadService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<Payload>(JOB_KIND, {
      lane: JOB_KIND,
      make: (request, jobContext) => this.make(request, jobContext),
    });
  }

  /** Call it in the module's onModuleInit. */
  register(name: string, source: ExportSource): void {
    if (this.sources.has(name)) throw new Error(`The export "${name}" is registered twice`);
    this.sources.set(name, source);
  }

  /**
   * Returns the file, or the job that creates it. Repeating a request while its job is open returns the same job.
   * @throws AppError, TooSlowError, TooManyExportsError
   */
  async request(tenant: Tenant, request: ExportRequest): Promise<DownloadFile | JobStartedResponse> {
    const texts = await ScreenTexts.load(request.language);
    const mode = tenant.actor.kind === 'customer' ? 'at_once' : 'whole';
    try {
      const content = await this.sourceNamed(request.source).buildContent({ ...request, tenant, texts, mode });
      const most =
        mode === 'whole'
          ? Infinity
          : Math.min(SYNC_EXPORT_LIMITS.rows, SYNC_EXPORT_LIMITS.cells / content.columns.length);
      const checkLimit = (rows: number) => {
        if (rows > most) throw new ExportTooLargeError();
      };
      return await this.fileFactory.file(tenant, request, texts, content, checkLimit);
    } catch (error) {
      if (!(error instanceof ExportTooLargeError)) throw error;
    }
    const payload: Payload = { ...request, is_strong: tenant.actor.is_strong };
    const options: JobLimit = { question: this.fingerprint(tenant, payload), maxOpen: OPEN_EXPORTS_MAX };
    const job_id = await this.jobs.enqueue(tenant, JOB_KIND, payload, options);
    if (job_id === null) throw new TooManyExportsError();
    return { job_id };
  }

  /** Uses the requester's current permissions. @throws RequesterGoneError, NotAllowedError, AppError */
  private async make({ is_strong, ...request }: Payload, jobContext: JobContext): Promise<FileOutput> {
    const tenant = await this.actors.forAccount(jobContext.customer_id, jobContext.created_by, is_strong);
    const source = this.sourceNamed(request.source);
    if (!(source.read as readonly string[]).includes(tenant.actor.role)) throw new NotAllowedError();
    const texts = await ScreenTexts.load(request.language);
    const file = await this.replicaReads.runOnReplica(async () => {
      const content = await source.buildContent({ ...request, tenant, texts, mode: 'job' });
      const reportProgress = (rows: number) => {
        jobContext.signal.throwIfAborted();
        jobContext.onProgress(rows, content.total ?? null);
      };
      reportProgress(0);
      return this.fileFactory.createForJob(tenant, request, texts, content, reportProgress);
    });
    return { ...file, seen_as: visibilityKey(tenant) };
  }

  /** Fingerprint of account, visibility, query and current day of the customer, to find an open job. */
  private fingerprint(tenant: Tenant, { query, ...request }: Payload): Uint8Array {
    const { actor, time_zone } = tenant;
    const filters = Object.entries(query).filter(([key]) => key !== 'format' && key !== 'lang');
    const sortedFilters = filters.map(([key, value]) => [key, value].flat()).toSorted(([a], [b]) => (a! < b! ? -1 : 1));
    const requester = [actor.account_id, visibilityKey(tenant), dayAt(this.clock.now(), time_zone)];
    const { source, format, language, is_strong } = request;
    return createHash('sha256')
      .update(JSON.stringify([requester, source, format, language, is_strong, sortedFilters]))
      .digest();
  }

  private sourceNamed(name: string): ExportSource {
    const source = this.sources.get(name);
    if (!source) throw new Error(`Unknown export "${name}": register it in the module's onModuleInit`);
    return source;
  }
}
