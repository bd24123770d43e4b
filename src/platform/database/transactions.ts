import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { storageTrouble } from '../errors/database-away';
import { patienceLeft, pausePatiently } from './patience';
import { openTransaction, tellRepeated, type Effect, type OpenTransaction } from './transaction-context';

/** MySQL / MariaDB / Galera / TiDB: nothing was kept, trying the whole closure again is right (speed.md). */
const REPEATABLE = new Set([1213, 1205, 1047, 1180, 1927, 2006, 2013, 1053]);
const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED']);
/** Another process has written since this transaction first read. */
const SQLITE_BUSY_SNAPSHOT = 517;
const TRIES = 12;

/** What was read has changed before it was written to: the whole closure is run again, and reads what is so now. */
export class LookedTooEarly extends Error {}

interface How {
  undoable: boolean;
  alone?: boolean;
}
/** Where a statement may commit by itself: the place in the line of those that write, without BEGIN. */
export interface LoneRunner extends QueryRunner {
  alone?: () => Promise<void>;
}

@Injectable()
export class Transactions {
  /** The last write that the database could not keep, and when that was (UTC milliseconds). */
  unkept: { error: Error; at: number } | undefined;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction; inside another one it joins it. The whole closure may run more than once (deadlock,
   * certification conflict, lost connection, `LookedTooEarly`), so nothing but the database may be touched in it: side effects go to
   * `afterCommit` or through the outbox. On the embedded engine callers queue.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const open = openTransaction.getStore();
    if (open) return open.joining ? this.join(open, open.joining, work) : work();
    return this.outermost(work, { undoable: false });
  }

  /**
   * One statement that does all there is to do, guarded by what it names: it commits by itself, and BEGIN and COMMIT, which
   * each are a way to the server and back, are not sent. Inside a transaction it joins it. A second statement is refused,
   * and so is a write that raises a version or a count, for that would be a second one. On a server the first is kept then, and one that
   * was given up may be: only what is harmless when it is done again, and when its refusal was none.
   */
  async alone<T>(write: () => Promise<T>): Promise<T> {
    return openTransaction.getStore() ? this.run(write) : this.outermost(write, { undoable: false, alone: true });
  }

  /**
   * One transaction around a whole request. What runs in it keeps its own boundaries: each `run` that fails is undone
   * alone (a savepoint), so that a caller who catches its refusal and goes on finds what it would have found otherwise.
   */
  async around<T>(work: () => Promise<T>): Promise<T> {
    if (openTransaction.getStore()) throw new Error('transactions.around is the outermost one');
    return this.outermost(work, { undoable: true });
  }

  private async outermost<T>(work: () => Promise<T>, how: How): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const ifUndone: Effect[] = [];
      const whenOver: Effect[] = [];
      const rolledBack: Effect[] = [];
      const runner = this.dataSource.createQueryRunner();
      try {
        const answer = await this.once(runner, work, how, { ifUndone, whenOver, rolledBack });
        await allOf(whenOver);
        return answer;
      } catch (error) {
        await allOf(rolledBack);
        if (attempt >= TRIES || !isRepeatable(error) || patienceLeft() <= 0) {
          if (storageTrouble(error)) this.unkept = { error: error as Error, at: Date.now() };
          await allOf([...whenOver, ...ifUndone]);
          throw error;
        }
        tellRepeated(runner);
        await pausePatiently(Math.random() * Math.min(1000, 5 * 2 ** attempt));
      }
    }
  }

  /**
   * A part of the open transaction that is undone alone when it fails (a savepoint): whoever catches its refusal goes on with
   * the rest. Parts follow one another. Where none is open it is a transaction of its own.
   */
  async part<T>(work: () => Promise<T>): Promise<T> {
    const open = openTransaction.getStore();
    if (!open) return this.run(work);
    return this.join(open, open.joining ?? (open.parts ??= { last: Promise.resolve(), count: 0 }), work);
  }

  /** Runs once the outermost transaction has committed; at once when none is open. */
  afterCommit(effect: () => void): void {
    const open = openTransaction.getStore();
    if (open) open.afterCommit.push(effect);
    else effect();
  }

  /**
   * What has to hold although the open transaction may be undone, as a try that was counted in it: done again then, in a
   * transaction of its own, before the caller hears of it. Nothing where none is open.
   */
  evenIfUndone(effect: Effect): void {
    openTransaction.getStore()?.ifUndone.push(effect);
  }

  /** What was done beside the database in the open transaction is taken back with it. Nothing where none is open. */
  ifRolledBack(effect: Effect): void {
    openTransaction.getStore()?.rolledBack.push(effect);
  }

  private async join<T>(
    outer: OpenTransaction,
    joining: NonNullable<OpenTransaction['joining']>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { runner, afterCommit, ifUndone, whenOver } = outer;
    const name = `part_${++joining.count}`;
    const own: OpenTransaction = { runner, afterCommit: [], lastly: new Map(), ifUndone: [], whenOver, rolledBack: [] };
    const turn = joining.last.then(() =>
      openTransaction.run(own, async () => {
        await runner.query(`SAVEPOINT ${name}`);
        try {
          const answer = await work();
          await runner.query(`RELEASE SAVEPOINT ${name}`);
          ifUndone.push(...own.ifUndone);
          outer.rolledBack.push(...own.rolledBack);
          return answer;
        } catch (error) {
          await allOf(own.rolledBack);
          whenOver.push(...own.ifUndone);
          // After a deadlock the server has undone everything, the savepoint too: the outermost one begins again.
          if (!isRepeatable(error)) await runner.query(`ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
          throw error;
        }
      }),
    );
    // Two at once would undo each other's savepoints.
    joining.last = turn.catch(() => undefined);
    const answer = await turn;
    afterCommit.push(...own.afterCommit);
    // Only now: a part that was undone has written nothing that is left to be counted.
    for (const [key, { items, effect }] of own.lastly) {
      const known = outer.lastly.get(key);
      outer.lastly.set(key, { items: new Set([...(known?.items ?? []), ...items]), effect });
    }
    return answer;
  }

  private async once<T>(
    runner: QueryRunner,
    work: () => Promise<T>,
    { undoable, alone }: How,
    later: Pick<OpenTransaction, 'ifUndone' | 'whenOver' | 'rolledBack'>,
  ): Promise<T> {
    const open: OpenTransaction = {
      runner,
      afterCommit: [],
      lastly: new Map(),
      ...later,
      ...(alone && { lone: {} }),
      ...(undoable && { joining: { last: Promise.resolve(), count: 0 } }),
    };
    try {
      const result = await openTransaction.run(open, async () => {
        const begun = alone ? (runner as LoneRunner).alone?.() : undefined;
        await (begun ?? runner.startTransaction());
        try {
          const answer = await work();
          await settle(open);
          if (!begun) await runner.commitTransaction();
          return answer;
        } catch (error) {
          // A rollback that fails too (connection lost) must not hide why.
          if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
          throw error;
        }
      });
      for (const effect of open.afterCommit) effect();
      return result;
    } finally {
      await runner.release();
    }
  }
}

/** In one order everywhere, so that two transactions never wait for each other's rows. */
async function settle({ lastly }: OpenTransaction): Promise<void> {
  for (const [, { items, effect }] of [...lastly].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await effect(items as never);
}

/** One after the other; what cannot be done must not hide what happened. */
async function allOf(effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await effect().catch(() => undefined);
}

function isRepeatable(error: unknown): boolean {
  if (error instanceof LookedTooEarly) return true;
  const cause = driverError(error);
  return (
    (cause.errno !== undefined && REPEATABLE.has(cause.errno)) ||
    (cause.code !== undefined && LOST.has(cause.code)) ||
    cause.errcode === SQLITE_BUSY_SNAPSHOT
  );
}

/** A unique key said no, on either engine. */
export function isDuplicate(error: unknown): boolean {
  const cause = driverError(error);
  return cause.errno === 1062 || /UNIQUE constraint failed|PRIMARY KEY constraint/i.test(cause.message ?? '');
}

/** A foreign key said no: the row is referred to (delete) or refers to nothing of this customer's (insert). */
export function isForeignKeyRefusal(error: unknown): boolean {
  const cause = driverError(error);
  return cause.errno === 1451 || cause.errno === 1452 || /FOREIGN KEY constraint failed/i.test(cause.message ?? '');
}

function driverError(error: unknown): { errno?: number; errcode?: number; code?: string; message?: string } {
  const outer = error as { driverError?: unknown } | null;
  return (outer?.driverError ?? outer ?? {}) as ReturnType<typeof driverError>;
}
