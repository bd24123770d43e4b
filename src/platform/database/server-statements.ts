import { LRUCache } from 'lru-cache';
import type { TypedParameter as Typed } from 'mysql2';
import { QueryFailedError } from 'typeorm';

type Done = (error: (Error & { errno?: number }) | null, rows: unknown) => void;
/** A connection of the driver's. */
export interface Asked {
  query(sql: string, parameters: readonly unknown[], done: Done): void;
  execute(sql: string, parameters: readonly unknown[], done: Done): void;
}

/** Statements that each connection keeps prepared; sixteen connections stay far below the server's 16,382. */
const PREPARED = 100;
/** What the driver is told: a few more, so that one that is asked seldom pushes none of ours out. */
export const PREPARED_OF_CONNECTION = PREPARED + 20;
/** A text that was asked as often is asked again: preparing it is a statement more, once for each connection. */
const OFTEN = 8;
/** An answer that takes longer comes from far away, where preparing is a long way more, or is worth no preparing. */
const QUICK_MS = 25;
/** A list as long as it happens to be is no statement that comes again. */
const LONG_TEXT = 8_000;
/** No handler by that number (a proxy has moved us to another server), no more of them, not of this kind, prepare again. */
const NOT_PREPARED = new Set([1243, 1461, 1295, 1615]);

/**
 * The statements of MySQL and MariaDB. One that is asked often is prepared, once for each connection: the server need not
 * read its text again, and rows come as bytes that need no reading (a tenth to a fifth of a short list). What cannot be
 * prepared goes as text; nothing has been done then. A connection that is lost takes what it had prepared along.
 */
export class ServerStatements {
  private readonly asked = new LRUCache<string, number>({ max: 1_000 });
  private readonly often = new LRUCache<string, true>({ max: PREPARED });

  /** @throws QueryFailedError */
  send<R>(connection: Asked, sql: string, parameters: readonly unknown[] = []): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const done: Done = (error, rows) =>
        error ? reject(new QueryFailedError(sql, [...parameters], error)) : resolve(rows as R);
      const bound = this.often.get(sql) ? bindable(parameters) : null;
      if (!bound) {
        const began = performance.now();
        return connection.query(sql, parameters, (error, rows) => {
          if (!error && performance.now() - began < QUICK_MS) this.count(sql, parameters.length);
          done(error, rows);
        });
      }
      return connection.execute(sql, bound, (error, rows) => {
        if (!NOT_PREPARED.has(error?.errno ?? 0)) return done(error, rows);
        this.often.delete(sql);
        return connection.query(sql, parameters, done);
      });
    });
  }

  private count(sql: string, places: number): void {
    if (!places || sql.length > LONG_TEXT) return;
    const times = (this.asked.get(sql) ?? 0) + 1;
    if (times < OFTEN) {
      this.asked.set(sql, times);
      return;
    }
    this.asked.delete(sql);
    this.often.set(sql, true);
  }
}

let whole: typeof Typed.LONGLONG | undefined;

/** The values as the text would have said them: whole numbers as such, not as fractions. null: something has no place. */
function bindable(parameters: readonly unknown[]): unknown[] | null {
  // The embedded engine's process never loads the driver.
  whole ??= (require('mysql2') as typeof import('mysql2')).TypedParameter.LONGLONG;
  const bound: unknown[] = [];
  for (const value of parameters) {
    if (value === null || value === undefined) bound.push(null);
    else if (typeof value === 'string' || Buffer.isBuffer(value)) bound.push(value);
    else if (typeof value === 'number') bound.push(Number.isSafeInteger(value) ? whole(value) : value);
    else if (typeof value === 'boolean' || typeof value === 'bigint') bound.push(whole(BigInt(value)));
    else if (value instanceof Uint8Array) bound.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    else return null;
  }
  return bound;
}
