import { Controller, Delete, Get, Param, ParseEnumPipe, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { LANGUAGE_CODES, type Language } from '../contract/languages';
import { trainings } from '../contract/trainings.resource';
import { IdParam } from '../platform/definitions/id-param';
import { NotFound } from '../platform/errors/app-error';
import { TakesUpload } from '../platform/http/takes-upload';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { CaptionsService } from './captions.service';
import { Training } from './training.entity';
import { CaptionDto } from './trainings.dto';
import { withUpload, type UploadRequest } from './uploaded-video';

/** One that the product speaks: anything else is no address. */
const InLanguage = () =>
  Param(
    'language',
    new ParseEnumPipe(Object.fromEntries(LANGUAGE_CODES.map((code) => [code, code])), {
      exceptionFactory: () => new NotFound('language'),
    }),
  );
const ApiLanguage = ApiParam({ name: 'language', enum: [...LANGUAGE_CODES], description: 'Language of the captions.' });

@ApiTags('Trainings')
@Controller('api/trainings/:id/captions')
@VersionOf(Training, 'training_id')
export class TrainingCaptionsController {
  constructor(private readonly captions: CaptionsService) {}

  /** Each with a link by which a player reads it; for an assigned learner, and for an admin. */
  @Get()
  @Allow('admin', 'user')
  @ApiOkResponse({ type: CaptionDto, isArray: true })
  list(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.captions.list(tenant, id);
  }

  /** WebVTT of at most 1 MB; takes the place of what was there in this language. */
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
    @InLanguage() language: Language,
    @Req() request: UploadRequest,
  ) {
    return withUpload(request, (source, name) => this.captions.put(tenant, id, language, { name, source }), 'captions');
  }

  @Delete(':language')
  @Allow(...trainings.write)
  @ApiLanguage
  @ApiOkResponse({ type: CaptionDto, isArray: true })
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @InLanguage() language: Language) {
    return this.captions.remove(tenant, id, language);
  }
}
