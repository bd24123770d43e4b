import { Body, Controller, Get, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { videoProgress } from '../../contract/video-progress.resource';
import { ApiList } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import { parseListQuery, type RawQuery } from '../../infrastructure/rest/list-query';
import { respondWithPage, type HeaderWriter } from '../../common/rest/page-response';
import { Allow, AllowWhenExpired, CurrentTenant, DryRun, VersionedRoute } from '../../tenancy/access.decorators';
import { JobStartedDto } from '../background-jobs/jobs.dto';
import { getResourceDtos } from '../../crud/resource-dtos';
import { registerList } from '../../crud/list.registry';
import { createReadController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { TrainingAssignment } from './assignment.entity';
import { AssignmentDecisionsService } from './assignment-decisions.service';
import {
  AssignmentRowDto,
  BulkAssignment,
  BulkOutcome,
  BulkPreview,
  Extension,
  ExtensionOutcome,
  ExtraAttemptDto,
  ExtraAttemptWrite,
  Removal,
  RemovalOutcome,
  Waiver,
  WaiverOutcome,
} from './assignments.dto';
import { AssignmentsService } from './assignments.service';
import { BulkAssignmentService } from './bulk-assignment.service';
import { ExtraAttemptService } from './extra-attempt.service';
import { WatchProgressAnswerDto, WatchProgressDto, PastVideoProgressDto } from './trainings.dto';
import { VideoProgress } from './video-progress.entity';
import { VideoProgressService } from './video-progress.service';

@ApiTags('Training assignments')
@Controller('api/training-assignments')
@VersionedRoute(TrainingAssignment, 'assignment_id')
export class TrainingAssignmentsController extends createReadController(TrainingAssignment, AssignmentsService, {
  row: AssignmentRowDto,
}) {
  constructor(
    @Inject(AssignmentsService) service: AssignmentsService,
    private readonly bulk: BulkAssignmentService,
    private readonly decisions: AssignmentDecisionsService,
    private readonly videoProgress: VideoProgressService,
    private readonly extraAttempts: ExtraAttemptService,
  ) {
    super(service);
  }

  /**
   * Assigns every training to every staff member; repeating is harmless. Up to 1,000 pairs at once, all or nothing;
   * up to 100,000 as a background job (`202`).
   */
  @Post('bulk')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: BulkOutcome })
  @ApiAcceptedResponse({ type: JobStartedDto })
  async assign(
    @CurrentTenant() tenant: Tenant,
    @Body() body: BulkAssignment,
    @Res({ passthrough: true }) answer: FastifyReply,
  ) {
    const outcome = await this.bulk.request(tenant, body);
    if ('job_id' in outcome) answer.status(202);
    return outcome;
  }

  @Post('bulk/preview')
  @HttpCode(200)
  @Allow('admin')
  @AllowWhenExpired('preview: nothing is written')
  @ApiOkResponse({ type: BulkPreview })
  preview(@CurrentTenant() tenant: Tenant, @Body() body: BulkAssignment) {
    return this.service.preview(tenant, body);
  }

  /** Removes assignments; completed ones stay, and all progress is kept */
  @Post('remove')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: RemovalOutcome })
  remove(@CurrentTenant() tenant: Tenant, @Body() body: Removal) {
    return this.service.remove(tenant, body.assignment_id, body.reason ?? null);
  }

  /** Postpones due days; assignments that are not open or are due later stay */
  @Post('extend')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ExtensionOutcome })
  extend(@CurrentTenant() tenant: Tenant, @Body() { assignment_id, due_on, reason }: Extension) {
    return this.decisions.extend(tenant, assignment_id, due_on, reason);
  }

  /** Waives assignments; rules do not assign them again, and progress stays */
  @Post('waive')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: WaiverOutcome })
  waive(@CurrentTenant() tenant: Tenant, @Body() body: Waiver) {
    return this.decisions.waive(tenant, body.assignment_id, body.reason);
  }

  /** Lists the progress on videos that were replaced before the training was completed, latest first */
  @Get(':id/past-video-progress')
  @Allow('admin')
  @ApiOkResponse({ type: PastVideoProgressDto, isArray: true })
  pastVideoProgress(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.videoProgress.listPast(tenant, id);
  }

  /** Ends waivers; the assignments resume their previous state */
  @Post('resume')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: WaiverOutcome })
  resume(@CurrentTenant() tenant: Tenant, @Body() body: Removal) {
    return this.decisions.resume(tenant, body.assignment_id, body.reason ?? null);
  }

  /**
   * Grants one more quiz attempt for this person and cycle when none is left. 409 `assignment_not_open`,
   * `no_active_quiz`, `no_attempt_limit`, `attempts_left`; repeating grants only one.
   */
  @Post(':id/extra-attempt')
  @HttpCode(200)
  @Allow('admin')
  @DryRun()
  @ApiOkResponse({ type: ExtraAttemptDto })
  giveExtraAttempt(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExtraAttemptWrite) {
    return this.extraAttempts.grant(tenant, id, body.reason);
  }
}

registerList(videoProgress, VideoProgressService);

@ApiTags('Video progress')
@Controller('api/video-progress')
export class VideoProgressController {
  constructor(private readonly progress: VideoProgressService) {}

  /** Admins see all rows, learners their own */
  @Get()
  @Allow(...videoProgress.read)
  @ApiList(videoProgress, getResourceDtos(VideoProgress).row)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() query: RawQuery,
    @Res({ passthrough: true }) answer: HeaderWriter,
  ) {
    return respondWithPage(answer, await this.progress.list(tenant, parseListQuery(videoProgress, query)));
  }

  /** Reports watch progress; sent by the player every 10 s and on pause. Repeating is harmless */
  @Post()
  @HttpCode(200)
  @Allow(...videoProgress.write)
  @ApiOkResponse({ type: WatchProgressAnswerDto })
  beat(@CurrentTenant() tenant: Tenant, @Body() body: WatchProgressDto) {
    return this.progress.report(tenant, body);
  }
}
