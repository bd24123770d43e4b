import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { storageTrouble } from '../errors/database-away';
import { transactionsOf } from './data-source';
import { engineOf } from './engine';
import { DatabaseSlow, retryTime } from './deadline';
import { sqliteCode, SQLITE_BUSY } from './sqlite-api';
import { send } from './statements';
import { openTransaction, tellRepeated, type Effect, type OpenTransaction } from './transaction-context';

/** MySQL / MariaDB / Galera / TiDB: nothing was kept, trying the whole closure again is right (speed.md). */
const REPEATABLE = new Set([1213, 1205, 1047, 1180, 1927, 2006, 2013, 1053]);
const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNREFUSED']);
/** Another process has written since this transaction first read. */
const SQLITE_BUSY_SNAPSHOT = 517;
const TRIES = 12;

/** What was read has changed before it was written to: the whole closure is run again, and reads what is so now. */
export class LookedTooEarly extends Error {}

/** The right to write is asked for at once, so that another process is waited for with nothing begun. */
const BEGIN = { sqlite: 'BEGIN IMMEDIATE', mariadb: 'START TRANSACTION', mysql: 'START TRANSACTION' } as const;

interface How {
  undoable: boolean;
  alone?: boolean;
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
    const began = performance.now();
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
        if (attempt >= TRIES || !isRepeatable(error) || performance.now() - began >= retryTime()) {
          if (storageTrouble(error)) this.unkept = { error: error as Error, at: Date.now() };
          await allOf([...whenOver, ...ifUndone]);
          throw error;
        }
        tellRepeated(runner);
        await pause(Math.random() * Math.min(1000, 5 * 2 ** attempt));
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
        await send(runner, `SAVEPOINT ${name}`);
        try {
          const answer = await work();
          await send(runner, `RELEASE SAVEPOINT ${name}`);
          ifUndone.push(...own.ifUndone);
          outer.rolledBack.push(...own.rolledBack);
          return answer;
        } catch (error) {
          await allOf(own.rolledBack);
          whenOver.push(...own.ifUndone);
          // After a deadlock the server has undone everything, the savepoint too: the outermost one begins again.
          if (!isRepeatable(error)) await send(runner, `ROLLBACK TO SAVEPOINT ${name}`).catch(() => undefined);
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
    const places = transactionsOf(this.dataSource);
    try {
      await places.acquire(open);
      const result = await openTransaction.run(open, () => this.within(open, work));
      for (const effect of open.afterCommit) effect();
      return result;
    } catch (error) {
      // Those in line would wait for the same silence, one after the other.
      if (error instanceof DatabaseSlow || sqliteCode(error) === SQLITE_BUSY) places.failWaiting(new DatabaseSlow());
      throw error;
    } finally {
      places.release(open);
      await runner.release();
    }
  }

  private async within<T>(open: OpenTransaction, work: () => Promise<T>): Promise<T> {
    const { runner } = open;
    // One statement alone commits by itself on a server; the embedded file has one connection that writes.
    const isBegun = !open.lone || engineOf(this.dataSource) === 'sqlite';
    if (isBegun) await send(runner, BEGIN[engineOf(this.dataSource)]);
    try {
      const answer = await work();
      await settle(open);
      if (isBegun) await send(runner, 'COMMIT');
      return answer;
    } catch (error) {
      // A rollback that fails too (connection lost) must not hide why.
      if (isBegun) await send(runner, 'ROLLBACK').catch(() => undefined);
      throw error;
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
