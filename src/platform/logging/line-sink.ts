import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** What waits while nothing can be written; beyond it lines are dropped. */
const WAITING_MAX = 1_048_576;
const TRY_AGAIN_MS = 250;
/** After a write, lines gather for so long: each write is a way to another thread and back, dearer than a short list's line. */
const GATHER_MS = 20;

/**
 * Lines into a file descriptor, without ever waiting for it: a full disk, a pipe that nobody reads and a reader that is
 * gone cost lines, never a request and never the process. Lost lines are counted, and the next line that arrives is
 * preceded by their number.
 *
 * Not pino's own destination: its flushSync never returns on a full disk, and a pipe without a reader blocks a thread that the
 * end of the process waits for.
 */
export class LineSink {
  private readonly fd: number;
  private waiting: string[] = [];
  private size = 0;
  private writing = false;
  private lost = 0;
  /** The last write ended within a line. */
  private cut = false;
  private again: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private idle: (() => void)[] = [];

  /** @param lostText the line that tells of lost ones */
  constructor(
    fd: number,
    private readonly lostText: (lost: number) => string = (lost) =>
      `{"level":40,"time":"${new Date().toISOString()}","dropped":${lost},"msg":"Log lines were dropped"}\n`,
  ) {
    this.fd = unblocked(fd);
  }

  /** Lines that were dropped and not yet told of. */
  get dropped(): number {
    return this.lost;
  }

  /** @param line with its line break */
  write(line: string): void {
    if (this.size + line.length > WAITING_MAX) {
      this.lost += 1;
      return;
    }
    this.waiting.push(line);
    this.size += line.length;
    if (!this.writing && !this.again && !this.gathering) this.begin();
  }

  /** Everything is written, or `ms` have passed: before the process ends. */
  async settled(ms: number): Promise<void> {
    if (this.gathering) this.gathered();
    if (!this.writing && !this.again && !this.waiting.length) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => (timer = setTimeout(done, ms)));
    await Promise.race([late, new Promise<void>((done) => this.idle.push(done))]);
    clearTimeout(timer);
  }

  /** For a process that must end at once: what can be written without waiting is. */
  flushNow(): void {
    try {
      if (this.waiting.length) writeSync(this.fd, this.batch());
    } catch {
      // Nobody is left to be told.
    }
  }

  private begin(): void {
    const lines = this.waiting.length;
    this.writing = true;
    this.put(Buffer.from(this.batch()), 0, lines);
  }

  /** All that waits, and before it what became of the others. */
  private batch(): string {
    const head = (this.cut ? '\n' : '') + (this.lost ? this.lostText(this.lost) : '');
    const text = head + this.waiting.join('');
    this.waiting = [];
    this.size = 0;
    return text;
  }

  private put(bytes: Buffer, from: number, lines: number, telling = this.lost): void {
    write(this.fd, bytes, from, bytes.length - from, null, (error, written) => {
      const at = from + (error ? 0 : written);
      // Full just now: the same again, and what comes meanwhile waits behind it.
      if (error?.code === 'EAGAIN') return this.later(() => this.put(bytes, at, lines, telling));
      if (!error && at < bytes.length) return this.put(bytes, at, lines, telling);
      this.writing = false;
      if (!error) {
        this.lost -= telling;
        this.cut = false;
        if (this.idle.length) return this.gathered();
        this.gathering = setTimeout(() => this.gathered(), GATHER_MS);
        return undefined;
      }
      // Of what went through in part, nobody knows more than that lines are missing.
      if (at > 0) this.cut = bytes[at - 1] !== LINE_BREAK;
      this.lost += lines;
      this.later(() => (this.waiting.length ? this.begin() : this.rest()));
    });
  }

  private gathered(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.waiting.length) this.begin();
    else this.rest();
  }

  private later(work: () => void): void {
    this.again = setTimeout(() => {
      this.again = undefined;
      work();
    }, TRY_AGAIN_MS);
    this.again.unref();
  }

  private rest(): void {
    for (const done of this.idle.splice(0)) done();
  }
}

const LINE_BREAK = 0x0a;

/** Sockets whose only service is that theirs is a descriptor that does not block. */
const kept: Socket[] = [];

/**
 * A descriptor for the same place on which a write fails (EAGAIN) instead of waiting for a reader. A pipe is opened anew,
 * so that whoever shares it keeps theirs as it is; a socket (systemd, node's own child processes) cannot be, and node makes
 * what it is given not block. Files and terminals stay: their writes wait in a thread, not in the loop.
 */
function unblocked(fd: number): number {
  try {
    const about = fstatSync(fd);
    if (about.isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
    if (about.isSocket()) kept.push(new Socket({ fd, readable: false, writable: true }).unref());
  } catch {
    // No such door here (another system, a reader that is gone): the descriptor as it is.
  }
  return fd;
}
