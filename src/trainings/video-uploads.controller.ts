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
import { trainings } from '../contract/trainings.resource';
import { ApiRow } from '../platform/definitions/api-list';
import { IdParam, NumberParam } from '../platform/definitions/id-param';
import { TakesUpload } from '../platform/http/takes-upload';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import { dtosOf } from '../tenancy/resources/resource-dtos';
import type { Tenant } from '../tenancy/tenant';
import { ApiSameVideo, sameVideo } from './previews';
import { Training } from './training.entity';
import { withBytes } from './uploaded-video';
import { AnnouncedUpload, announcedOf, UploadDto } from './video-uploads.dto';
import { VideoUploadsService } from './video-uploads.service';

const { row: TrainingRow } = dtosOf(Training);

@ApiTags('Trainings')
@Controller('api/trainings/:id/uploads')
@VersionOf(Training, 'training_id')
export class TrainingUploadsController {
  constructor(private readonly uploads: VideoUploadsService) {}

  @Get()
  @Allow(...trainings.write)
  @ApiOkResponse({ type: UploadDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.uploads.list(tenant, id);
  }

  /** Send the parts to the addresses that it answers, in any order, then complete it. The same file again goes on where it was. */
  @Post()
  @Allow(...trainings.write)
  @ApiCreatedResponse({ type: UploadDto })
  begin(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: AnnouncedUpload) {
    return this.uploads.begin(tenant, id, announcedOf(body));
  }

  /** With fresh addresses for what is still to come. */
  @Get(':upload_id')
  @Allow(...trainings.write)
  @ApiOkResponse({ type: UploadDto })
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @IdParam('upload_id') upload_id: string) {
    return this.uploads.one(tenant, id, upload_id);
  }

  /** Where files are kept in a folder; object storage takes parts by its own addresses. */
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
    return withBytes(request, (bytes: Readable) => this.uploads.takePart(tenant, id, upload_id, number, bytes));
  }

  /** Reads what came before the training has it; takes the place of what it had before. Asking again is harmless. */
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
    return this.uploads.complete(tenant, id, upload_id, sameVideo(same));
  }

  @Delete(':upload_id')
  @HttpCode(204)
  @Allow(...trainings.write)
  @ApiNoContentResponse({ description: 'Nothing is kept.' })
  discard(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @IdParam('upload_id') upload_id: string) {
    return this.uploads.discard(tenant, id, upload_id);
  }
}
