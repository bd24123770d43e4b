import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { Files } from '../platform/files/files';
import { idFromBytes, newId } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { JobKinds, type DoneWork, type Making } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TenantQueries } from '../tenancy/tenant-queries';
import { Tenants } from '../tenancy/tenants';
import { Ffmpeg } from './ffmpeg';
import { copied, type Probed } from './hls';
import { copiedIn, described, SCRATCH } from './stream-copy';
import { StreamedVideo } from './streamed-video.entity';
import { streamKey, videoKey } from './video-files';
import { VideoRendition } from './video-rendition.entity';
import { VideoStream } from './video-stream.entity';

const KIND = 'video_stream';
const SWEEP = 'video-streams';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AT_A_TIME = 20;

interface Order {
  file_id: string;
}
interface Waiting {
  customer_id: number;
  file_id: Uint8Array;
  state: string;
}

/**
 * Uploaded MP4 files as HLS (RFC 8216), by a process that has ffmpeg: whatever waits is found, also what was uploaded before
 * there was one. Until then, and where there is none, the file itself plays.
 */
@Injectable()
export class VideoStreams implements OnModuleInit {
  constructor(
    @Records(StreamedVideo) private readonly videos: TenantRepository<StreamedVideo>,
    @Records(VideoStream) private readonly streams: TenantRepository<VideoStream>,
    @Records(VideoRendition) private readonly renditions: TenantRepository<VideoRendition>,
    private readonly ffmpeg: Ffmpeg,
    private readonly files: Files,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly queries: TenantQueries,
    private readonly tenants: Tenants,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.ffmpeg.isThere)
      this.kinds.register<Order>(KIND, { lane: 'video', work: (order, making) => this.make(order, making) });
    // By every process: what one of them has taken is not there for the others.
    this.sweeper.register<true>({
      name: SWEEP,
      every: MINUTE,
      first: 0,
      batch: (_, round) => this.settleSome(round),
    });
  }

  /** It may be streamed from now on. In the caller's transaction. */
  async begin(tenant: Tenant, file_id: string): Promise<void> {
    await this.videos.insertMissing(tenant, [{ file_id, state: 'due' }]);
    this.transactions.afterCommit(() => this.sweeper.wake(SWEEP));
  }

  /** Nobody plays it any more: its streams are swept. In the caller's transaction. */
  async end(tenant: Tenant, file_id: string): Promise<void> {
    await this.videos.update(tenant, { file_id }, { state: 'over' });
  }

  /** Of an upload, if there are any yet; without their lists, which are long. */
  of(tenant: Tenant, file_id: string): Promise<Omit<VideoStream, 'playlist'>[]> {
    return this.streams.find(tenant, { file_id });
  }

  async playlistOf(tenant: Tenant, stream_id: string): Promise<string> {
    const [row] = await this.queries.rows<{ playlist: string }>(
      tenant,
      'SELECT v.playlist FROM video_stream v WHERE v.customer_id = :customer_id AND v.stream_id = :stream_id',
      { stream_id },
    );
    if (!row) throw new NotFound('stream');
    return row.playlist;
  }

  /** What waits is ordered, what is over goes. */
  private async settleSome(round: Round): Promise<true | null> {
    await this.forgetScratch();
    // Across organisations, so no tenant repository: the ids lead to a tenant each.
    const found = await this.database.rows<Waiting>(
      `SELECT customer_id, file_id, state FROM streamed_video WHERE state IN (?, ?)
       ORDER BY state, customer_id, file_id LIMIT ${AT_A_TIME}`,
      ['over', this.ffmpeg.isThere ? 'due' : 'over'],
    );
    let failed = 0;
    for (const { customer_id, file_id: bytes, state } of found) {
      if (!(await round.goesOn())) return null;
      const file_id = idFromBytes(bytes);
      try {
        const tenant = await this.tenants.forSystem(customer_id);
        await (state === 'due' ? this.order(tenant, file_id) : this.forget(tenant, file_id));
      } catch (error) {
        failed += 1;
        round.failed(error, { customer_id, file_id });
      }
    }
    round.did(found.length - failed);
    return found.length === AT_A_TIME && failed === 0 ? true : null;
  }

  private order(tenant: Tenant, file_id: string): Promise<void> {
    return this.transactions.run(async () => {
      if (await this.videos.update(tenant, { file_id, state: 'due' }, { state: 'asked' }))
        await this.jobs.enqueue(tenant, KIND, { file_id }, 1);
    });
  }

  private async forget(tenant: Tenant, file_id: string): Promise<void> {
    for (const { stream_id } of await this.streams.find(tenant, { file_id })) {
      await this.files.remove(streamKey(tenant.customer_id, stream_id));
      await this.transactions.run(() => this.streams.remove(tenant, { stream_id }));
    }
    await this.transactions.run(async () => {
      await this.renditions.remove(tenant, { file_id });
      await this.videos.remove(tenant, { file_id, state: 'over' });
    });
  }

  /** @throws Error what ffmpeg says, StorageAway */
  private async make({ file_id }: Order, { customer_id, signal }: Making): Promise<DoneWork> {
    const tenant = await this.tenants.forSystem(customer_id);
    const folder = await mkdtemp(join(this.config.dataFolder, SCRATCH));
    const over = () => rm(folder, { recursive: true, force: true });
    try {
      const source = join(folder, 'source.mp4');
      await pipeline(await this.files.get(videoKey(customer_id, file_id, 'mp4')), createWriteStream(source), {
        signal,
      });
      const picture = copied((await this.ffmpeg.probe(source, signal)) as Probed);
      if (!picture) return this.nothing(tenant, file_id, over);
      const stream_id = newId(this.clock.now());
      const made = await copiedIn(this.ffmpeg, { source, folder, signal });
      if (!made) return this.nothing(tenant, file_id, over);
      const stream = { stream_id, file_id, ...(await described(made, stream_id, picture)) };
      return {
        file: { key: streamKey(customer_id, stream_id), content: createReadStream(made.fragments) },
        keep: async () => {
          const isWanted = await this.videos.update(tenant, { file_id, state: 'asked' }, { state: 'made' });
          if (!isWanted) throw new NotFound('video');
          await this.streams.insert(tenant, stream);
        },
        isKept: async () => (await this.streams.one(tenant, { stream_id })) !== null,
        over,
      };
    } catch (error) {
      await over();
      throw error;
    }
  }

  private nothing(tenant: Tenant, file_id: string, over: () => Promise<void>): DoneWork {
    const keep = () => this.videos.update(tenant, { file_id, state: 'asked' }, { state: 'none' });
    return { keep: async () => void (await keep()), isKept: () => Promise.resolve(false), over };
  }

  /** What a process that was killed has left. */
  private async forgetScratch(): Promise<void> {
    const names = await readdir(this.config.dataFolder).catch(() => []);
    for (const name of names.filter((each) => each.startsWith(SCRATCH))) {
      const path = join(this.config.dataFolder, name);
      const found = await stat(path).catch(() => null);
      if (found && this.clock.now() - found.mtimeMs > DAY) await rm(path, { recursive: true, force: true });
    }
  }
}
