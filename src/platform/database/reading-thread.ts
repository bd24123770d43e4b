import { Worker } from 'node:worker_threads';
import { statementTime, withTimeout } from './deadline';
import { Semaphore } from './semaphore';

/**
 * The thread as text: a file of its own would have to be found from `dist`, under jest and by the TypeORM command line alike.
 * A message with `sql` begins a read, and each is answered with the next rows until they are over; `end` ends it before, and
 * `close` ends the thread.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const api = () => {
  try { return require('node:sqlite'); } catch { return require(workerData.fallback); }
};
const db = new (api().DatabaseSync)(workerData.file, { readOnly: true, timeout: 5000 });
let statement; // Kept beside its rows: forgotten, it would be collected, and its rows with it.
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
/** Of one message, which is taken in within one turn of the event loop: rows, and letters or bytes in them. */
const MESSAGE = { rows: 1_000, length: 1_000_000 };

interface Answer {
  rows?: never[];
  over?: boolean;
  failure?: { message: string };
}

/**
 * Long reads of the embedded engine: SQLite answers within the call, so on the main thread no other request would run until
 * it has. A reader of its own sees everything that was committed before it began (write-ahead log). One read at a time: with
 * a read that is out of time its thread ends, and no other read with it.
 */
export class ReadingThread {
  private worker: Worker | undefined;
  private readonly line = new Semaphore(1);

  constructor(private readonly file: string) {}

  /** Row by row. @throws DatabaseSlow, and what the database says */
  async each(sql: string, values: readonly unknown[], take: (row: never) => void): Promise<void> {
    const holder = {};
    await this.line.acquire(holder);
    let isOver = false;
    try {
      for (let message: object = { sql, values }; !isOver; message = {}) {
        const answer = answerOf(this.running(), message);
        const { rows = [], over, failure } = await withTimeout(answer, statementTime(), () => void this.close());
        isOver = over === true || failure !== undefined;
        if (failure) throw Object.assign(new Error(failure.message), failure);
        for (const row of rows) take(row);
      }
    } finally {
      if (!isOver) this.worker?.postMessage({ end: true }, []);
      this.line.release(holder);
    }
  }

  /**
   * Ends the thread after its statement; the next read starts another one. The thread is not terminated: in the middle of a
   * statement of @photostructure/sqlite that aborts the whole process.
   */
  async close(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    this.worker = undefined;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ close: true }, []);
    await ended;
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const workerData = { file: this.file, fallback: require.resolve('@photostructure/sqlite'), ...MESSAGE };
    // Nothing of what this process was started with: a TypeScript loader takes seconds.
    const worker = new Worker(THREAD, { eval: true, workerData, execArgv: [] });
    // What waits for an answer hears of it by a listener of its own.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    // An idle thread keeps no process alive.
    worker.unref();
    this.worker = worker;
    return worker;
  }
}

function answerOf(worker: Worker, message: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The reading thread has ended'));
    worker.once('exit', ended).once('error', reject);
    worker.once('message', (answer: Answer) => {
      worker.off('exit', ended).off('error', reject);
      resolve(answer);
    });
    worker.postMessage(message, []);
  });
}
