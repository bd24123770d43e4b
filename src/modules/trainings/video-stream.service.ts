import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Config } from '../../infrastructure/config/config';
import { Database } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { idFromBytes, newId } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { JobKindRegistry, type WorkOutput, type JobContext } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { FfmpegRunner } from './ffmpeg.runner';
import { findCopyablePicture, type ProbeResult } from './hls';
import { copyToHls, describeStream, SCRATCH_PREFIX } from './hls-conversion';
import { StreamedVideo } from './streamed-video.entity';
import { streamKey, videoKey } from './video-file.store';
import { VideoRendition } from './video-rendition.entity';
import { VideoStream } from './video-stream.entity';

const KIND = 'video_stream';
const JOB_NAME = 'video-streams';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BATCH_SIZE = 20;

interface StreamPayload {
  file_id: string;
}
interface WaitingRow {
  customer_id: number;
  file_id: Uint8Array;
  state: string;
}

/**
 * Converts uploaded MP4 files to HLS (RFC 8216) on processes with ffmpeg, including earlier uploads. Without a
 * stream, the file itself is played.
 */
@Injectable()
export class VideoStreamService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(StreamedVideo) private readonly videos: TenantRepository<StreamedVideo>,
    @InjectTenantRepository(VideoStream) private readonly streams: TenantRepository<VideoStream>,
    @InjectTenantRepository(VideoRendition) private readonly renditions: TenantRepository<VideoRendition>,
    private readonly ffmpegRunner: FfmpegRunner,
    private readonly fileStorage: FileStorage,
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly queries: TenantQueries,
    private readonly tenantFactory: TenantFactory,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.ffmpegRunner.isAvailable)
      this.kinds.register<StreamPayload>(KIND, {
        lane: 'video',
        work: (enqueueJob, making) => this.createStream(enqueueJob, making),
      });
    // Runs in every process with ffmpeg; state changes prevent double work.
    this.scheduler.register<true>({
      name: JOB_NAME,
      intervalMs: MINUTE_MS,
      initialDelayMs: 0,
      runBatch: (_, run) => this.processDue(run),
    });
  }

  /** Marks the file for streaming. Runs in the caller's transaction. */
  async requestStream(tenant: Tenant, file_id: string): Promise<void> {
    await this.videos.insertMissing(tenant, [{ file_id, state: 'due' }]);
    this.transactions.afterCommit(() => this.scheduler.trigger(JOB_NAME));
  }

  /** Marks the streams for deletion. Runs in the caller's transaction. */
  async markObsolete(tenant: Tenant, file_id: string): Promise<void> {
    await this.videos.update(tenant, { file_id }, { state: 'over' });
  }

  /** Without the playlists, which are large. */
  findByFile(tenant: Tenant, file_id: string): Promise<Omit<VideoStream, 'playlist'>[]> {
    return this.streams.find(tenant, { file_id });
  }

  async playlistOf(tenant: Tenant, stream_id: string): Promise<string> {
    const [row] = await this.queries.rows<{ playlist: string }>(
      tenant,
      'SELECT v.playlist FROM video_stream v WHERE v.customer_id = :customer_id AND v.stream_id = :stream_id',
      { stream_id },
    );
    if (!row) throw new NotFoundError('stream');
    return row.playlist;
  }

  /** Enqueues due videos and deletes obsolete ones. */
  private async processDue(run: JobRun): Promise<true | null> {
    await this.removeStaleFolders();
    // Spans customers, so it uses no tenant repository.
    const waiting = await this.database.rows<WaitingRow>(
      `SELECT customer_id, file_id, state FROM streamed_video WHERE state IN (?, ?)
       ORDER BY state, customer_id, file_id LIMIT ${BATCH_SIZE}`,
      ['over', this.ffmpegRunner.isAvailable ? 'due' : 'over'],
    );
    let failures = 0;
    for (const { customer_id, file_id: bytes, state } of waiting) {
      if (!(await run.shouldContinue())) return null;
      const file_id = idFromBytes(bytes);
      try {
        const tenant = await this.tenantFactory.forSystem(customer_id);
        await (state === 'due' ? this.enqueueJob(tenant, file_id) : this.deleteVideo(tenant, file_id));
      } catch (error) {
        failures += 1;
        run.recordFailure(error, { customer_id, file_id });
      }
    }
    run.countProcessed(waiting.length - failures);
    return waiting.length === BATCH_SIZE && failures === 0 ? true : null;
  }

  private enqueueJob(tenant: Tenant, file_id: string): Promise<void> {
    return this.transactions.run(async () => {
      if (await this.videos.update(tenant, { file_id, state: 'due' }, { state: 'asked' }))
        await this.jobsService.enqueue(tenant, KIND, { file_id }, 1);
    });
  }

  private async deleteVideo(tenant: Tenant, file_id: string): Promise<void> {
    for (const { stream_id } of await this.streams.find(tenant, { file_id })) {
      await this.fileStorage.remove(streamKey(tenant.customer_id, stream_id));
      await this.transactions.run(() => this.streams.remove(tenant, { stream_id }));
    }
    await this.transactions.run(async () => {
      await this.renditions.remove(tenant, { file_id });
      await this.videos.remove(tenant, { file_id, state: 'over' });
    });
  }

  /** @throws Error of ffmpeg, StorageUnavailableError */
  private async createStream({ file_id }: StreamPayload, { customer_id, signal }: JobContext): Promise<WorkOutput> {
    const tenant = await this.tenantFactory.forSystem(customer_id);
    const folder = await mkdtemp(join(this.config.dataFolder, SCRATCH_PREFIX));
    const over = () => rm(folder, { recursive: true, force: true });
    try {
      const source = join(folder, 'source.mp4');
      await pipeline(await this.fileStorage.get(videoKey(customer_id, file_id, 'mp4')), createWriteStream(source), {
        signal,
      });
      const picture = findCopyablePicture((await this.ffmpegRunner.probe(source, signal)) as ProbeResult);
      if (!picture) return this.withoutResult(tenant, file_id, over);
      const stream_id = newId(this.clock.now());
      const files = await copyToHls(this.ffmpegRunner, { source, folder, signal });
      if (!files) return this.withoutResult(tenant, file_id, over);
      const stream = { stream_id, file_id, ...(await describeStream(files, stream_id, picture)) };
      return {
        file: { key: streamKey(customer_id, stream_id), content: createReadStream(files.fragments) },
        commit: async () => {
          const isWanted = await this.videos.update(tenant, { file_id, state: 'asked' }, { state: 'made' });
          if (!isWanted) throw new NotFoundError('video');
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

  private withoutResult(tenant: Tenant, file_id: string, over: () => Promise<void>): WorkOutput {
    const keep = () => this.videos.update(tenant, { file_id, state: 'asked' }, { state: 'none' });
    return { commit: async () => void (await keep()), isStored: () => Promise.resolve(false), dispose: over };
  }

  /** Temporary folders of killed processes. */
  private async removeStaleFolders(): Promise<void> {
    const names = await readdir(this.config.dataFolder).catch(() => []);
    for (const name of names.filter((each) => each.startsWith(SCRATCH_PREFIX))) {
      const path = join(this.config.dataFolder, name);
      const stats = await stat(path).catch(() => null);
      if (stats && this.clock.now() - stats.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
    }
  }
}
