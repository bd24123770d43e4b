import { Body, Controller, Delete, Get, Param, ParseEnumPipe, Patch, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { CERTIFICATE_IMAGES, type CertificateImage } from '../contract/certificate-design';
import { NotFound } from '../platform/errors/app-error';
import { TakesUpload } from '../platform/http/takes-upload';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { withUpload, type UploadRequest } from '../trainings/uploaded-video';
import { CertificateDesigns } from './certificate-designs.service';
import { CertificateFiles } from './certificate-files';
import { CertificateDesignBody, CertificateDesignDto } from './certificates.dto';
import { answerPdf } from './certificates.controller';

/** `logo` or `signature`: anything else is no address. */
const Place = () =>
  Param(
    'place',
    new ParseEnumPipe(Object.fromEntries(CERTIFICATE_IMAGES.map((each) => [each, each])), {
      exceptionFactory: () => new NotFound('picture'),
    }),
  );
const A_PICTURE = 'image/png, image/jpeg'.split(', ');
const ApiPlace = ApiParam({ name: 'place', enum: [...CERTIFICATE_IMAGES], description: 'Which of the two images.' });

@ApiTags('Settings')
@Controller('api/settings/certificates')
@Allow('admin')
export class CertificateSettingsController {
  constructor(
    private readonly designs: CertificateDesigns,
    private readonly files: CertificateFiles,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Read the certificate design of the organisation' })
  @ApiOkResponse({ type: CertificateDesignDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.designs.read(tenant);
  }

  @Patch()
  @ApiOperation({
    summary: 'Change the certificate design; omitted fields stay, and it applies to all downloads from now on',
  })
  @ApiOkResponse({ type: CertificateDesignDto })
  change(@CurrentTenant() tenant: Tenant, @Body() body: CertificateDesignBody) {
    return this.designs.change(tenant, body);
  }

  @Get('preview')
  @ApiOperation({ summary: 'Download a sample certificate with the current design' })
  @ApiProduces('application/pdf')
  @ApiOkResponse({ description: 'The document.', schema: { type: 'string', format: 'binary' } })
  async preview(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) answer: FastifyReply): Promise<Readable> {
    return answerPdf(answer, await this.files.preview(tenant));
  }

  @Get('images/:place')
  @ApiPlace
  @ApiOperation({ summary: 'Read the logo or the signature image' })
  @ApiProduces(...A_PICTURE)
  @ApiOkResponse({ description: 'The image.', schema: { type: 'string', format: 'binary' } })
  async image(
    @CurrentTenant() tenant: Tenant,
    @Place() place: CertificateImage,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    const { type, content } = await this.designs.image(tenant, place);
    answer.header('Content-Type', type);
    return content;
  }

  @Put('images/:place')
  @TakesUpload()
  @ApiPlace
  @ApiOperation({ summary: 'Upload a PNG or JPEG of at most 500 kB; it replaces the previous image' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  @ApiOkResponse({ type: CertificateDesignDto })
  putImage(@CurrentTenant() tenant: Tenant, @Place() place: CertificateImage, @Req() request: UploadRequest) {
    return withUpload(request, (file) => this.designs.putImage(tenant, place, file), 'picture');
  }

  @Delete('images/:place')
  @ApiPlace
  @ApiOperation({ summary: 'Delete the image; certificates no longer show it' })
  @ApiOkResponse({ type: CertificateDesignDto })
  removeImage(@CurrentTenant() tenant: Tenant, @Place() place: CertificateImage) {
    return this.designs.removeImage(tenant, place);
  }
}
