import { Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../common/rest/id-param';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { Allow, AllowWhenExpired, CurrentTenant, AllowWithoutSecondFactor } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { EndedDto, SessionRowDto } from './my-sessions.dto';
import { MySessionsService } from './my-sessions.service';

@ApiTags('Me')
@Controller('api/me/sessions')
@Allow('platform', 'admin', 'user')
@AllowWhenExpired('signing out')
@AllowWithoutSecondFactor('signing out')
export class MySessionsController {
  constructor(private readonly sessions: MySessionsService) {}

  @Get()
  @ApiOperation({ summary: 'List your sessions, last used first' })
  @ApiOkResponse({
    type: SessionRowDto,
    isArray: true,
    headers: { 'X-Total-Count': { description: 'Number of all sessions.', schema: { type: 'integer' } } },
  })
  async list(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) answer: HeaderWriter) {
    return respondWithPage(answer, await this.sessions.list(tenant));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'End a session' })
  end(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.sessions.end(tenant, id);
  }

  @Post('end-others')
  @HttpCode(200)
  @ApiOperation({ summary: 'End all other sessions' })
  @ApiOkResponse({ type: EndedDto })
  endOthers(@CurrentTenant() tenant: Tenant) {
    return this.sessions.endOthers(tenant);
  }
}
