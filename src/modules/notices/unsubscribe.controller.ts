import { Controller, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { TakesForm } from '../../common/http/takes-form';
import { Public } from '../../tenancy/access.decorators';
import { NoticeChoicesService } from './notice-choices.service';
import { confirmPage, invalidLinkPage, donePage } from './unsubscribe-page';

const HTML = 'text/html; charset=utf-8';

/** Unsubscribe page. Only the POST changes anything: mailboxes and scanners follow links (RFC 8058). */
@ApiExcludeController()
@Controller('api/unsubscribe')
export class UnsubscribeController {
  constructor(private readonly choices: NoticeChoicesService) {}

  @Get(':token')
  @Public('the signed link of the mail is the permission; it shows what would be switched off, and changes nothing')
  @Header('Content-Type', HTML)
  async showPage(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const options = await this.choices.findUnsubscribeOptions(token);
    if (!options) reply.status(404);
    return options ? confirmPage(options, token) : invalidLinkPage();
  }

  @Post(':token')
  @HttpCode(200)
  @Public('the signed link of the mail is the permission; it switches mails off and nothing else')
  @TakesForm()
  @Header('Content-Type', HTML)
  async unsubscribe(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const options = await this.choices.unsubscribe(token);
    if (!options) reply.status(404);
    return options ? donePage(options) : invalidLinkPage();
  }
}
