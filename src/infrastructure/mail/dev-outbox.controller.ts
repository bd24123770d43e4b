import { Controller, Get, Header, Param, Req, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import Handlebars from 'handlebars';
import { NotFoundError } from '../../common/errors/app-error';
import { PUBLIC_ROUTE } from '../../common/http/route-metadata';
import { FolderMailTransport, type StoredMail } from './folder-mail-transport';

const LOOPBACK = /^(::1|127\.|::ffff:127\.)/;
const LOCAL_NAME = /^(localhost|0\.0\.0\.0|127(\.\d{1,3}){3}|\[::1?\])(:\d+)?$/i;

/** Shows mails that were stored instead of sent. Outside production only, for loopback clients only. */
@ApiExcludeController()
@Controller('dev')
@SetMetadata(PUBLIC_ROUTE, {
  why: 'outside production only, loopback only: the mails that were not sent',
  optionalSession: false,
})
export class DevOutboxController {
  constructor(private readonly transport: FolderMailTransport) {}

  @Get('outbox')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async list(@Req() request: FastifyRequest): Promise<string> {
    requireLoopback(request);
    return LIST_PAGE({ mails: await this.transport.all() });
  }

  @Get('outbox.json')
  async json(@Req() request: FastifyRequest): Promise<StoredMail[]> {
    requireLoopback(request);
    return this.transport.all();
  }

  @Get('outbox/:mail_id')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async one(@Req() request: FastifyRequest, @Param('mail_id') mail_id: string): Promise<string> {
    requireLoopback(request);
    const mail = await this.transport.one(mail_id);
    if (!mail) throw new NotFoundError('mail');
    return MAIL_PAGE(mail);
  }
}

/**
 * Checks the socket address, because a forwarded address can be forged. Also checks the Host header against DNS
 * rebinding, and rejects forwarded requests: a tunnel or proxy on this machine connects from loopback, too.
 */
function requireLoopback({ socket, headers }: FastifyRequest): void {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  const isLocal = LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_NAME.test(headers.host ?? '');
  if (!isLocal || isForwarded) throw new NotFoundError('page');
}

const PAGE_HEAD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox</title><style>
body{margin:0;font:16px/1.5 'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f1b2e;background:#f4f3f8}
main{max-width:960px;margin:0 auto;padding:24px 16px}h1{font-size:22px;margin:0 0 4px}p{margin:0 0 16px;color:#595959}a{color:#403098}
table{width:100%;border-collapse:collapse;background:#fff;border:1px solid #e3e0ee}th,td{text-align:start;padding:10px 12px;border-bottom:1px solid #e3e0ee;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600;background:#faf9fc}iframe{width:100%;height:640px;border:1px solid #e3e0ee;background:#fff}pre{background:#fff;border:1px solid #e3e0ee;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere}
</style></head><body><main>`;
const LIST_PAGE = Handlebars.compile(
  `${PAGE_HEAD}<h1>Outbox</h1><p>MAIL_URL is not set, so these mails stayed here. Newest first; reload to see new ones.</p>
{{#if mails.length}}<table><thead><tr><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Kind</th><th scope="col">Time (UTC)</th></tr></thead><tbody>
{{#each mails}}<tr><td>{{to}}</td><td><a href="/dev/outbox/{{mail_id}}">{{subject}}</a></td><td>{{kind}}</td><td>{{at}}</td></tr>{{/each}}
</tbody></table>{{else}}<p>No mail yet.</p>{{/if}}</main></body></html>`,
);
const MAIL_PAGE = Handlebars.compile(
  `${PAGE_HEAD}<p><a href="/dev/outbox">All mails</a></p><h1>{{subject}}</h1><p>To {{to}}, {{at}}, {{kind}}</p>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="{{html}}"></iframe><h2>Text part</h2><pre>{{text}}</pre></main></body></html>`,
);
