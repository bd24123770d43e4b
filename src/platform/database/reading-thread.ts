import { Worker } from 'node:worker_threads';
import { DatabaseSlow } from './deadline';

/** A packed row is a whole person, or a skill's thousands (reports/packed-rows.ts): others have their turn between any two. */
export const PART_ROWS = 32;

export type Parts = AsyncGenerator<never[]>;

/**
 * What the thread does, as text: a file of its own would have to be found from `dist`, under jest and by the TypeORM
 * command line alike. It opens the file for reading only, and hands out rows as it is asked for more of them: several
 * readers take turns, and nothing heaps up for one who is slow.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const api = () => {
  try { return require('node:sqlite'); } catch { return require(workerData.fallback); }
};
const db = new (api().DatabaseSync)(workerData.file, { readOnly: true, timeout: 5000 });
const open = new Map();
const lengthOf = (row) => {
  let length = 0;
  for (const name in row) length += row[name]?.length ?? 0;
  return length;
};
const some = (id) => {
  const rows = [];
  let length = 0;
  while (rows.length < workerData.atOnce && length < workerData.lengthAtOnce) {
    const { done, value } = open.get(id).rows.next();
    if (done) {
      open.delete(id);
      return parentPort.postMessage({ id, rows, over: true });
    }
    rows.push(value);
    length += lengthOf(value);
  }
  parentPort.postMessage({ id, rows });
};
parentPort.on('message', ({ id, sql, values, stop }) => {
  try {
    if (stop) {
      open.get(id)?.rows.return?.();
      open.delete(id);
    } else if (sql) {
      const statement = db.prepare(sql);
      const rows = statement.iterate ? statement.iterate(...values) : statement.all(...values).values();
      // The statement is kept beside its rows: forgotten, it would be collected, and its rows with it.
      open.set(id, { statement, rows });
    }
    if (open.has(id)) some(id);
  } catch ({ message, code, errcode }) {
    open.delete(id);
    parentPort.postMessage({ id, failure: { message, code, errcode } });
  }
});`;
/** Letters and bytes of a message: it is taken in within one turn, and one row may tell of a thousand others. */
const PART_LENGTH = 1_000_000;

interface Answer {
  id: number;
  rows?: never[];
  over?: boolean;
  failure?: Error;
}
/** What came for one reader, who may be waiting for it. */
interface Asked {
  readonly come: Answer[];
  wake: () => void;
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

  /** Some rows at a time, and one such part ahead of whoever takes them. What the database says is thrown. */
  async *parts(sql: string, values: readonly unknown[]): Parts {
    const id = ++this.last;
    const asked: Asked = { come: [], wake: () => undefined };
    this.asked.set(id, asked);
    const worker = this.running();
    let isOver = false;
    try {
      worker.postMessage({ id, sql, values }, []);
      worker.postMessage({ id }, []);
      while (!isOver) {
        const { rows = [], over, failure } = await next(asked);
        isOver = over === true || failure !== undefined;
        if (failure) throw failure;
        if (rows.length) yield rows;
        if (!isOver) worker.postMessage({ id }, []);
      }
    } finally {
      this.asked.delete(id);
      if (!isOver) worker.postMessage({ id, stop: true }, []);
    }
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
      atOnce: PART_ROWS,
      lengthAtOnce: PART_LENGTH,
    };
    // Nothing of what this process was started with (a TypeScript loader takes seconds): whoever asks waits for the start.
    const worker = new Worker(THREAD, { eval: true, workerData, execArgv: [] });
    worker.on('message', ({ failure, ...answer }: Answer) =>
      this.hear({ ...answer, ...(failure && { failure: Object.assign(new Error(failure.message), failure) }) }),
    );
    worker.on('error', (error: Error) => {
      if (this.worker === worker) this.worker = undefined;
      this.failAll(error);
    });
    // Nobody waits for a thread that has nothing to do.
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private hear(answer: Answer): void {
    const asked = this.asked.get(answer.id);
    asked?.come.push(answer);
    asked?.wake();
  }

  private failAll(failure: Error): void {
    for (const id of this.asked.keys()) this.hear({ id, failure });
  }
}

async function next(asked: Asked): Promise<Answer> {
  if (!asked.come.length) await new Promise<void>((wake) => (asked.wake = wake));
  return asked.come.shift()!;
}
