import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { toAsciiDigits } from '../contract/digits';
import { PUBLISH_CHECKS, trainings, type TrainingSkillRow } from '../contract/trainings.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import type { Answer } from '../platform/definitions/page-answer';
import { Malformed } from '../platform/errors/app-error';
import { TakesUpload } from '../platform/http/takes-upload';
import { ReassignedDto, ReassignTo } from '../platform/definitions/reassign.dto';
import { Allow, CurrentTenant, DryRun, VersionOf } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import { ResourceController, createCrudController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { ListBody } from './list-body';
import { ApiPreview, ApiSameVideo, previews, sameVideo } from './previews';
import { PublishingService } from './publishing.service';
import { TrainingSkillsService } from './training-skills.service';
import { Training } from './training.entity';
import {
  RenditionsAsked,
  RenditionsDto,
  ROWS_MAX,
  TrainingChange,
  TrainingSkillDto,
  TrainingSkillsWrite,
  VideoLinkDto,
  VideoProgressSummaryDto,
} from './trainings.dto';
import { TrainingsService } from './trainings.service';
import { withUpload, type UploadRequest } from './uploaded-video';
import { VideoProgressService } from './video-progress.service';
import { VideoRenditions } from './video-renditions';
import { VideosService } from './videos.service';
import { fieldError } from '../platform/errors/field-error';

const { row: TrainingRow } = dtosOf(Training);

@ResourceController(Training)
@DryRun('effects')
export class TrainingsController extends createCrudController(Training, TrainingsService, { change: TrainingChange }) {
  constructor(
    trainings: TrainingsService,
    private readonly publishing: PublishingService,
  ) {
    super(trainings);
  }

  /** What publishing would still ask for. */
  @Get(':id/publish-checklist')
  @Allow('platform', 'admin', 'api_key')
  @ApiOkResponse({
    schema: {
      type: 'object',
      required: ['missing'],
      properties: {
        missing: { type: 'array', items: { type: 'string', enum: [...PUBLISH_CHECKS] }, example: ['skills'] },
      },
    },
  })
  checklist(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.publishing.missing(tenant, id);
  }

  @Post(':id/publish')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(TrainingRow)
  publish(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.publishing.publish(tenant, id);
  }

  /** Whoever has not begun it gets another one instead; who has begun may finish. */
  @Post(':id/reassign')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ReassignedDto })
  override reassign(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ReassignTo) {
    return this.service.reassign(tenant, id, body);
  }

  /** Frees the seat; who is assigned may finish. */
  @Post(':id/archive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(TrainingRow)
  override archive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.publishing.archive(tenant, id);
  }

  @Post(':id/unarchive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(TrainingRow)
  override unarchive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.publishing.unarchive(tenant, id);
  }
}

const LIST_REVISION = {
  'X-Content-Revision': {
    description: 'Increases with each change of the list.',
    schema: { type: 'integer' as const },
  },
};

@ApiTags('Trainings')
@Controller('api/trainings/:id/skills')
@VersionOf(Training, 'training_id')
export class TrainingSkillsController {
  constructor(private readonly skills: TrainingSkillsService) {}

  @Get()
  @Allow(...trainings.read)
  @ApiOkResponse({ type: TrainingSkillDto, isArray: true, headers: LIST_REVISION })
  async list(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Res({ passthrough: true }) answer: Answer,
  ): Promise<TrainingSkillRow[]> {
    return answerList(answer, await this.skills.list(tenant, id));
  }

  /** The whole list at once; without validity_months the training's own applies, else the skill's. */
  @Put()
  @Allow(...trainings.write)
  @ApiQuery({
    name: 'content_revision',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    description: 'X-Content-Revision of the list that was read; 412 if someone else has changed it since.',
  })
  @ApiBody({
    schema: { type: 'array', maxItems: ROWS_MAX, items: { $ref: '#/components/schemas/TrainingSkillDto' } },
  })
  @ApiOkResponse({ type: TrainingSkillDto, isArray: true, headers: LIST_REVISION })
  async replace(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Query('content_revision') revision: string | undefined,
    @Body(new ListBody(TrainingSkillsWrite)) rows: TrainingSkillDto[],
    @Res({ passthrough: true }) answer: Answer,
  ): Promise<TrainingSkillRow[]> {
    return answerList(answer, await this.skills.replace(tenant, id, rows, revisionOf(revision)));
  }
}

/** The list has no row_version of its own: with the training's, a form open beside it would be stale. */
function answerList(answer: Answer, list: { rows: TrainingSkillRow[]; content_revision: number }): TrainingSkillRow[] {
  answer.header('X-Content-Revision', list.content_revision);
  return list.rows;
}

function revisionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const digits = typeof text === 'string' ? toAsciiDigits(text) : '';
  if (/^\d{1,9}$/.test(digits)) return Number(digits);
  const message = 'content_revision is a whole number.';
  throw new Malformed(message, { content_revision: [fieldError('query', message)] });
}

@ApiTags('Trainings')
@Controller('api/trainings/:id')
@VersionOf(Training, 'training_id')
export class TrainingVideoController {
  constructor(
    private readonly videos: VideosService,
    private readonly progress: VideoProgressService,
    private readonly smaller: VideoRenditions,
  ) {}

  /** Streams an MP4 or WebM of at most 2 GB; takes the place of the video before it. */
  @Put('video')
  @Allow(...trainings.write)
  @TakesUpload()
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  @ApiSameVideo()
  @ApiRow(TrainingRow)
  upload(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Req() request: UploadRequest,
    @Query('same_video') same?: string,
  ) {
    const isSameVideo = sameVideo(same);
    return withUpload(request, (file) => this.videos.upload(tenant, id, file, isSameVideo));
  }

  /** Whom another film concerns: who is in the middle of it, who has watched it, who has completed. */
  @Get('video-progress-summary')
  @Allow(...trainings.write)
  @ApiOkResponse({ type: VideoProgressSummaryDto })
  progressSummary(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.progress.countProgress(tenant, id);
  }

  @Delete('video')
  @Allow(...trainings.write)
  @ApiRow(TrainingRow)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.videos.remove(tenant, id);
  }

  @Get('video/renditions')
  @Allow(...trainings.write)
  @ApiOkResponse({ type: RenditionsDto })
  renditions(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.smaller.of(tenant, id);
  }

  /** Each becomes a job of a worker that has ffmpeg; players choose among what is there. Asking again is harmless. */
  @Post('video/renditions')
  @HttpCode(202)
  @Allow(...trainings.write)
  @ApiAcceptedResponse({ type: RenditionsDto })
  askRenditions(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() { heights }: RenditionsAsked) {
    return this.smaller.ask(tenant, id, heights);
  }

  /** A short link to play by. For an assigned learner wall time counts from here; an admin gets a preview. */
  @Get('video-link')
  @Allow('admin', 'user')
  @ApiPreview()
  @ApiOkResponse({ type: VideoLinkDto })
  link(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Query('preview') preview?: string) {
    return this.progress.open(tenant, id, previews(preview));
  }
}
