import type { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { trainings } from '../../contract/trainings.resource';
import { ApiRow } from '../../infrastructure/rest/api-list';
import { IdParam, NumberParam } from '../../common/rest/id-param';
import { TakesUpload } from '../../common/http/takes-upload';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import { getResourceDtos } from '../../crud/resource-dtos';
import type { Tenant } from '../../tenancy/tenant';
import { ApiSameVideo, parseSameVideo } from './video-query-params';
import { Training } from './training.entity';
import { handleRawUpload } from './upload-stream';
import { StartUploadDto, toUploadRequest, UploadDto } from './video-uploads.dto';
import { VideoUploadsService } from './video-uploads.service';

const { row: TrainingRow } = getResourceDtos(Training);

@ApiTags('Trainings')
@Controller('api/trainings/:id/uploads')
@VersionedRoute(Training, 'training_id')
export class TrainingUploadsController {
  constructor(private readonly uploads: VideoUploadsService) {}

  @Get()
  @Allow(...trainings.write)
  @ApiOkResponse({ type: UploadDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.uploads.list(tenant, id);
  }

  /** Starts an upload: send the parts to the returned addresses, then complete it. The same file resumes */
  @Post()
  @Allow(...trainings.write)
  @ApiCreatedResponse({ type: UploadDto })
  begin(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: StartUploadDto) {
    return this.uploads.start(tenant, id, toUploadRequest(body));
  }

  /** Returns an upload with new addresses for missing parts */
  @Get(':upload_id')
  @Allow(...trainings.write)
  @ApiOkResponse({ type: UploadDto })
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @IdParam('upload_id') upload_id: string) {
    return this.uploads.one(tenant, id, upload_id);
  }

  /** Receives a part if files are stored in a folder; with object storage, parts go to its own addresses */
  @Put(':upload_id/parts/:number')
  @HttpCode(204)
  @Allow(...trainings.write)
  @TakesUpload()
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiNoContentResponse({ description: 'Whether it was received.' })
  part(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @IdParam('upload_id') upload_id: string,
    @NumberParam('number') number: number,
    @Req() request: { body?: unknown },
  ) {
    return handleRawUpload(request, (bytes: Readable) =>
      this.uploads.receivePart(tenant, id, upload_id, number, bytes),
    );
  }

  /** Validates the uploaded file and gives it to the training, replacing the previous one. Repeating is harmless */
  @Post(':upload_id/complete')
  @HttpCode(200)
  @Allow(...trainings.write)
  @ApiSameVideo()
  @ApiRow(TrainingRow)
  complete(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @IdParam('upload_id') upload_id: string,
    @Query('same_video') same?: string,
  ) {
    return this.uploads.complete(tenant, id, upload_id, parseSameVideo(same));
  }

  @Delete(':upload_id')
  @HttpCode(204)
  @Allow(...trainings.write)
  @ApiNoContentResponse({ description: 'Nothing is kept.' })
  discard(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @IdParam('upload_id') upload_id: string) {
    return this.uploads.discard(tenant, id, upload_id);
  }
}
