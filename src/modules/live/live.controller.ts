import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Clock } from '../../common/clock';
import { isId } from '../../common/ids';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { beginStream } from './live-stream-response';
import { LiveStreamsService } from './live-streams.service';

const EVENT_STREAM = 'text/event-stream';

@ApiTags('Live')
@Controller('api/live')
export class LiveController {
  constructor(
    private readonly streams: LiveStreamsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Allow('platform', 'admin', 'user')
  @ApiOperation({
    summary: 'Stream changes as server-sent events',
    description:
      'Events `change`, `job` and `notice`, each with `{"kind", "resource", "id", "version"}` and never with data: read the ' +
      'record again, with your own permissions. `id` null: several, or one that you cannot read. `reset`: too many changes, ' +
      'reload everything. `end`: this stream has ended, open another. A comment is sent every 15 seconds. At most six streams per account.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Id of the last received event; later events are sent first.',
    schema: { type: 'string', format: 'uuid' },
  })
  @ApiOkResponse({
    description: 'The stream. It ends with the session, after ten minutes, or when you close it.',
    content: { [EVENT_STREAM]: { schema: { type: 'string' } } },
  })
  async open(
    @CurrentTenant() tenant: Tenant,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stream_id = await this.streams.admit(tenant);
    // Headers set by hooks (CORS, security).
    const headers = Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined));
    reply.hijack();
    const streamHeaders = {
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      'cache-control': 'no-store, no-transform',
      // nginx would buffer the stream.
      'x-accel-buffering': 'no',
    };
    const socket = beginStream(
      reply.raw,
      { ...(headers as Record<string, string>), ...streamHeaders },
      this.clock.now(),
    );
    await this.streams.open(
      tenant,
      stream_id,
      socket,
      lastEventId !== undefined && isId(lastEventId) ? timeOf(lastEventId) : null,
    );
  }
}

/** RFC 9562 §5.7: a UUIDv7 starts with its millisecond. */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
