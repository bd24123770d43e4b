import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { videoProgress } from '../contract/video-progress.resource';
import { ApiList } from '../platform/definitions/api-list';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { readingRest } from '../tenancy/resources/resource.rest';
import type { Tenant } from '../tenancy/tenant';
import { TrainingAssignment } from './assignment.entity';
import { BulkAssignment, BulkOutcome, BulkPreview, Removal, RemovalOutcome } from './assignments.dto';
import { AssignmentsService } from './assignments.service';
import { BeatAnswerDto, BeatDto } from './trainings.dto';
import { VideoProgress } from './video-progress.entity';
import { VideoProgressService } from './video-progress.service';

@ApiTags('Training assignments')
@Controller('api/training-assignments')
export class TrainingAssignmentsRest extends readingRest(TrainingAssignment, AssignmentsService) {
  /** Every staff member × every training, all or nothing, at most 1,000 pairs; asking twice is safe. */
  @Post('bulk')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: BulkOutcome })
  assign(@CurrentTenant() tenant: Tenant, @Body() body: BulkAssignment) {
    return this.service.assign(tenant, body);
  }

  @Post('bulk/preview')
  @HttpCode(200)
  @Allow('admin')
  @AlsoWhenExpired('looks only: nothing is written')
  @ApiOkResponse({ type: BulkPreview })
  preview(@CurrentTenant() tenant: Tenant, @Body() body: BulkAssignment) {
    return this.service.preview(tenant, body);
  }

  /** Completed ones stay, and all progress is kept. */
  @Post('remove')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: RemovalOutcome })
  remove(@CurrentTenant() tenant: Tenant, @Body() body: Removal) {
    return this.service.remove(tenant, body.assignment_id, body.reason ?? null);
  }
}

@ApiTags('Video progress')
@Controller('api/video-progress')
export class VideoProgressRest {
  constructor(private readonly progress: VideoProgressService) {}

  /** An admin sees all, a learner the own rows. */
  @Get()
  @Allow(...videoProgress.read)
  @ApiList(videoProgress, dtosOf(VideoProgress).row)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.progress.list(tenant, parseList(videoProgress, query)));
  }

  /** A beat of the player, every 10 s and on pause; repeating it is harmless. */
  @Post()
  @HttpCode(200)
  @Allow(...videoProgress.write)
  @ApiOkResponse({ type: BeatAnswerDto })
  beat(@CurrentTenant() tenant: Tenant, @Body() body: BeatDto) {
    return this.progress.beat(tenant, body);
  }
}
