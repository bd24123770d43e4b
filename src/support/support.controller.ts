import { HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { SupportMessage } from './support-message.entity';
import { Support } from './support.service';

const { row: MessageRow } = dtosOf(SupportMessage);

@ResourceController(SupportMessage)
export class SupportMessagesController extends createCrudController(SupportMessage, Support, {
  also: {
    create: [
      AlsoWhenExpired('a change of plan is asked for here'),
      ApiOperation({ summary: 'Send a message to platform staff, also by email' }),
    ],
  },
}) {
  @Post(':id/answered')
  @HttpCode(200)
  @Allow('platform')
  @ApiOperation({ summary: 'Mark a message as answered (outside Skilgrid)' })
  @ApiRow(MessageRow)
  answered(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.mark(tenant, id, true);
  }

  @Post(':id/reopen')
  @HttpCode(200)
  @Allow('platform')
  @ApiOperation({ summary: 'Mark a message as waiting again' })
  @ApiRow(MessageRow)
  reopen(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.mark(tenant, id, false);
  }
}
