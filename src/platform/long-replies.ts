import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from './config/config';
import { Semaphore } from './database/semaphore';
import { inPlaceOf, withinReportTime, type LongRead } from './report-concurrency-limiter';
import { writeTempFile, type TempFile } from './temp-file';

/** Replies that are being sent, however slowly they are taken. */
const PER_PROCESS = 20;
const PER_CUSTOMER = 4;
/** Of these, how many are read from the database before they begin. */
const READ_AT_ONCE = 2;

/**
 * Replies of any number of rows: exports and whole lists. Each holds a place until it has ended, so that slow clients do not
 * pile up streams and temporary files; those of one customer leave places to the others.
 */
@Injectable()
export class LongReplies {
  private readonly process = new Semaphore(PER_PROCESS);
  private readonly reads = new Semaphore(READ_AT_ONCE);
  private readonly customers = new Map<number, Semaphore>();
  private readonly folder: string;

  constructor(config: Config) {
    this.folder = config.dataFolder;
  }

  /** Sent while it is read. The first piece is read before the reply begins: what refuses it has a status. @throws TooSlow */
  async stream(customer_id: number, pieces: AsyncGenerator<string>, what: LongRead): Promise<Readable> {
    const { content } = await this.hold(customer_id, what, async () => {
      const first = await pieces.next();
      // The client asks for more from outside of the request.
      const next = AsyncResource.bind(() => pieces.next());
      const all = async function* (): AsyncGenerator<string> {
        for (let piece = first; !piece.done; piece = await next()) yield piece.value;
      };
      return { content: Readable.from(all(), { objectMode: false }) };
    });
    return content;
  }

  /** Read to its end before the reply begins: what fails has a status, and the head tells length and checksum. @throws TooSlow */
  file(customer_id: number, source: AsyncIterable<string | Uint8Array>, what: LongRead): Promise<TempFile> {
    return this.hold(customer_id, what, () => this.ofJob(source));
  }

  /** The same for a job, which has a lane and a time of its own. */
  ofJob(source: AsyncIterable<string | Uint8Array>): Promise<TempFile> {
    return writeTempFile(source, this.folder);
  }

  private hold<R extends { content: Readable }>(
    customer_id: number,
    what: LongRead,
    open: () => Promise<R>,
  ): Promise<R> {
    return withinReportTime(async () => {
      const customer = this.customers.get(customer_id) ?? new Semaphore(PER_CUSTOMER);
      this.customers.set(customer_id, customer);
      const holder = {};
      const release = (): void => {
        this.process.release(holder);
        customer.release(holder);
        if (!customer.taken && !customer.waitingFor) this.customers.delete(customer_id);
      };
      try {
        await customer.acquire(holder);
        await this.process.acquire(holder);
        const reply = await inPlaceOf(this.reads, open);
        reply.content.once('close', release);
        return reply;
      } catch (error) {
        release();
        throw error;
      }
    }, what);
  }
}
