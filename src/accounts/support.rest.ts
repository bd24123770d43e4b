import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { supportMessages } from '../contract/support-messages.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { SupportMessageRowDto, SupportMessageWrite } from './support.dto';
import { Support } from './support.service';

@ApiTags('Support messages')
@Controller('api/support-messages')
export class SupportMessagesRest {
  constructor(private readonly support: Support) {}

  @Get()
  @Allow(...supportMessages.read)
  @ApiList(supportMessages, SupportMessageRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.support.list(tenant, parseList(supportMessages, query)));
  }

  @Get(':id')
  @Allow(...supportMessages.read)
  @ApiRow(SupportMessageRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.support.one(tenant, id);
  }

  @Post()
  @Allow(...supportMessages.write)
  @AlsoWhenExpired('a change of plan is asked for here')
  @ApiOperation({ summary: 'Contact us: reaches platform staff, by mail too' })
  @ApiRow(SupportMessageRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: SupportMessageWrite) {
    return this.support.send(tenant, body);
  }

  @Post(':id/answered')
  @HttpCode(200)
  @Allow('platform')
  @ApiOperation({ summary: 'Somebody has answered it, outside of Skilgrid' })
  @ApiRow(SupportMessageRowDto)
  answered(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.support.mark(tenant, id, true);
  }

  @Post(':id/reopen')
  @HttpCode(200)
  @Allow('platform')
  @ApiOperation({ summary: 'It waits for an answer again' })
  @ApiRow(SupportMessageRowDto)
  reopen(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.support.mark(tenant, id, false);
  }
}
