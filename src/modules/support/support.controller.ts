import { HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { Allow, AllowWhenExpired, CurrentTenant } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { SupportMessage } from './support-message.entity';
import { SupportService } from './support.service';

const { row: MessageRow } = getResourceDtos(SupportMessage);

@ResourceController(SupportMessage)
export class SupportMessagesController extends createCrudController(SupportMessage, SupportService, {
  extraDecorators: {
    create: [
      AllowWhenExpired('used to request a change of plan'),
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
    return this.service.setAnswered(tenant, id, true);
  }

  @Post(':id/reopen')
  @HttpCode(200)
  @Allow('platform')
  @ApiOperation({ summary: 'Mark a message as waiting again' })
  @ApiRow(MessageRow)
  reopen(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.setAnswered(tenant, id, false);
  }
}
