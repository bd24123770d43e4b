import { Readable } from 'node:stream';
import { breathing } from '../platform/breath';

/** What every call of the specification answers (contract.md, Envelope). */
export interface Envelope<T> {
  Status: boolean;
  status: 0 | 1;
  message: string;
  data: T;
}

/** The part of the HTTP answer that a call touches whose data is text already. */
export interface Reply {
  header(name: string, value: string): unknown;
}

export const said = <T>(message: string, data: T): Envelope<T> => ({ Status: true, status: 1, message, data });

/** A refusal that is no exception: the call itself worked. */
export const refused = (message: string): Envelope<null> => ({ Status: false, status: 0, message, data: null });

/**
 * A list without paging: all rows, sent part by part as they are read, so that no number of them fills the memory. The
 * first part is read before the answer begins: what refuses it still has a status.
 */
export async function streamed(
  reply: Reply,
  message: string,
  parts: AsyncGenerator<readonly object[]>,
): Promise<Readable> {
  const first = await parts.next();
  reply.header('Content-Type', 'application/json; charset=utf-8');
  return Readable.from(textOf(message, first.done ? [] : first.value, parts));
}

async function* textOf(
  message: string,
  first: readonly object[],
  others: AsyncGenerator<readonly object[]>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(said(message, [])).slice(0, -']}'.length)}${listed(first)}`;
  for await (const part of breathing(others)) if (part.length) yield `,${listed(part)}`;
  yield ']}';
}

const listed = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join(',');
