import { Controller, Get, Header, Param, Req, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import Handlebars from 'handlebars';
import { NotFound } from '../errors/app-error';
import { PUBLIC_ROUTE } from '../http/public-routes';
import { FolderPost, type KeptMail } from './folder-post';

const LOOPBACK = /^(::1|127\.|::ffff:127\.)/;
const LOCAL_NAME = /^(localhost|0\.0\.0\.0|127(\.\d{1,3}){3}|\[::1?\])(:\d+)?$/i;

/** The mails that were not sent. Registered outside production only, answers this machine only. */
@ApiExcludeController()
@Controller('dev')
@SetMetadata(PUBLIC_ROUTE, {
  why: 'outside production only, loopback only: the mails that were not sent',
  recognise: false,
})
export class DevOutboxController {
  constructor(private readonly post: FolderPost) {}

  @Get('outbox')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async list(@Req() request: FastifyRequest): Promise<string> {
    demandLoopback(request);
    return LIST({ mails: await this.post.all() });
  }

  @Get('outbox.json')
  async json(@Req() request: FastifyRequest): Promise<KeptMail[]> {
    demandLoopback(request);
    return this.post.all();
  }

  @Get('outbox/:mail_id')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async one(@Req() request: FastifyRequest, @Param('mail_id') mail_id: string): Promise<string> {
    demandLoopback(request);
    const mail = await this.post.one(mail_id);
    if (!mail) throw new NotFound('mail');
    return ONE(mail);
  }
}

/**
 * The socket's own address: a forwarded one would let anyone claim to sit here. A tunnel or a proxy on this machine, or a
 * page of somebody else whose name was made to point here, comes from this machine, too, and by another name.
 */
function demandLoopback({ socket, headers }: FastifyRequest): void {
  const passedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  const isHere = LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_NAME.test(headers.host ?? '');
  if (!isHere || passedOn) throw new NotFound('page');
}

const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox</title><style>
body{margin:0;font:16px/1.5 'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f1b2e;background:#f4f3f8}
main{max-width:960px;margin:0 auto;padding:24px 16px}h1{font-size:22px;margin:0 0 4px}p{margin:0 0 16px;color:#595959}a{color:#403098}
table{width:100%;border-collapse:collapse;background:#fff;border:1px solid #e3e0ee}th,td{text-align:start;padding:10px 12px;border-bottom:1px solid #e3e0ee;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600;background:#faf9fc}iframe{width:100%;height:640px;border:1px solid #e3e0ee;background:#fff}pre{background:#fff;border:1px solid #e3e0ee;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere}
</style></head><body><main>`;
const LIST = Handlebars.compile(
  `${head}<h1>Outbox</h1><p>MAIL_URL is not set, so these mails stayed here. Newest first; reload to see new ones.</p>
{{#if mails.length}}<table><thead><tr><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Kind</th><th scope="col">Time (UTC)</th></tr></thead><tbody>
{{#each mails}}<tr><td>{{to}}</td><td><a href="/dev/outbox/{{mail_id}}">{{subject}}</a></td><td>{{kind}}</td><td>{{at}}</td></tr>{{/each}}
</tbody></table>{{else}}<p>No mail yet.</p>{{/if}}</main></body></html>`,
);
const ONE = Handlebars.compile(
  `${head}<p><a href="/dev/outbox">All mails</a></p><h1>{{subject}}</h1><p>To {{to}}, {{at}}, {{kind}}</p>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="{{html}}"></iframe><h2>Text part</h2><pre>{{text}}</pre></main></body></html>`,
);
