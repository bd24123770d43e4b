import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { enrolmentRequests } from '../contract/enrolment-requests.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Malformed } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import { createReadController, ResourceController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { EnrolmentRequest } from './enrolment-request.entity';
import { EnrolmentRequestsService } from './enrolment-requests.service';
import { Declining, EnrolmentRequestRowDto, OwnEnrolmentDto } from './enrolments.dto';
import { EnrolmentsService } from './enrolments.service';
import { Training } from './training.entity';

@ApiTags('Trainings')
@Controller('api/trainings/:id')
@VersionOf(Training, 'training_id')
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

/** @throws Malformed for anybody else: that would be the rows of whoever asks, taken for theirs */
function isWaiting(waiting_for: RawQuery[string]): boolean {
  if (waiting_for !== undefined && waiting_for !== 'me')
    throw new Malformed('waiting_for is "me".', {
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
    @Res({ passthrough: true }) answer: Answer,
  ) {
    const { waiting_for, ...rest } = query;
    const waiting = isWaiting(waiting_for);
    return answerPage(answer, await this.service.list(tenant, parseList(enrolmentRequests, rest), waiting));
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
  decline(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: Declining) {
    return this.service.decline(tenant, id, body.reason);
  }
}
