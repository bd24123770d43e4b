import { Worker } from 'node:worker_threads';
import { statementTimeout, withTimeout } from './deadline';
import { Semaphore } from './semaphore';

/**
 * Worker source as text: a separate file would have to be found from `dist`, under jest and by the TypeORM command
 * line. A message with `sql` starts a read; each message is answered with the next rows until `over`. `end` stops a
 * read early, `close` ends the thread.
 */
const WORKER_SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const api = () => {
  try { return require('node:sqlite'); } catch { return require(workerData.fallback); }
};
const db = new (api().DatabaseSync)(workerData.file, { readOnly: true, timeout: 5000 });
let statement; // Referenced so that it is not garbage collected while its rows are read.
let iterator;
const lengthOf = (row) => {
  let length = 0;
  for (const name in row) length += row[name]?.length ?? 0;
  return length;
};
const end = () => {
  iterator?.return?.();
  statement = iterator = undefined;
};
parentPort.on('message', ({ sql, values, end: isEnd, close }) => {
  if (close) parentPort.close();
  try {
    if (isEnd || close) return end();
    if (sql) {
      statement = db.prepare(sql);
      iterator = statement.iterate ? statement.iterate(...values) : statement.all(...values).values();
    }
    const rows = [];
    let length = 0;
    let over = false;
    while (!over && rows.length < workerData.rows && length < workerData.length) {
      const { done, value } = iterator.next();
      if (done) over = true;
      else {
        rows.push(value);
        length += lengthOf(value);
      }
    }
    if (over) end();
    parentPort.postMessage({ rows, over });
  } catch ({ message, code, errcode }) {
    end();
    parentPort.postMessage({ failure: { message, code, errcode } });
  }
});`;
/** Limits of one message, which is processed in one turn of the event loop: rows, and characters or bytes in them. */
const MESSAGE_LIMITS = { rows: 1_000, length: 1_000_000 };

interface WorkerReply {
  rows?: never[];
  over?: boolean;
  failure?: { message: string };
}

/**
 * Long reads of the embedded database on a worker thread: SQLite answers synchronously and would block every other
 * request. The worker's own connection sees everything committed before the read began (write-ahead log). One read at a
 * time, because a timeout ends the worker.
 */
export class SqliteReadWorker {
  private worker: Worker | undefined;
  private readonly queue = new Semaphore(1);

  constructor(private readonly file: string) {}

  /** Passes each row to `onRow`. @throws DatabaseTimeoutError, and errors of the database */
  async each(sql: string, values: readonly unknown[], onRow: (row: never) => void): Promise<void> {
    const slotToken = {};
    await this.queue.acquire(slotToken);
    let isOver = false;
    try {
      for (let message: object = { sql, values }; !isOver; message = {}) {
        const reply = requestRows(this.ensureWorker(), message);
        const { rows = [], over, failure } = await withTimeout(reply, statementTimeout(), () => void this.close());
        isOver = over === true || failure !== undefined;
        if (failure) throw Object.assign(new Error(failure.message), failure);
        for (const row of rows) onRow(row);
      }
    } finally {
      if (!isOver) this.worker?.postMessage({ end: true }, []);
      this.queue.release(slotToken);
    }
  }

  /**
   * Ends the worker after its current statement; the next read starts a new one. Does not terminate it: that aborts the
   * whole process in the middle of a statement of @photostructure/sqlite.
   */
  async close(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    this.worker = undefined;
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ close: true }, []);
    await exited;
  }

  private ensureWorker(): Worker {
    if (this.worker) return this.worker;
    const workerData = { file: this.file, fallback: require.resolve('@photostructure/sqlite'), ...MESSAGE_LIMITS };
    // No inherited execArgv: a TypeScript loader takes seconds to start.
    const worker = new Worker(WORKER_SOURCE, { eval: true, workerData, execArgv: [] });
    // `requestRows` listens for errors of its own.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    // An idle worker does not keep the process alive.
    worker.unref();
    this.worker = worker;
    return worker;
  }
}

function requestRows(worker: Worker, message: object): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    const exited = () => reject(new Error('The reading thread has ended'));
    worker.once('exit', exited).once('error', reject);
    worker.once('message', (reply: WorkerReply) => {
      worker.off('exit', exited).off('error', reject);
      resolve(reply);
    });
    worker.postMessage(message, []);
  });
}
