import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RENDITION_HEIGHTS, type RenditionHeight, type Renditions } from '../contract/training-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { WrongStatus } from '../platform/errors/record-errors';
import { Files } from '../platform/files/files';
import { idFromBytes, newId } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { LedgerLocks } from '../staff/ledger-locks';
import { auditEntry } from '../tenancy/audit-entry';
import { JobKinds, type DoneWork, type Making } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Tenants } from '../tenancy/tenants';
import { Ffmpeg } from './ffmpeg';
import { described, encodedIn, SCRATCH } from './stream-copy';
import { RenditionSpending } from './rendition-spending.entity';
import { StreamedVideo } from './streamed-video.entity';
import { NotStreamed, RenditionsSpent } from './training.errors';
import { TrainingsService } from './trainings.service';
import { streamKey, videoKey } from './video-files';
import { VideoRendition } from './video-rendition.entity';
import { VideoStream } from './video-stream.entity';

const KIND = 'video_rendition';
const SWEEP = 'video-renditions';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AT_A_TIME = 20;
/** No person and no role: two who ask within one organisation wait for each other, or each would not see what the other spends. */
const SPENDING = '00000000-0000-7000-8000-000000000002';

interface Order {
  file_id: string;
  height: number;
}
interface Waiting {
  customer_id: number;
  file_id: Uint8Array;
  height: number;
}

/**
 * Smaller pictures of an uploaded video, for slow networks and small screens: encoding takes about as long as the video
 * itself, so somebody asks for each, and an organisation has so many minutes of it a day (RENDITION_MINUTES).
 */
