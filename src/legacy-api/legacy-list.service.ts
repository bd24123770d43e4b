import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { StreamingResponseService } from '../infrastructure/http/streaming-response.service';
import type { Tenant } from '../tenancy/tenant';
import { success, type Envelope, type Reply } from './envelope';

const [ENVELOPE_START, ENVELOPE_END] = JSON.stringify(success(LEGACY_MESSAGES.list, [0])).split('0') as [
  string,
  string,
];

/** Legacy lists have no paging: all rows are streamed in batches. */
@Injectable()
export class LegacyListService {
  constructor(private readonly replies: StreamingResponseService) {}

  /** @param rows a single row, or batches of all rows */
  async respond<R extends object>(
    tenant: Tenant,
    reply: Reply,
    rows: Promise<R> | AsyncGenerator<readonly R[]>,
  ): Promise<Readable | Envelope<R[]>> {
    if (rows instanceof Promise) return success(LEGACY_MESSAGES.list, [await rows]);
    const text = await this.replies.stream(tenant.customer_id, toJsonText(rows), 'list');
    reply.header('Content-Type', 'application/json; charset=utf-8');
    return text;
  }
}

async function* toJsonText(batches: AsyncGenerator<readonly object[]>): AsyncGenerator<string> {
  let separator = ENVELOPE_START;
  for await (const rows of batches) {
    if (!rows.length) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield separator === ENVELOPE_START ? ENVELOPE_START + ENVELOPE_END : ENVELOPE_END;
}
