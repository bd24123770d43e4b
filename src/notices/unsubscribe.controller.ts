import { Controller, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { TakesForm } from '../platform/http/takes-form';
import { Public } from '../tenancy/access';
import { NoticeChoicesService } from './notice-choices.service';
import { askedPage, deadPage, donePage } from './unsubscribe-page';

const HTML = 'text/html; charset=utf-8';

/**
 * The way out of the mails, for whoever has got one: a page that says what is switched off, with one button. Only the POST
 * changes anything, for mailboxes and scanners follow links by themselves (RFC 8058).
 */
@ApiExcludeController()
@Controller('api/unsubscribe')
export class UnsubscribeController {
  constructor(private readonly choices: NoticeChoicesService) {}

  @Get(':token')
  @Public('the signed link of the mail is the permission; it shows what would be switched off, and changes nothing')
  @Header('Content-Type', HTML)
  async ask(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const way = await this.choices.wayOut(token);
    if (!way) reply.status(404);
    return way ? askedPage(way, token) : deadPage();
  }

  @Post(':token')
  @HttpCode(200)
  @Public('the signed link of the mail is the permission; it switches mails off and nothing else')
  @TakesForm()
  @Header('Content-Type', HTML)
  async leave(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const way = await this.choices.leaveBy(token);
    if (!way) reply.status(404);
    return way ? donePage(way) : deadPage();
  }
}
