import { Body, Controller, Get, HttpCode, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { videoProgress } from '../contract/video-progress.resource';
import { ApiList } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { Allow, AlsoWhenExpired, CurrentTenant, DryRun, VersionOf } from '../tenancy/access';
import { JobStartedDto } from '../tenancy/jobs/jobs.dto';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { listedBy } from '../tenancy/resources/lists';
import { createReadController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { TrainingAssignment } from './assignment.entity';
import { AssignmentDecisions } from './assignment-decisions';
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
import { BulkAssign } from './bulk-assign';
import { ExtraAttemptService } from './extra-attempt.service';
import { BeatAnswerDto, BeatDto, PastVideoProgressDto } from './trainings.dto';
import { VideoProgress } from './video-progress.entity';
import { VideoProgressService } from './video-progress.service';

@ApiTags('Training assignments')
@Controller('api/training-assignments')
@VersionOf(TrainingAssignment, 'assignment_id')
export class TrainingAssignmentsController extends createReadController(TrainingAssignment, AssignmentsService, {
  row: AssignmentRowDto,
}) {
  constructor(
    @Inject(AssignmentsService) service: AssignmentsService,
    private readonly bulk: BulkAssign,
    private readonly decisions: AssignmentDecisions,
    private readonly videoProgress: VideoProgressService,
    private readonly extraAttempts: ExtraAttemptService,
  ) {
    super(service);
  }

  /**
   * Every staff member × every training; asking twice is safe. Up to 1,000 pairs at once, all or nothing; beyond, up to
   * 100,000, in the background: `202` and a job.
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
    const outcome = await this.bulk.order(tenant, body);
    if ('job_id' in outcome) answer.status(202);
    return outcome;
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

  /** Longer, never shorter; what is not open or due later anyway stays. */
  @Post('extend')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ExtensionOutcome })
  extend(@CurrentTenant() tenant: Tenant, @Body() { assignment_id, due_on, reason }: Extension) {
    return this.decisions.extend(tenant, assignment_id, due_on, reason);
  }

  /** Nothing is asked of them any more, and rules leave it so; progress stays. */
  @Post('waive')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: WaiverOutcome })
  waive(@CurrentTenant() tenant: Tenant, @Body() body: Waiver) {
    return this.decisions.waive(tenant, body.assignment_id, body.reason);
  }

  /** How far the learner was on videos that were replaced before the training was completed, the latest first. */
  @Get(':id/past-video-progress')
  @Allow('admin')
  @ApiOkResponse({ type: PastVideoProgressDto, isArray: true })
  pastVideoProgress(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.videoProgress.listPast(tenant, id);
  }

  /** What was waived is asked of them again, from where they were. */
  @Post('resume')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: WaiverOutcome })
  resume(@CurrentTenant() tenant: Tenant, @Body() body: Removal) {
    return this.decisions.resume(tenant, body.assignment_id, body.reason ?? null);
  }

  /**
   * One more attempt at the quiz for this person and cycle, where none is left. 409 `assignment_not_open`, `no_active_quiz`,
   * `no_attempt_limit`, `attempts_left`: so a call that is sent twice gives one.
   */
  @Post(':id/extra-attempt')
  @HttpCode(200)
  @Allow('admin')
  @DryRun()
  @ApiOkResponse({ type: ExtraAttemptDto })
  giveExtraAttempt(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ExtraAttemptWrite) {
    return this.extraAttempts.give(tenant, id, body.reason);
  }
}

listedBy(videoProgress, VideoProgressService);

@ApiTags('Video progress')
@Controller('api/video-progress')
export class VideoProgressController {
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
