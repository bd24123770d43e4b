import { Worker } from 'node:worker_threads';
import { DatabaseSlow } from './patience';

/**
 * What the thread does, as text: a file of its own would have to be found from `dist`, under jest and by the TypeORM
 * command line alike. It opens the file for reading only, and hands out rows as it finds them.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const api = () => {
  try { return require('node:sqlite'); } catch { return require(workerData.fallback); }
};
const db = new (api().DatabaseSync)(workerData.file, { readOnly: true, timeout: 5000 });
parentPort.on('message', ({ id, sql, values }) => {
  try {
    const statement = db.prepare(sql);
    let rows = [];
    for (const row of statement.iterate ? statement.iterate(...values) : statement.all(...values)) {
      rows.push(row);
      if (rows.length === workerData.atOnce) {
        parentPort.postMessage({ id, rows });
        rows = [];
      }
    }
    parentPort.postMessage({ id, rows, over: true });
  } catch ({ message, code, errcode }) {
    parentPort.postMessage({ id, failure: { message, code, errcode } });
  }
});`;
/** A packed row is a whole person: so many are taken in within a millisecond or two. */
const AT_ONCE = 32;

interface Answer {
  id: number;
  rows?: never[];
  over?: boolean;
  failure?: { message: string };
}
interface Asked {
  take: (row: never) => void;
  done: () => void;
  fail: (error: Error) => void;
}

/**
 * Long reads of the embedded engine: SQLite answers within the call, so on the main thread nobody else would have a turn
 * until it has. A reader of its own sees everything that was committed before it began (write-ahead log).
 */
export class ReadingThread {
  private worker: Worker | undefined;
  private readonly asked = new Map<number, Asked>();
  private last = 0;

  constructor(private readonly file: string) {}

  /** What `take` throws, and what the database says, is thrown at the end. */
  each(sql: string, values: readonly unknown[], take: (row: never) => void): Promise<void> {
    return new Promise((done, fail) => {
      const id = ++this.last;
      this.asked.set(id, { take, done, fail });
      this.running().postMessage({ id, sql, values }, []);
    });
  }

  /** Gives up what is being read; the next one who asks finds a new thread. */
  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.failAll(new DatabaseSlow());
    await worker?.terminate();
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const workerData = {
      file: this.file,
      fallback: require.resolve('@photostructure/sqlite'),
      atOnce: AT_ONCE,
    };
    const worker = new Worker(THREAD, { eval: true, workerData });
    worker.on('message', (answer: Answer) => this.hear(answer));
    worker.on('error', (error: Error) => {
      if (this.worker === worker) this.worker = undefined;
      this.failAll(error);
    });
    // Nobody waits for a thread that has nothing to do.
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private hear({ id, rows = [], over, failure }: Answer): void {
    const asked = this.asked.get(id);
    if (!asked) return;
    try {
      if (failure) throw Object.assign(new Error(failure.message), failure);
      for (const row of rows) asked.take(row);
      if (!over) return;
      asked.done();
    } catch (error) {
      asked.fail(error as Error);
    }
    this.asked.delete(id);
  }

  private failAll(error: Error): void {
    for (const { fail } of this.asked.values()) fail(error);
    this.asked.clear();
  }
}
