import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { WIRE } from '../contract/wire-messages';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { VideoProgressService } from '../trainings/video-progress.service';
import { succeeded } from './envelope';
import { VideoUrlQuery } from './training-lists.dto';
import { ChangesState, WireController } from './wire-call';

@WireController('Common')
export class LearningController {
  constructor(private readonly progress: VideoProgressService) {}

  /** For an assigned learner wall time for progress counts from here; an admin gets a preview, `assignment_id` null. */
  @Get('get_video_url_id')
  @ChangesState()
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'The short link by which a training’s video plays' })
  async videoUrl(@CurrentTenant() tenant: Tenant, @Query() query: VideoUrlQuery) {
    const { url, ...link } = await this.progress.open(tenant, query.training_id);
    return succeeded(WIRE.list, { video_id: link.training_id, video_url: url, ...link });
  }
}