@Injectable()
export class VideoRenditions implements OnModuleInit {
  constructor(
    @Records(VideoRendition) private readonly renditions: TenantRepository<VideoRendition>,
    @Records(StreamedVideo) private readonly videos: TenantRepository<StreamedVideo>,
    @Records(VideoStream) private readonly streams: TenantRepository<VideoStream>,
    @Records(RenditionSpending) private readonly spendings: TenantRepository<RenditionSpending>,
    private readonly locks: LedgerLocks,
    private readonly trainings: TrainingsService,
    private readonly ffmpeg: Ffmpeg,
    private readonly files: Files,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly queries: TenantQueries,
    private readonly tenants: Tenants,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.ffmpeg.isThere)
      this.kinds.register<Order>(KIND, { lane: 'video', work: (order, making) => this.make(order, making) });
    this.sweeper.register<true>({
      name: SWEEP,
      every: MINUTE_MS,
      first: 0,
      batch: (_, round) => this.settleSome(round),
    });
  }

  /** @throws NotFound, WrongStatus, NotStreamed */
  async of(tenant: Tenant, training_id: string): Promise<Renditions> {
    const { source, asked } = await this.source(tenant, training_id);
    const stale = this.clock.now() - DAY_MS;
    const stateOf = (height: number): Renditions['renditions'][number]['state'] => {
      const known = asked.find((each) => each.height === height);
      const state = known && isLost(known, stale) ? 'none' : (known?.state ?? 'offered');
      return state === 'due' ? 'asked' : (state as 'offered' | 'asked' | 'made' | 'none');
    };
    const heights = RENDITION_HEIGHTS.filter((height) => height < source.height);
    const minutes_left = Math.max(0, Math.floor((this.budget - (await this.spent(tenant))) / MINUTE_MS));
    return { renditions: heights.map((height) => ({ height, state: stateOf(height) })), minutes_left };
  }

  /** Asking again for what is there or on its way changes nothing. @throws NotFound, WrongStatus, NotStreamed, RenditionsSpent */
  async ask(tenant: Tenant, training_id: string, heights: readonly RenditionHeight[]): Promise<Renditions> {
    await this.transactions.run(async () => {
      // Whoever asks at the same moment, for whichever video, waits here, and counts what this one asks for.
      await this.locks.take(tenant, [SPENDING]);
      const { file_id, source, asked: known } = await this.source(tenant, training_id);
      if (!(await this.videos.update(tenant, { file_id, state: 'made' }, { state: 'made' }))) throw new NotStreamed();
      const stale = this.clock.now() - DAY_MS;
      const isThere = (height: number) =>
        known.some((each) => each.height === height && each.state !== 'none' && !isLost(each, stale));
      const wanted = [...new Set(heights)].filter((height) => height < source.height && !isThere(height));
      if (wanted.length === 0) return;
      const { duration_ms } = source;
      const spends = wanted.length * duration_ms;
      if ((await this.spent(tenant)) + spends > this.budget) throw new RenditionsSpent(this.config.renditionMinutes);
      await this.spendings.remove(tenant, { asked_at: { lte: stale } });
      const spending = { asked_at: this.clock.now(), duration_ms: spends };
      await this.spendings.insertOrAdd(tenant, [spending], 'duration_ms', spends);
      const again = known.filter(({ height }) => wanted.some((each) => each === height)).map(({ height }) => height);
      if (again.length) await this.renditions.update(tenant, { file_id, height: again }, { state: 'due', duration_ms });
      const rows = wanted.map((height) => ({ file_id, height, state: 'due', duration_ms }));
      await this.renditions.insertMissing(tenant, rows);
      await this.audit.record(auditEntry(tenant, 'training.renditions', training_id, null, { heights: wanted }));
      this.transactions.afterCommit(() => this.sweeper.wake(SWEEP));
    });
    return this.of(tenant, training_id);
  }

  private get budget(): number {
    return this.config.renditionMinutes * MINUTE_MS;
  }

  /** Milliseconds of video that were asked for within a day, whatever became of them. */
  private async spent(tenant: Tenant): Promise<number> {
    const [row] = await this.queries.rows<{ spent: number | string | null }>(
      tenant,
      `SELECT SUM(s.duration_ms) AS spent FROM rendition_spending s
       WHERE s.customer_id = :customer_id AND s.asked_at > :since`,
      { since: this.clock.now() - DAY_MS },
    );
    return Number(row?.spent ?? 0);
  }

  /** The picture as it was uploaded, and what was asked for beside it. */
  private async source(tenant: Tenant, training_id: string) {
    const { type, video_file_id: file_id } = await this.trainings.record(tenant, training_id);
    if (type !== 'video') throw new WrongStatus('renditions', type);
    const asked = file_id ? await this.renditions.find(tenant, { file_id }) : [];
    const made = file_id ? await this.streams.find(tenant, { file_id }) : [];
    const source = made.find(({ height }) => !asked.some((each) => each.height === height));
    if (!file_id || !source) throw new NotStreamed();
    return { file_id, source, asked };
  }

  /** What waits is ordered by whoever has ffmpeg; where for a day nobody had, nothing comes of it. */
  private async settleSome(round: Round): Promise<true | null> {
    const { isThere } = this.ffmpeg;
    const until = this.clock.now() - (isThere ? 0 : DAY_MS);
    // Across organisations, so no tenant repository: the ids lead to a tenant each.
    const found = await this.database.rows<Waiting>(
      `SELECT customer_id, file_id, height FROM video_rendition WHERE state = ? AND updated_at <= ?
       ORDER BY state, customer_id, file_id, height LIMIT ${AT_A_TIME}`,
      ['due', until],
    );
    let failed = 0;
    for (const { customer_id, file_id: bytes, height } of found) {
      if (!(await round.goesOn())) return null;
      const file_id = idFromBytes(bytes);
      try {
        const tenant = await this.tenants.forSystem(customer_id);
        await (isThere ? this.order(tenant, { file_id, height }) : this.giveUp(tenant, { file_id, height }));
      } catch (error) {
        failed += 1;
        round.failed(error, { customer_id, file_id });
      }
    }
    round.did(found.length - failed);
    return found.length === AT_A_TIME && failed === 0 ? true : null;
  }

  private order(tenant: Tenant, order: Order): Promise<void> {
    return this.transactions.run(async () => {
      if (await this.renditions.update(tenant, { ...order, state: 'due' }, { state: 'asked' }))
        await this.jobs.enqueue(tenant, KIND, order, 1);
    });
  }

  private async giveUp(tenant: Tenant, order: Order): Promise<void> {
    await this.transactions.run(() => this.renditions.update(tenant, { ...order, state: 'due' }, { state: 'none' }));
  }

  /** @throws StorageAway */
  private async make({ file_id, height }: Order, { customer_id, signal }: Making): Promise<DoneWork> {
    const tenant = await this.tenants.forSystem(customer_id);
    const folder = await mkdtemp(join(this.config.dataFolder, SCRATCH));
    const over = () => rm(folder, { recursive: true, force: true });
    try {
      const source = join(folder, 'source.mp4');
      await pipeline(await this.files.get(videoKey(customer_id, file_id, 'mp4')), createWriteStream(source), {
        signal,
      });
      const [{ duration_ms } = { duration_ms: 0 }] = await this.renditions.find(tenant, { file_id, height });
      const made = await encodedIn(this.ffmpeg, { source, folder, signal, height, duration_ms });
      if (!made) return this.nothing(tenant, { file_id, height }, over);
      const stream_id = newId(this.clock.now());
      const stream = { stream_id, file_id, ...(await described(made, stream_id, made.picture)), height };
      return {
        file: { key: streamKey(customer_id, stream_id), content: createReadStream(made.fragments) },
        keep: async () => {
          const isPlayed = await this.videos.update(tenant, { file_id, state: 'made' }, { state: 'made' });
          const order = { file_id, height, state: 'asked' };
          if (!isPlayed || !(await this.renditions.update(tenant, order, { state: 'made' })))
            throw new NotFound('video');
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

  private nothing(tenant: Tenant, order: Order, over: () => Promise<void>): DoneWork {
    const keep = () => this.renditions.update(tenant, { ...order, state: 'asked' }, { state: 'none' });
    return { keep: async () => void (await keep()), isKept: () => Promise.resolve(false), over };
  }
}

/** Asked for, and for a day nothing came of it: somebody stopped the job. */
const isLost = ({ state, updated_at }: VideoRendition, stale: number): boolean =>
  state === 'asked' && updated_at < stale;
