import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { WIRE } from '../contract/wire-messages';
import { SpooledTexts } from '../platform/spooled-texts';
import { succeeded, type Envelope, type Reply } from './envelope';

const [HEAD, END] = JSON.stringify(succeeded(WIRE.list, [0])).split('0') as [string, string];

/** Lists without paging: all rows, whose number neither fills the memory nor asks for another statement. */
@Injectable()
export class WholeLists {
  constructor(private readonly texts: SpooledTexts) {}

  /** @param all the own row; for whoever sees more than one, all of them */
  async sent<R extends object>(
    reply: Reply,
    all: Promise<R> | AsyncGenerator<readonly R[]>,
  ): Promise<Readable | Envelope<R[]>> {
    if (all instanceof Promise) return succeeded(WIRE.list, [await all]);
    const asText = (rows: readonly R[], isFirst: boolean): string => {
      const text = rows.map((row) => JSON.stringify(row)).join(',');
      return isFirst ? HEAD + text : text && `,${text}`;
    };
    const text = await this.texts.open({ what: 'list', parts: all, asText, end: END });
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return text;
  }
}
