import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RENDITION_HEIGHTS, type RenditionHeight, type RenditionsResponse } from '../../contract/training.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { Database } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { WrongStatusError } from '../../common/errors/record.errors';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { idFromBytes, newId } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { LedgerLocks } from '../staff/ledger-locks';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { JobKindRegistry, type WorkOutput, type JobContext } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { FfmpegRunner } from './ffmpeg.runner';
import { describeStream, encodeToHls, SCRATCH_PREFIX } from './hls-conversion';
import { RenditionSpending } from './rendition-spending.entity';
import { StreamedVideo } from './streamed-video.entity';
import { NotStreamedError, RenditionLimitError } from './training.errors';
import { TrainingsService } from './trainings.service';
import { streamKey, videoKey } from './video-file.store';
import { VideoRendition } from './video-rendition.entity';
import { VideoStream } from './video-stream.entity';

const KIND = 'video_rendition';
const JOB_NAME = 'video-renditions';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BATCH_SIZE = 20;
/** Fixed lock id: serialises requests of one customer, so that each sees what the others spend. */
const SPENDING_LOCK_ID = '00000000-0000-7000-8000-000000000002';

interface RenditionPayload {
  file_id: string;
  height: number;
}
interface WaitingRow {
  customer_id: number;
  file_id: Uint8Array;
  height: number;
}

/**
 * Smaller renditions for slow networks and small screens. Encoding takes about as long as the video, so renditions
 * are made on request, within a daily limit per customer (RENDITION_MINUTES).
 */
