import { LRUCache } from 'lru-cache';
import { TypedParameter } from 'mysql2';
import { QueryFailedError } from 'typeorm';

type Done = (error: (Error & { errno?: number }) | null, rows: unknown) => void;
/** A connection of the driver's. */
export interface Asked {
  query(sql: string | { sql: string; timeout: number }, parameters: readonly unknown[], done: Done): void;
  execute(sql: string, parameters: readonly unknown[], done: Done): void;
  destroy(): void;
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
/** From here on MariaDB makes a list a table, which servers have done wrongly where its values are places. */
const LONG_LIST = 999;
/**
 * What is not found by equality alone goes as text. Of a range MariaDB decides by its bounds which way it goes; where they
 * were places it read from the end of the index up to them (size/lists: 477 rows for four).
 */
const RANGE = /[<>]|\b(?:LIKE|BETWEEN)\b/;
/** No more of them, not of this kind, prepare again: nothing has been done. */
const NOT_PREPARED = new Set([1461, 1295, 1615]);
/** No statement by that number: a proxy has moved the session to another server. */
const MOVED = 1243;

/**
 * The statements of MySQL and MariaDB. One that is asked often is prepared, once for each connection: the server need not
 * read its text again, and rows come as bytes that need no reading (a tenth to a fifth of a short list). What cannot be
 * prepared goes as text; nothing has been done then. A connection that is lost takes what it had prepared along.
 */
export class ServerStatements {
  /** How often a text is asked before it is prepared. Tests prepare at once. */
  static often = OFTEN;
  private readonly asked = new LRUCache<string, number>({ max: 1_000 });
  private readonly often = new LRUCache<string, true>({ max: PREPARED });

  /**
   * @param isOpen a transaction is: where the session has moved it is not there any more, and all of it is to be repeated
   * @throws QueryFailedError
   */
  send<R>(connection: Asked, sql: string, parameters: readonly unknown[] = [], isOpen = false): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const done: Done = (error, rows) =>
        error ? reject(new QueryFailedError(sql, [...parameters], error)) : resolve(rows as R);
      const bound = this.often.get(sql) ? bindable(parameters) : null;
      const began = performance.now();
      const isQuick = () => performance.now() - began < QUICK_MS;
      if (!bound) {
        return connection.query(sql, parameters, (error, rows) => {
          if (!error && isQuick()) this.count(sql, parameters.length);
          done(error, rows);
        });
      }
      return connection.execute(sql, bound, (error, rows) => {
        const number = error?.errno ?? 0;
        // The database may have gone far away since; a text that is quick again comes back.
        if (NOT_PREPARED.has(number) || number === MOVED || !isQuick()) this.often.delete(sql);
        if (NOT_PREPARED.has(number)) return connection.query(sql, parameters, done);
        if (number !== MOVED) return done(error, rows);
        // Its session has none of our settings.
        if (!isOpen) return connection.query(sql, parameters, (...answer) => (connection.destroy(), done(...answer)));
        connection.destroy();
        return done(Object.assign(error!, { code: 'PROTOCOL_CONNECTION_LOST' }), rows);
      });
    });
  }

  private count(sql: string, places: number): void {
    if (!places || places > LONG_LIST || sql.length > LONG_TEXT || RANGE.test(sql)) return;
    const times = (this.asked.get(sql) ?? 0) + 1;
    if (times < ServerStatements.often) {
      this.asked.set(sql, times);
      return;
    }
    this.asked.delete(sql);
    this.often.set(sql, true);
  }
}

/** The values as the text would have said them: whole numbers as such, not as fractions. null: something has no place. */
function bindable(parameters: readonly unknown[]): unknown[] | null {
  const bound: unknown[] = [];
  for (const value of parameters) {
    if (value === null || value === undefined) bound.push(null);
    else if (typeof value === 'string' || Buffer.isBuffer(value)) bound.push(value);
    else if (Number.isFinite(value))
      bound.push(Number.isSafeInteger(value) ? TypedParameter.LONGLONG(value as number) : value);
    else if (typeof value === 'boolean' || typeof value === 'bigint')
      bound.push(TypedParameter.LONGLONG(BigInt(value)));
    else if (value instanceof Uint8Array) bound.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    else return null;
  }
  return bound;
}
