import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { enrolmentRequests } from '../../contract/enrolment-requests.resource';
import { ApiList, ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { parseListQuery, type RawQuery } from '../../infrastructure/rest/list-query';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { MalformedRequestError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import { createReadController, ResourceController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { EnrolmentRequest } from './enrolment-request.entity';
import { EnrolmentRequestsService } from './enrolment-requests.service';
import { DeclineDto, EnrolmentRequestRowDto, OwnEnrolmentDto } from './enrolments.dto';
import { EnrolmentsService } from './enrolments.service';
import { Training } from './training.entity';

@ApiTags('Trainings')
@Controller('api/trainings/:id')
@VersionedRoute(Training, 'training_id')
export class TrainingEnrolmentController {
  constructor(private readonly enrolments: EnrolmentsService) {}

  @Post('enrol')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: OwnEnrolmentDto })
  enrol(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.enrolments.enrol(tenant, id);
  }

  @Post('withdraw')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiOkResponse({ type: OwnEnrolmentDto })
  withdraw(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.enrolments.withdraw(tenant, id);
  }
}

/** @throws MalformedRequestError for other values: ignoring them would return rows of the wrong person */
function parseWaitingFor(waiting_for: RawQuery[string]): boolean {
  if (waiting_for !== undefined && waiting_for !== 'me')
    throw new MalformedRequestError('waiting_for is "me".', {
      waiting_for: [fieldError('query', 'waiting_for is "me".')],
    });
  return waiting_for === 'me';
}

@ResourceController(EnrolmentRequest)
export class EnrolmentRequestsController extends createReadController(EnrolmentRequest, EnrolmentRequestsService, {
  row: EnrolmentRequestRowDto,
}) {
  @Get()
  @Allow(...enrolmentRequests.read)
  @ApiList(enrolmentRequests, EnrolmentRequestRowDto)
  @ApiQuery({
    name: 'waiting_for',
    required: false,
    schema: { type: 'string', enum: ['me'] },
    description: 'me: requests waiting for the user’s decision.',
  })
  override async list(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: HeaderWriter,
  ) {
    const { waiting_for, ...rest } = query;
    const isDecidableOnly = parseWaitingFor(waiting_for);
    return respondWithPage(
      answer,
      await this.service.list(tenant, parseListQuery(enrolmentRequests, rest), isDecidableOnly),
    );
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiRow(EnrolmentRequestRowDto)
  approve(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.service.approve(tenant, id);
  }

  @Post(':id/decline')
  @HttpCode(200)
  @Allow('admin', 'user')
  @ApiRow(EnrolmentRequestRowDto)
  decline(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: DeclineDto) {
    return this.service.decline(tenant, id, body.reason);
  }
}
