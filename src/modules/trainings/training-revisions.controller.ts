import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { trainings } from '../../contract/trainings.resource';
import { IdParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { Training } from './training.entity';
import { PublishedRevisionDto, PublishRevisionDto, RevisionsDto } from './training-revisions.dto';
import { TrainingRevisionsService } from './training-revisions.service';

@ApiTags('Trainings')
@Controller('api/trainings/:id/revisions')
@VersionedRoute(Training, 'training_id')
export class TrainingRevisionsController {
  constructor(private readonly revisions: TrainingRevisionsService) {}

  @Get()
  @Allow('platform', 'admin', 'api_key')
  @ApiOkResponse({ type: RevisionsDto })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.revisions.list(tenant, id);
  }

  /** Publishes the present revision; train_again opens the next cycle of everyone who completed it */
  @Post()
  @HttpCode(200)
  @Allow(...trainings.write)
  @ApiOkResponse({ type: PublishedRevisionDto })
  publish(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: PublishRevisionDto) {
    return this.revisions.publish(tenant, id, { ...body, note: body.note ?? null });
  }
}
