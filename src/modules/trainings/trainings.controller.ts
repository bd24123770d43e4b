import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { toAsciiDigits } from '../../contract/digits';
import { PUBLISH_CHECKS, trainings, type TrainingSkillRow } from '../../contract/trainings.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam } from '../../common/rest/id-param';
import type { HeaderWriter } from '../../common/rest/page-response';
import { MalformedRequestError } from '../../common/errors/app-error';
import { TakesUpload } from '../../common/http/takes-upload';
import { ReassignedDto, ReassignTo } from '../../common/rest/reassign.dto';
import { Allow, CurrentTenant, DryRun, VersionedRoute } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import { ResourceController, createCrudController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { ListBodyPipe } from './list-body.pipe';
import { ApiPreview, ApiSameVideo, parsePreview, parseSameVideo } from './video-query-params';
import { PublishingService } from './publishing.service';
import { TrainingSkillsService } from './training-skills.service';
import { Training } from './training.entity';
import {
  RequestRenditionsDto,
  RenditionsDto,
  ROWS_MAX,
  TrainingChange,
  TrainingSkillDto,
  TrainingSkillsWrite,
  VideoLinkDto,
  VideoProgressSummaryDto,
} from './trainings.dto';
import { TrainingsService } from './trainings.service';
import { handleMultipartUpload, type UploadRequest } from './upload-stream';
import { VideoProgressService } from './video-progress.service';
import { VideoRenditionService } from './video-rendition.service';
import { VideosService } from './videos.service';
import { fieldError } from '../../common/errors/field-error';

const { row: TrainingRow } = getResourceDtos(Training);

@ResourceController(Training)
@DryRun('effects')
export class TrainingsController extends createCrudController(Training, TrainingsService, { change: TrainingChange }) {
  constructor(
    trainings: TrainingsService,
    private readonly publishing: PublishingService,
  ) {
    super(trainings);
  }

  /** Lists what is missing for publishing */
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

  /** Replaces the training for everyone who has not started it; started assignments stay */
  @Post(':id/reassign')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ReassignedDto })
  override reassign(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: ReassignTo) {
    return this.service.reassign(tenant, id, body);
  }

  /** Archives a training and frees its seat; assigned learners may finish */
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
@VersionedRoute(Training, 'training_id')
export class TrainingSkillsController {
  constructor(private readonly skills: TrainingSkillsService) {}

  @Get()
  @Allow(...trainings.read)
  @ApiOkResponse({ type: TrainingSkillDto, isArray: true, headers: LIST_REVISION })
  async list(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Res({ passthrough: true }) answer: HeaderWriter,
  ): Promise<TrainingSkillRow[]> {
    return answerList(answer, await this.skills.list(tenant, id));
  }

  /** Replaces the whole list; without validity_months the training's validity applies, else the skill's */
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
    @Body(new ListBodyPipe(TrainingSkillsWrite)) rows: TrainingSkillDto[],
    @Res({ passthrough: true }) answer: HeaderWriter,
  ): Promise<TrainingSkillRow[]> {
    return answerList(answer, await this.skills.replace(tenant, id, rows, revisionOf(revision)));
  }
}

/** Not the training's row_version: an open form would become stale with each change of the list. */
function answerList(
  answer: HeaderWriter,
  list: { rows: TrainingSkillRow[]; content_revision: number },
): TrainingSkillRow[] {
  answer.header('X-Content-Revision', list.content_revision);
  return list.rows;
}

function revisionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const digits = typeof text === 'string' ? toAsciiDigits(text) : '';
  if (/^\d{1,9}$/.test(digits)) return Number(digits);
  const message = 'content_revision is a whole number.';
  throw new MalformedRequestError(message, { content_revision: [fieldError('query', message)] });
}

@ApiTags('Trainings')
@Controller('api/trainings/:id')
@VersionedRoute(Training, 'training_id')
export class TrainingVideoController {
  constructor(
    private readonly videos: VideosService,
    private readonly progress: VideoProgressService,
    private readonly renditionService: VideoRenditionService,
  ) {}

  /** Uploads an MP4 or WebM of at most 2 GB and replaces the video */
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
    const isSameVideo = parseSameVideo(same);
    return handleMultipartUpload(request, (file) => this.videos.upload(tenant, id, file, isSameVideo));
  }

  /** Counts learners affected by a new video: in progress, watched, completed */
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
    return this.renditionService.list(tenant, id);
  }

  /** Requests smaller renditions, encoded by a worker with ffmpeg. Repeating is harmless */
  @Post('video/renditions')
  @HttpCode(202)
  @Allow(...trainings.write)
  @ApiAcceptedResponse({ type: RenditionsDto })
  askRenditions(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() { heights }: RequestRenditionsDto) {
    return this.renditionService.request(tenant, id, heights);
  }

  /** Returns a short-lived link to the video. Starts counting time for an assigned learner; admins get a preview */
  @Get('video-link')
  @Allow('admin', 'user')
  @ApiPreview()
  @ApiOkResponse({ type: VideoLinkDto })
  link(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Query('preview') preview?: string) {
    return this.progress.open(tenant, id, parsePreview(preview));
  }
}
