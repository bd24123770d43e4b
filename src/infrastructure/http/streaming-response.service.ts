import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import { Semaphore } from '../database/semaphore';
import { runInSlot, withReportDeadline, type LongReadKind } from '../throttle/report-concurrency-limiter';
import { writeTempFile, type TempFile } from '../../common/temp-file';

/** Responses being sent at the same time, including those to slow clients. */
const MAX_PER_PROCESS = 20;
const MAX_PER_CUSTOMER = 4;
/** Of these, how many may read the database before the response begins. */
const MAX_CONCURRENT_READS = 2;

/**
 * Responses of unlimited length: exports and whole lists. Each holds a slot until it has ended, so slow clients do not
 * pile up streams and temporary files. The limit per customer leaves slots to other customers.
 */
@Injectable()
export class StreamingResponseService {
  private readonly processSlots = new Semaphore(MAX_PER_PROCESS);
  private readonly readSlots = new Semaphore(MAX_CONCURRENT_READS);
  private readonly customerSlots = new Map<number, Semaphore>();
  private readonly folder: string;

  constructor(config: Config) {
    this.folder = config.dataFolder;
  }

  /** Streams; the first chunk is read before the response, so early errors set a status. @throws TooSlowError */
  async stream(customer_id: number, pieces: AsyncGenerator<string>, kind: LongReadKind): Promise<Readable> {
    const { content } = await this.holdSlots(customer_id, kind, async () => {
      const first = await pieces.next();
      // The stream pulls from outside the request's async context.
      const next = AsyncResource.bind(() => pieces.next());
      const all = async function* (): AsyncGenerator<string> {
        for (let piece = first; !piece.done; piece = await next()) yield piece.value;
      };
      return { content: Readable.from(all(), { objectMode: false }) };
    });
    return content;
  }

  /**
   * Reads to the end into a temporary file before the response begins: any error still sets a status, and length and
   * checksum are known. @throws TooSlowError
   */
  bufferToFile(customer_id: number, source: AsyncIterable<string | Uint8Array>, kind: LongReadKind): Promise<TempFile> {
    return this.holdSlots(customer_id, kind, () => this.bufferJobToFile(source));
  }

  /** Like `bufferToFile` for a background job: without slots and deadline. */
  bufferJobToFile(source: AsyncIterable<string | Uint8Array>): Promise<TempFile> {
    return writeTempFile(source, this.folder);
  }

  private holdSlots<R extends { content: Readable }>(
    customer_id: number,
    kind: LongReadKind,
    open: () => Promise<R>,
  ): Promise<R> {
    return withReportDeadline(async () => {
      const customerSemaphore = this.customerSlots.get(customer_id) ?? new Semaphore(MAX_PER_CUSTOMER);
      this.customerSlots.set(customer_id, customerSemaphore);
      const slotToken = {};
      const release = (): void => {
        this.processSlots.release(slotToken);
        customerSemaphore.release(slotToken);
        if (!customerSemaphore.activeCount && !customerSemaphore.waitingCount) this.customerSlots.delete(customer_id);
      };
      try {
        await customerSemaphore.acquire(slotToken);
        await this.processSlots.acquire(slotToken);
        const response = await runInSlot(this.readSlots, open);
        response.content.once('close', release);
        return response;
      } catch (error) {
        release();
        throw error;
      }
    }, kind);
  }
}
