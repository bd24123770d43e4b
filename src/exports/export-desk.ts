import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AT_ONCE, type ExportFormat } from '../contract/exports';
import type { JobStarted } from '../contract/job-answers';
import type { Language } from '../contract/languages';
import type { Role } from '../contract/resource';
import { Askers } from '../identity/askers';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import type { RawQuery } from '../platform/definitions/list-query';
import type { WholeFile } from '../platform/definitions/file-answer';
import { ReportReads } from '../platform/replica/report-reads';
import { FewJobs } from '../tenancy/jobs/few-jobs';
import { JobKinds, type MadeFile, type Making } from '../tenancy/jobs/job-kinds';
import { NotAllowed } from '../tenancy/tenancy.errors';
import { seenAs, type Tenant } from '../tenancy/tenant';
import { DocumentMaker, type Written } from './document-maker';
import { OPEN_EXPORTS_MAX, TooManyExports } from './export.errors';
import { ScreenWords } from './screen-words';

/** How a file is asked for. */
export interface ExportOrder {
  /** What knows its rows, as it has registered. */
  readonly source: string;
  readonly query: RawQuery;
  readonly format: ExportFormat;
  readonly language: Language;
  /** Of a CSV: the language of the spreadsheet that opens it; left out: programs read it. */
  readonly csv_for?: Language | undefined;
}
/** The same as a source hears it. */
export interface Wish extends Pick<ExportOrder, 'query' | 'format' | 'csv_for'> {
  readonly tenant: Tenant;
  readonly words: ScreenWords;
  /** `at_once`: what is too much is left to a job (`TooMuchAtOnce`); `whole`: there can be no job; `job`: this is the job. */
  readonly way: 'at_once' | 'whole' | 'job';
}
export interface ExportSource {
  readonly read: readonly Role[];
  /** What is asked is judged here, by the asker's own eyes. @throws TooMuchAtOnce, AppError */
  written(wish: Wish): Promise<Written>;
}
type Payload = ExportOrder & { readonly is_strong: boolean };

/** Known before all is read, or noticed meanwhile: a job is made of it. */
export class TooMuchAtOnce extends Error {}

const KIND = 'export';

/**
 * Every export: small ones at once, large ones as a job that whoever asked for it fetches when it is done. Programs and
 * platform staff have no jobs: they get all of it at once, in the time that a report has.
 */
@Injectable()
export class ExportDesk implements OnModuleInit {
  private readonly sources = new Map<string, ExportSource>();

  constructor(
    private readonly maker: DocumentMaker,
    private readonly kinds: JobKinds,
    private readonly jobs: FewJobs,
    private readonly askers: Askers,
    private readonly reads: ReportReads,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<Payload>(KIND, { lane: KIND, make: (order, making) => this.make(order, making) });
  }

  /** In the module's onModuleInit. */
  register(name: string, source: ExportSource): void {
    if (this.sources.has(name)) throw new Error(`The export "${name}" is registered twice`);
    this.sources.set(name, source);
  }

  /** Of what is too much, asked again while it is not made yet, the job that makes it. @throws AppError of what is asked, TooSlow, TooManyExports */
  async order(tenant: Tenant, order: ExportOrder): Promise<WholeFile | JobStarted> {
    const words = await ScreenWords.of(order.language);
    const way = tenant.actor.kind === 'customer' ? 'at_once' : 'whole';
    try {
      const written = await this.named(order.source).written({ ...order, tenant, words, way });
      const most = way === 'whole' ? Infinity : Math.min(AT_ONCE.rows, AT_ONCE.cells / written.columns.length);
      const limit = (rows: number) => {
        if (rows > most) throw new TooMuchAtOnce();
      };
      return await this.maker.file(tenant, order, words, written, limit);
    } catch (error) {
      if (!(error instanceof TooMuchAtOnce)) throw error;
    }
    const payload: Payload = { ...order, is_strong: tenant.actor.is_strong };
    const asked = { question: this.questionOf(tenant, payload), most: OPEN_EXPORTS_MAX };
    const job_id = await this.jobs.enqueue(tenant, KIND, payload, asked);
    if (job_id === null) throw new TooManyExports();
    return { job_id };
  }

  /** With the eyes that whoever asked for it has now. @throws AskerGone, NotAllowed, AppError of what is asked */
  private async make({ is_strong, ...order }: Payload, making: Making): Promise<MadeFile> {
    const tenant = await this.askers.now(making.customer_id, making.created_by, is_strong);
    const source = this.named(order.source);
    if (!(source.read as readonly string[]).includes(tenant.actor.role)) throw new NotAllowed();
    const words = await ScreenWords.of(order.language);
    const made = await this.reads.within(async () => {
      const written = await source.written({ ...order, tenant, words, way: 'job' });
      const taken = (rows: number) => {
        making.signal.throwIfAborted();
        making.came(rows, written.total ?? null);
      };
      taken(0);
      return this.maker.apart(tenant, order, words, written, taken);
    });
    return { ...made, seen_as: seenAs(tenant) };
  }

  /** The same account and eyes, the same query, the same day of the organisation. */
  private questionOf(tenant: Tenant, { query, ...order }: Payload): Uint8Array {
    const { actor, time_zone } = tenant;
    const filters = Object.entries(query).filter(([key]) => key !== 'format' && key !== 'lang');
    const said = filters.map(([key, value]) => [key, value].flat()).toSorted(([a], [b]) => (a! < b! ? -1 : 1));
    const who = [actor.account_id, seenAs(tenant), dayAt(this.clock.now(), time_zone)];
    const { source, format, language, is_strong } = order;
    return createHash('sha256')
      .update(JSON.stringify([who, source, format, language, is_strong, said]))
      .digest();
  }

  private named(name: string): ExportSource {
    const source = this.sources.get(name);
    if (!source) throw new Error(`No export "${name}": register it in the module's onModuleInit`);
    return source;
  }
}
