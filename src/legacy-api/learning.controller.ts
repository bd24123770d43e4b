import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { Allow, CurrentTenant } from '../tenancy/access.decorators';
import type { Tenant } from '../tenancy/tenant';
import { VideoProgressService } from '../modules/trainings/video-progress.service';
import { success } from './envelope';
import { VideoUrlQuery } from './training-lists.dto';
import { ChangesState, LegacyController } from './legacy.decorators';

@LegacyController('Common')
export class LearningController {
  constructor(private readonly progress: VideoProgressService) {}

  /** Starts the wall clock for an assigned learner's progress; admins get a preview with `assignment_id` null. */
  @Get('get_video_url_id')
  @ChangesState()
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'The short link by which a training’s video plays' })
  async videoUrl(@CurrentTenant() tenant: Tenant, @Query() query: VideoUrlQuery) {
    const { url, ...link } = await this.progress.open(tenant, query.training_id);
    return success(LEGACY_MESSAGES.list, { video_id: link.training_id, video_url: url, ...link });
  }
}
