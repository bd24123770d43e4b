import { Body, Controller, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allow, AllowWhenExpired, CurrentTenant } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { NoticeChoicesService } from './notice-choices.service';
import { NoticeListService } from './notice-list.service';
import { NoticeLogService } from './notice-log.service';
import { NoticeSettingsService } from './notice-settings.service';
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

const EXPIRED_REASON = 'read marks and notification preferences do not depend on the plan';

@ApiTags('Notices')
@Controller('api/notices')
@Allow('admin', 'user')
export class NoticesController {
  constructor(
    private readonly noticeList: NoticeListService,
    private readonly choices: NoticeChoicesService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List your notices, newest first, with the number unread' })
  @ApiOkResponse({ type: NoticesDto })
  page(@CurrentTenant() tenant: Tenant, @Query() { before }: NoticesQuery) {
    return this.noticeList.page(tenant, before);
  }

  @Get('unread')
  @ApiOperation({ summary: 'Count your unread notices' })
  @ApiOkResponse({ type: NoticesReadDto })
  async unread(@CurrentTenant() tenant: Tenant) {
    return { unread: await this.noticeList.unread(tenant) };
  }

  @Post('read')
  @HttpCode(200)
  @AllowWhenExpired(EXPIRED_REASON)
  @ApiOperation({ summary: 'Mark your notices as read; others are ignored' })
  @ApiOkResponse({ type: NoticesReadDto })
  async read(@CurrentTenant() tenant: Tenant, @Body() { notice_id }: NoticesReadBody) {
    return { unread: await this.noticeList.markRead(tenant, notice_id) };
  }

  @Post('read-all')
  @HttpCode(200)
  @AllowWhenExpired(EXPIRED_REASON)
  @ApiOperation({ summary: 'Mark all your notices as read' })
  @ApiOkResponse({ type: NoticesReadDto })
  async readAll(@CurrentTenant() tenant: Tenant) {
    return { unread: await this.noticeList.markRead(tenant, 'all') };
  }

  @Get('choices')
  @ApiOperation({ summary: 'Read your notification preferences' })
  @ApiOkResponse({ type: NoticeChoicesDto })
  chosen(@CurrentTenant() tenant: Tenant) {
    return this.choices.readOwn(tenant);
  }

  @Put('choices')
  @AllowWhenExpired(EXPIRED_REASON)
  @ApiOperation({
    summary: 'Change your notification preferences; emails required by the organisation are always sent',
  })
  @ApiOkResponse({ type: NoticeChoicesDto })
  choose(@CurrentTenant() tenant: Tenant, @Body() { choices }: NoticeChoicesBody) {
    return this.choices.choose(tenant, choices);
  }
}

@ApiTags('Settings')
@Controller('api/settings/notices')
@Allow('admin')
export class NoticeSettingsController {
  constructor(
    private readonly settings: NoticeSettingsService,
    private readonly log: NoticeLogService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Read the notification rules of the organisation' })
  @ApiOkResponse({ type: NoticeSettingsDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.settings.read(tenant);
  }

  @Patch()
  @ApiOperation({ summary: 'Change the notification rules; omitted ones stay, and sent notices are not changed' })
  @ApiOkResponse({ type: NoticeSettingsDto })
  change(@CurrentTenant() tenant: Tenant, @Body() body: NoticeSettingsBody) {
    return this.settings.change(tenant, body);
  }

  @Get('preview')
  @ApiOperation({ summary: 'Preview the notices of one of the next 14 days' })
  @ApiOkResponse({ type: NoticePreviewDto })
  preview(@CurrentTenant() tenant: Tenant, @Query() { day, after }: NoticePreviewQuery) {
    return this.log.preview(tenant, day, after);
  }

  @Get('mails')
  @ApiOperation({ summary: 'List the emails about learning and their delivery, newest first' })
  @ApiOkResponse({ type: NoticeMailsDto })
  mails(@CurrentTenant() tenant: Tenant, @Query() { before, state }: NoticeMailsQuery) {
    return this.log.mails(tenant, before, state);
  }
}
