import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { trainings } from '../contract/trainings.resource';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { Training } from './training.entity';
import { PublishedRevisionDto, PublishesAnew, RevisionsDto } from './training-revisions.dto';
import { TrainingRevisions } from './training-revisions';

@ApiTags('Trainings')
@Controller('api/trainings/:id/revisions')
@VersionOf(Training, 'training_id')
export class TrainingRevisionsController {
  constructor(private readonly revisions: TrainingRevisions) {}

  @Get()
  @Allow('platform', 'admin', 'api_key')
  @ApiOkResponse({ type: RevisionsDto })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.revisions.of(tenant, id);
  }

  /** Answered the same again, nothing changes; with yes, a job opens the next cycle of whoever completed it. */
  @Post()
  @HttpCode(200)
  @Allow(...trainings.write)
  @ApiOkResponse({ type: PublishedRevisionDto })
  publish(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: PublishesAnew) {
    return this.revisions.publish(tenant, id, { ...body, note: body.note ?? null });
  }
}
