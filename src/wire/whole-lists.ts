import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { WIRE } from '../contract/wire-messages';
import { LongReplies } from '../platform/long-replies';
import type { Tenant } from '../tenancy/tenant';
import { succeeded, type Envelope, type Reply } from './envelope';

const [HEAD, END] = JSON.stringify(succeeded(WIRE.list, [0])).split('0') as [string, string];

/** Lists without paging: all rows, read in batches while they are sent. */
@Injectable()
export class WholeLists {
  constructor(private readonly replies: LongReplies) {}

  /** @param all the own row; for whoever sees more than one, all of them */
  async sent<R extends object>(
    tenant: Tenant,
    reply: Reply,
    all: Promise<R> | AsyncGenerator<readonly R[]>,
  ): Promise<Readable | Envelope<R[]>> {
    if (all instanceof Promise) return succeeded(WIRE.list, [await all]);
    const text = await this.replies.stream(tenant.customer_id, textOf(all), 'list');
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return text;
  }
}

async function* textOf(batches: AsyncGenerator<readonly object[]>): AsyncGenerator<string> {
  let lead = HEAD;
  for await (const rows of batches) {
    if (!rows.length) continue;
    yield lead + rows.map((row) => JSON.stringify(row)).join(',');
    lead = ',';
  }
  yield lead === HEAD ? HEAD + END : END;
}
