import { Body, Controller, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { NoticeChoicesService } from './notice-choices.service';
import { NoticeList } from './notice-list.service';
import { NoticeLog } from './notice-log.service';
import { NoticeRules } from './notice-settings.service';
import {
  NoticeChoicesBody,
  NoticeChoicesDto,
  NoticeMailsDto,
  NoticeMailsQuery,
  NoticePreviewDto,
  NoticePreviewQuery,
  NoticeSettingsBody,
  NoticeSettingsDto,
  NoticesDto,
  NoticesQuery,
  NoticesReadBody,
  NoticesReadDto,
} from './notices.dto';

const NO_BILL = 'what one has read, and wants to be told, is not what a plan pays for';

@ApiTags('Notices')
@Controller('api/notices')
@Allow('admin', 'user')
export class NoticesRest {
  constructor(
    private readonly list: NoticeList,
    private readonly choices: NoticeChoicesService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What the signed-in person was told, newest first, and how much of it is unread' })
  @ApiOkResponse({ type: NoticesDto })
  page(@CurrentTenant() tenant: Tenant, @Query() { before }: NoticesQuery) {
    return this.list.page(tenant, before);
  }

  @Get('unread')
  @ApiOperation({ summary: 'How many own notices are unread' })
  @ApiOkResponse({ type: NoticesReadDto })
  async unread(@CurrentTenant() tenant: Tenant) {
    return { unread: await this.list.unread(tenant) };
  }

  @Post('read')
  @HttpCode(200)
  @AlsoWhenExpired(NO_BILL)
  @ApiOperation({ summary: 'Mark own notices as read; what is not the own one is passed over' })
  @ApiOkResponse({ type: NoticesReadDto })
  async read(@CurrentTenant() tenant: Tenant, @Body() { notice_id }: NoticesReadBody) {
    return { unread: await this.list.read(tenant, notice_id) };
  }

  @Post('read-all')
  @HttpCode(200)
  @AlsoWhenExpired(NO_BILL)
  @ApiOperation({ summary: 'Mark all own notices as read' })
  @ApiOkResponse({ type: NoticesReadDto })
  async readAll(@CurrentTenant() tenant: Tenant) {
    return { unread: await this.list.read(tenant, 'all') };
  }

  @Get('choices')
  @ApiOperation({ summary: 'What the signed-in person wants to be told, by which way' })
  @ApiOkResponse({ type: NoticeChoicesDto })
  chosen(@CurrentTenant() tenant: Tenant) {
    return this.choices.own(tenant);
  }

  @Put('choices')
  @AlsoWhenExpired(NO_BILL)
  @ApiOperation({ summary: 'Choose what to be told; a mail that the organisation always sends comes all the same' })
  @ApiOkResponse({ type: NoticeChoicesDto })
  choose(@CurrentTenant() tenant: Tenant, @Body() { choices }: NoticeChoicesBody) {
    return this.choices.choose(tenant, choices);
  }
}

@ApiTags('Settings')
@Controller('api/settings/notices')
@Allow('admin')
export class NoticeSettingsRest {
  constructor(
    private readonly rules: NoticeRules,
    private readonly log: NoticeLog,
  ) {}

  @Get()
  @ApiOperation({ summary: 'What people of the organisation are told of, and how many days before' })
  @ApiOkResponse({ type: NoticeSettingsDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.rules.read(tenant);
  }

  @Patch()
  @ApiOperation({ summary: 'What is left out stays; what was told before stays told' })
  @ApiOkResponse({ type: NoticeSettingsDto })
  change(@CurrentTenant() tenant: Tenant, @Body() body: NoticeSettingsBody) {
    return this.rules.change(tenant, body);
  }

  @Get('preview')
  @ApiOperation({ summary: 'Who gets what on one of the next 14 days, as things stand now' })
  @ApiOkResponse({ type: NoticePreviewDto })
  preview(@CurrentTenant() tenant: Tenant, @Query() { day, after }: NoticePreviewQuery) {
    return this.log.preview(tenant, day, after);
  }

  @Get('mails')
  @ApiOperation({ summary: 'Which mails about learning went to whom, and what became of them, newest first' })
  @ApiOkResponse({ type: NoticeMailsDto })
  mails(@CurrentTenant() tenant: Tenant, @Query() { before, state }: NoticeMailsQuery) {
    return this.log.mails(tenant, before, state);
  }
}
