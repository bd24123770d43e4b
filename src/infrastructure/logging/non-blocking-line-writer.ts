import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Maximum buffered characters; beyond it lines are dropped. */
const MAX_BUFFERED_LENGTH = 1_048_576;
const RETRY_MS = 250;
/** Lines are collected for this time after a write: each write is a round trip to another thread. */
const GATHER_MS = 20;

/**
 * Writes lines to a file descriptor without blocking: a full disk, an unread pipe or a closed reader cost lines, never
 * a request or the process. The next line that succeeds is preceded by the number of dropped ones. Not pino's own
 * destination: its flushSync never returns on a full disk, and an unread pipe blocks a thread that process exit waits
 * for.
 */
export class NonBlockingLineWriter {
  private readonly fd: number;
  private buffer: string[] = [];
  private bufferedLength = 0;
  private isWriting = false;
  private droppedCount = 0;
  /** The last write ended in the middle of a line. */
  private isMidLine = false;
  private retryTimer: NodeJS.Timeout | undefined;
  private gatherTimer: NodeJS.Timeout | undefined;
  private idleCallbacks: (() => void)[] = [];

  /** @param formatDropped formats the line that reports dropped ones */
  constructor(
    fd: number,
    private readonly formatDropped: (droppedCount: number) => string = (droppedCount) =>
      `{"level":40,"time":"${new Date().toISOString()}","dropped":${droppedCount},"msg":"Log lines were dropped"}\n`,
  ) {
    this.fd = openNonBlocking(fd);
  }

  /** Dropped lines not yet reported. */
  get dropped(): number {
    return this.droppedCount;
  }

  /** @param line including its line break */
  write(line: string): void {
    if (this.bufferedLength + line.length > MAX_BUFFERED_LENGTH) {
      this.droppedCount += 1;
      return;
    }
    this.buffer.push(line);
    this.bufferedLength += line.length;
    if (!this.isWriting && !this.retryTimer && !this.gatherTimer) this.startWrite();
  }

  /** Resolves when everything is written or `ms` have passed: for shutdown. */
  async waitUntilWritten(ms: number): Promise<void> {
    if (this.gatherTimer) this.endGathering();
    if (!this.isWriting && !this.retryTimer && !this.buffer.length) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    await Promise.race([timeout, new Promise<void>((resolve) => this.idleCallbacks.push(resolve))]);
    clearTimeout(timer);
  }

  /** For immediate exit: writes what does not block. */
  flushSync(): void {
    try {
      if (this.buffer.length) writeSync(this.fd, this.takeBatch());
    } catch {
      // The process is exiting; there is nowhere to report it.
    }
  }

  private startWrite(): void {
    const lines = this.buffer.length;
    this.isWriting = true;
    this.writeBytes(Buffer.from(this.takeBatch()), 0, lines);
  }

  /** The buffered lines, preceded by the report of dropped ones. */
  private takeBatch(): string {
    const head = (this.isMidLine ? '\n' : '') + (this.droppedCount ? this.formatDropped(this.droppedCount) : '');
    const text = head + this.buffer.join('');
    this.buffer = [];
    this.bufferedLength = 0;
    return text;
  }

  private writeBytes(bytes: Buffer, start: number, lines: number, reportedDrops = this.droppedCount): void {
    write(this.fd, bytes, start, bytes.length - start, null, (error, written) => {
      const position = start + (error ? 0 : written);
      // Not writable now: retry the same bytes; new lines wait behind them.
      if (error?.code === 'EAGAIN')
        return this.retryLater(() => this.writeBytes(bytes, position, lines, reportedDrops));
      if (!error && position < bytes.length) return this.writeBytes(bytes, position, lines, reportedDrops);
      this.isWriting = false;
      if (!error) {
        this.droppedCount -= reportedDrops;
        this.isMidLine = false;
        if (this.idleCallbacks.length) return this.endGathering();
        this.gatherTimer = setTimeout(() => this.endGathering(), GATHER_MS);
        return undefined;
      }
      // After a partial write only the number of missing lines is known.
      if (position > 0) this.isMidLine = bytes[position - 1] !== LINE_BREAK;
      this.droppedCount += lines;
      this.retryLater(() => (this.buffer.length ? this.startWrite() : this.notifyIdle()));
    });
  }

  private endGathering(): void {
    clearTimeout(this.gatherTimer);
    this.gatherTimer = undefined;
    if (this.buffer.length) this.startWrite();
    else this.notifyIdle();
  }

  private retryLater(work: () => void): void {
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      work();
    }, RETRY_MS);
    this.retryTimer.unref();
  }

  private notifyIdle(): void {
    for (const resolve of this.idleCallbacks.splice(0)) resolve();
  }
}

const LINE_BREAK = 0x0a;

/** Keeps non-blocking sockets from being garbage collected. */
const heldSockets: Socket[] = [];

/**
 * A descriptor for the same target whose writes fail with EAGAIN instead of blocking. A pipe is reopened, so that other
 * processes sharing it are not affected; a socket (systemd, node's child processes) cannot be, so node makes it
 * non-blocking. Files and terminals stay: their writes block a thread, not the event loop.
 */
function openNonBlocking(fd: number): number {
  try {
    const stats = fstatSync(fd);
    if (stats.isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
    if (stats.isSocket()) heldSockets.push(new Socket({ fd, readable: false, writable: true }).unref());
  } catch {
    // No /proc (another system) or no reader: uses the descriptor as it is.
  }
  return fd;
}
