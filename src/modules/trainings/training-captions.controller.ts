import { Controller, Delete, Get, Param, ParseEnumPipe, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { LANGUAGE_CODES, type Language } from '../../contract/languages';
import { trainings } from '../../contract/trainings.resource';
import { IdParam } from '../../common/rest/id-param';
import { NotFoundError } from '../../common/errors/app-error';
import { TakesUpload } from '../../common/http/takes-upload';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { CaptionsService } from './captions.service';
import { Training } from './training.entity';
import { CaptionDto } from './trainings.dto';
import { handleMultipartUpload, type UploadRequest } from './upload-stream';

/** Only the product's languages; others are 404. */
const LanguageParam = () =>
  Param(
    'language',
    new ParseEnumPipe(Object.fromEntries(LANGUAGE_CODES.map((code) => [code, code])), {
      exceptionFactory: () => new NotFoundError('language'),
    }),
  );
const ApiLanguage = ApiParam({ name: 'language', enum: [...LANGUAGE_CODES], description: 'Language of the captions.' });

@ApiTags('Trainings')
@Controller('api/trainings/:id/captions')
@VersionedRoute(Training, 'training_id')
export class TrainingCaptionsController {
  constructor(private readonly captions: CaptionsService) {}

  /** Lists captions with links for the player; for assigned learners and admins */
  @Get()
  @Allow('admin', 'user')
  @ApiOkResponse({ type: CaptionDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.captions.list(tenant, id);
  }

  /** Uploads WebVTT of at most 1 MB and replaces the captions of this language */
  @Put(':language')
  @Allow(...trainings.write)
  @TakesUpload()
  @ApiLanguage
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  @ApiOkResponse({ type: CaptionDto, isArray: true })
  put(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @LanguageParam() language: Language,
    @Req() request: UploadRequest,
  ) {
    return handleMultipartUpload(
      request,
      (source, name) => this.captions.put(tenant, id, language, { name, source }),
      'captions',
    );
  }

  @Delete(':language')
  @Allow(...trainings.write)
  @ApiLanguage
  @ApiOkResponse({ type: CaptionDto, isArray: true })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @LanguageParam() language: Language) {
    return this.captions.remove(tenant, id, language);
  }
}