@Injectable()
export class VideoRenditionService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(VideoRendition) private readonly renditions: TenantRepository<VideoRendition>,
    @InjectTenantRepository(StreamedVideo) private readonly videos: TenantRepository<StreamedVideo>,
    @InjectTenantRepository(VideoStream) private readonly streams: TenantRepository<VideoStream>,
    @InjectTenantRepository(RenditionSpending) private readonly spendings: TenantRepository<RenditionSpending>,
    private readonly locks: LedgerLocks,
    private readonly trainings: TrainingsService,
    private readonly ffmpegRunner: FfmpegRunner,
    private readonly fileStorage: FileStorage,
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly queries: TenantQueries,
    private readonly tenantFactory: TenantFactory,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.ffmpegRunner.isAvailable)
      this.kinds.register<RenditionPayload>(KIND, {
        lane: 'video',
        work: (enqueueJob, making) => this.encode(enqueueJob, making),
      });
    this.scheduler.register<true>({
      name: JOB_NAME,
      intervalMs: MINUTE_MS,
      initialDelayMs: 0,
      runBatch: (_, run) => this.processDue(run),
    });
  }

  /** @throws NotFoundError, WrongStatusError, NotStreamedError */
  async list(tenant: Tenant, training_id: string): Promise<RenditionsResponse> {
    const { source, requested } = await this.source(tenant, training_id);
    const stale = this.clock.now() - DAY_MS;
    const currentState = (height: number): RenditionsResponse['renditions'][number]['state'] => {
      const rendition = requested.find((each) => each.height === height);
      const state = rendition && isStalled(rendition, stale) ? 'none' : (rendition?.state ?? 'offered');
      return state === 'due' ? 'asked' : (state as 'offered' | 'asked' | 'made' | 'none');
    };
    const heights = RENDITION_HEIGHTS.filter((height) => height < source.height);
    const minutes_left = Math.max(0, Math.floor((this.budget - (await this.spent(tenant))) / MINUTE_MS));
    return { renditions: heights.map((height) => ({ height, state: currentState(height) })), minutes_left };
  }

  /** Existing or pending renditions are ignored. @throws NotFoundError, WrongStatusError, NotStreamedError, RenditionLimitError */
  async request(tenant: Tenant, training_id: string, heights: readonly RenditionHeight[]): Promise<RenditionsResponse> {
    await this.transactions.run(async () => {
      // Concurrent requests of the customer wait here, for any video, and count this one.
      await this.locks.acquire(tenant, [SPENDING_LOCK_ID]);
      const { file_id, source, requested } = await this.source(tenant, training_id);
      if (!(await this.videos.update(tenant, { file_id, state: 'made' }, { state: 'made' })))
        throw new NotStreamedError();
      const stale = this.clock.now() - DAY_MS;
      const isAvailable = (height: number) =>
        requested.some((each) => each.height === height && each.state !== 'none' && !isStalled(each, stale));
      const newHeights = [...new Set(heights)].filter((height) => height < source.height && !isAvailable(height));
      if (newHeights.length === 0) return;
      const { duration_ms } = source;
      const cost = newHeights.length * duration_ms;
      if ((await this.spent(tenant)) + cost > this.budget) throw new RenditionLimitError(this.config.renditionMinutes);
      await this.spendings.remove(tenant, { asked_at: { lte: stale } });
      const spending = { asked_at: this.clock.now(), duration_ms: cost };
      await this.spendings.insertOrAdd(tenant, [spending], 'duration_ms', cost);
      const repeated = requested
        .filter(({ height }) => newHeights.some((each) => each === height))
        .map(({ height }) => height);
      if (repeated.length)
        await this.renditions.update(tenant, { file_id, height: repeated }, { state: 'due', duration_ms });
      const rows = newHeights.map((height) => ({ file_id, height, state: 'due', duration_ms }));
      await this.renditions.insertMissing(tenant, rows);
      await this.audit.record(
        buildAuditEntry(tenant, 'training.renditions', training_id, null, { heights: newHeights }),
      );
      this.transactions.afterCommit(() => this.scheduler.trigger(JOB_NAME));
    });
    return this.list(tenant, training_id);
  }

  private get budget(): number {
    return this.config.renditionMinutes * MINUTE_MS;
  }

  /** Milliseconds of video requested within a day, whatever the result. */
  private async spent(tenant: Tenant): Promise<number> {
    const [row] = await this.queries.rows<{ spent: number | string | null }>(
      tenant,
      `SELECT SUM(s.duration_ms) AS spent FROM rendition_spending s
       WHERE s.customer_id = :customer_id AND s.asked_at > :since`,
      { since: this.clock.now() - DAY_MS },
    );
    return Number(row?.spent ?? 0);
  }

  /** The original stream and the requested renditions. */
  private async source(tenant: Tenant, training_id: string) {
    const { type, video_file_id: file_id } = await this.trainings.record(tenant, training_id);
    if (type !== 'video') throw new WrongStatusError('renditions', type);
    const requested = file_id ? await this.renditions.find(tenant, { file_id }) : [];
    const streams = file_id ? await this.streams.find(tenant, { file_id }) : [];
    const source = streams.find(({ height }) => !requested.some((each) => each.height === height));
    if (!file_id || !source) throw new NotStreamedError();
    return { file_id, source, requested };
  }

  /** Enqueues due renditions if ffmpeg is available; otherwise gives them up after a day. */
  private async processDue(run: JobRun): Promise<true | null> {
    const { isAvailable: isThere } = this.ffmpegRunner;
    const updatedBefore = this.clock.now() - (isThere ? 0 : DAY_MS);
    // Spans customers, so it uses no tenant repository.
    const waiting = await this.database.rows<WaitingRow>(
      `SELECT customer_id, file_id, height FROM video_rendition WHERE state = ? AND updated_at <= ?
       ORDER BY state, customer_id, file_id, height LIMIT ${BATCH_SIZE}`,
      ['due', updatedBefore],
    );
    let failures = 0;
    for (const { customer_id, file_id: bytes, height } of waiting) {
      if (!(await run.shouldContinue())) return null;
      const file_id = idFromBytes(bytes);
      try {
        const tenant = await this.tenantFactory.forSystem(customer_id);
        await (isThere
          ? this.enqueueJob(tenant, { file_id, height })
          : this.markUnavailable(tenant, { file_id, height }));
      } catch (error) {
        failures += 1;
        run.recordFailure(error, { customer_id, file_id });
      }
    }
    run.countProcessed(waiting.length - failures);
    return waiting.length === BATCH_SIZE && failures === 0 ? true : null;
  }

  private enqueueJob(tenant: Tenant, enqueueJob: RenditionPayload): Promise<void> {
    return this.transactions.run(async () => {
      if (await this.renditions.update(tenant, { ...enqueueJob, state: 'due' }, { state: 'asked' }))
        await this.jobsService.enqueue(tenant, KIND, enqueueJob, 1);
    });
  }

  private async markUnavailable(tenant: Tenant, enqueueJob: RenditionPayload): Promise<void> {
    await this.transactions.run(() =>
      this.renditions.update(tenant, { ...enqueueJob, state: 'due' }, { state: 'none' }),
    );
  }

  /** @throws StorageUnavailableError */
  private async encode(
    { file_id, height }: RenditionPayload,
    { customer_id, signal }: JobContext,
  ): Promise<WorkOutput> {
    const tenant = await this.tenantFactory.forSystem(customer_id);
    const folder = await mkdtemp(join(this.config.dataFolder, SCRATCH_PREFIX));
    const over = () => rm(folder, { recursive: true, force: true });
    try {
      const source = join(folder, 'source.mp4');
      await pipeline(await this.fileStorage.get(videoKey(customer_id, file_id, 'mp4')), createWriteStream(source), {
        signal,
      });
      const [{ duration_ms } = { duration_ms: 0 }] = await this.renditions.find(tenant, { file_id, height });
      const files = await encodeToHls(this.ffmpegRunner, { source, folder, signal, height, duration_ms });
      if (!files) return this.withoutResult(tenant, { file_id, height }, over);
      const stream_id = newId(this.clock.now());
      const stream = { stream_id, file_id, ...(await describeStream(files, stream_id, files.picture)), height };
      return {
        file: { key: streamKey(customer_id, stream_id), content: createReadStream(files.fragments) },
        commit: async () => {
          const isStillPlayed = await this.videos.update(tenant, { file_id, state: 'made' }, { state: 'made' });
          const enqueueJob = { file_id, height, state: 'asked' };
          if (!isStillPlayed || !(await this.renditions.update(tenant, enqueueJob, { state: 'made' })))
            throw new NotFoundError('video');
          await this.streams.insert(tenant, stream);
        },
        isStored: async () => (await this.streams.findOne(tenant, { stream_id })) !== null,
        dispose: over,
      };
    } catch (error) {
      await over();
      throw error;
    }
  }

  private withoutResult(tenant: Tenant, enqueueJob: RenditionPayload, over: () => Promise<void>): WorkOutput {
    const keep = () => this.renditions.update(tenant, { ...enqueueJob, state: 'asked' }, { state: 'none' });
    return { commit: async () => void (await keep()), isStored: () => Promise.resolve(false), dispose: over };
  }
}

/** The job was stopped: no result for a day. */
const isStalled = ({ state, updated_at }: VideoRendition, stale: number): boolean =>
  state === 'asked' && updated_at < stale;
