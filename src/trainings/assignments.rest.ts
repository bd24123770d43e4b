import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { trainingAssignments } from '../contract/training-assignments.resource';
import { videoProgress } from '../contract/video-progress.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import {
  AssignmentRowDto,
  BulkAssignment,
  BulkOutcome,
  BulkPreview,
  Removal,
  RemovalOutcome,
  VideoProgressRowDto,
} from './assignments.dto';
import { AssignmentsService } from './assignments.service';
import { BeatAnswerDto, BeatDto } from './trainings.dto';
import { VideoProgressService } from './video-progress.service';

@ApiTags('Training assignments')
@Controller('api/training-assignments')
export class TrainingAssignmentsRest {
  constructor(private readonly assignments: AssignmentsService) {}

  /** An admin sees all, a learner the own ones. */
  @Get()
  @Allow(...trainingAssignments.read)
  @ApiList(trainingAssignments, AssignmentRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.assignments.list(tenant, parseList(trainingAssignments, query)));
  }

  @Get(':id')
  @Allow(...trainingAssignments.read)
  @ApiRow(AssignmentRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.assignments.one(tenant, id);
  }

  /** Every staff member × every training, all or nothing, at most 1,000 pairs; asking twice is safe. */
  @Post('bulk')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: BulkOutcome })
  assign(@CurrentTenant() tenant: Tenant, @Body() body: BulkAssignment) {
    return this.assignments.assign(tenant, body);
  }

  @Post('bulk/preview')
  @HttpCode(200)
  @Allow('admin')
  @AlsoWhenExpired('looks only: nothing is written')
  @ApiOkResponse({ type: BulkPreview })
  preview(@CurrentTenant() tenant: Tenant, @Body() body: BulkAssignment) {
    return this.assignments.preview(tenant, body);
  }

  /** Completed ones stay, and all progress is kept. */
  @Post('remove')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: RemovalOutcome })
  remove(@CurrentTenant() tenant: Tenant, @Body() body: Removal) {
    return this.assignments.remove(tenant, body.assignment_id, body.reason ?? null);
  }
}

@ApiTags('Video progress')
@Controller('api/video-progress')
export class VideoProgressRest {
  constructor(private readonly progress: VideoProgressService) {}

  /** An admin sees all, a learner the own rows. */
  @Get()
  @Allow(...videoProgress.read)
  @ApiList(videoProgress, VideoProgressRowDto)
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
