import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { breathing } from './breath';
import { Config } from './config/config';
import { LongReads, type LongRead } from './long-reads';
import { Spool } from './spool';

/** What a text is made of. */
export interface Telling<R> {
  /** What it is to whoever hears that it takes too long. */
  what: LongRead;
  /** Some rows at a time; ended when the text is, however that comes about. */
  parts: AsyncGenerator<readonly R[]>;
  /** Of some rows; `isFirst`: the text begins with it. */
  asText: (rows: readonly R[], isFirst: boolean) => string;
  end?: string;
}

/**
 * Texts of any number of rows that are read in one statement at the database's speed, and written and sent part by part, so
 * that they fill no memory. As a report, each is read within a report's time or not at all; how long it then takes to be sent
 * is the reader's affair. One line for all of them: the connections are one process's, and each may want a second one for
 * the event that tells of it.
 */
@Injectable()
export class SpooledTexts {
  private readonly reads = new LongReads();
  /** For what a slow reader has not taken yet. */
  private readonly folder: string;

  constructor(config: Config) {
    this.folder = config.dataFolder;
  }

  /** The first part is read before the answer begins: what refuses it still has a status. @throws TooSlow */
  open<R>(telling: Telling<R>): Promise<Readable> {
    const { parts, what } = telling;
    const opened = async (leave: () => void): Promise<Readable> => {
      const over = (): Promise<unknown> => parts.return(undefined).finally(leave);
      try {
        const first = await parts.next();
        return new Spool(textOf(telling, first.done ? [] : first.value, over), this.folder);
      } catch (error) {
        await over();
        throw error;
      }
    };
    return this.reads.hold(opened, what);
  }

  /**
   * The whole of it is there before the answer begins: what fails at its last row still has a status, and how much it is and
   * what it adds up to is said in the head.
   * @throws TooSlow
   */
  whole(source: () => AsyncIterable<string | Uint8Array>, what: LongRead): Promise<Spooled> {
    return this.reads.run(() => this.apart(source()), what);
  }

  /** The same in no line: of whoever has a lane and a time of their own. */
  async apart(source: AsyncIterable<string | Uint8Array>): Promise<Spooled> {
    const spool = new Spool(source, this.folder, { summed: true });
    return { content: spool, ...(await spool.whole()) };
  }
}

export interface Spooled {
  content: Readable;
  bytes: number;
  sha256: Buffer;
}

async function* textOf<R>(
  { parts, asText, end }: Telling<R>,
  first: readonly R[],
  over: () => Promise<unknown>,
): AsyncGenerator<string> {
  try {
    yield asText(first, true);
    for await (const part of breathing(parts)) yield asText(part, false);
    if (end) yield end;
  } finally {
    await over();
  }
}
