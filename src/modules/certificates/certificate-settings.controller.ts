import { Body, Controller, Delete, Get, Param, ParseEnumPipe, Patch, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { CERTIFICATE_IMAGES, type CertificateImage } from '../../contract/certificate-design';
import { NotFoundError } from '../../common/errors/app-error';
import { TakesUpload } from '../../common/http/takes-upload';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { handleMultipartUpload, type UploadRequest } from '../trainings/upload-stream';
import { CertificateDesignsService } from './certificate-designs.service';
import { CertificatePdfService } from './certificate-pdf.service';
import { CertificateDesignBody, CertificateDesignDto } from './certificates.dto';
import { sendPdf } from './certificates.controller';

/** `logo` or `signature`; other values answer 404. */
const ImageKindParam = () =>
  Param(
    'place',
    new ParseEnumPipe(Object.fromEntries(CERTIFICATE_IMAGES.map((each) => [each, each])), {
      exceptionFactory: () => new NotFoundError('picture'),
    }),
  );
const IMAGE_TYPES = 'image/png, image/jpeg'.split(', ');
const ApiImageKindParam = ApiParam({
  name: 'place',
  enum: [...CERTIFICATE_IMAGES],
  description: 'Which of the two images.',
});

@ApiTags('Settings')
@Controller('api/settings/certificates')
@Allow('admin')
export class CertificateSettingsController {
  constructor(
    private readonly designs: CertificateDesignsService,
    private readonly pdfService: CertificatePdfService,
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
    return sendPdf(answer, await this.pdfService.preview(tenant));
  }

  @Get('images/:place')
  @ApiImageKindParam
  @ApiOperation({ summary: 'Read the logo or the signature image' })
  @ApiProduces(...IMAGE_TYPES)
  @ApiOkResponse({ description: 'The image.', schema: { type: 'string', format: 'binary' } })
  async image(
    @CurrentTenant() tenant: Tenant,
    @ImageKindParam() imageKind: CertificateImage,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    const { type, content } = await this.designs.image(tenant, imageKind);
    answer.header('Content-Type', type);
    return content;
  }

  @Put('images/:place')
  @TakesUpload()
  @ApiImageKindParam
  @ApiOperation({ summary: 'Upload a PNG or JPEG of at most 500 kB; it replaces the previous image' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  @ApiOkResponse({ type: CertificateDesignDto })
  putImage(
    @CurrentTenant() tenant: Tenant,
    @ImageKindParam() imageKind: CertificateImage,
    @Req() request: UploadRequest,
  ) {
    return handleMultipartUpload(request, (file) => this.designs.putImage(tenant, imageKind, file), 'picture');
  }

  @Delete('images/:place')
  @ApiImageKindParam
  @ApiOperation({ summary: 'Delete the image; certificates no longer show it' })
  @ApiOkResponse({ type: CertificateDesignDto })
  removeImage(@CurrentTenant() tenant: Tenant, @ImageKindParam() imageKind: CertificateImage) {
    return this.designs.removeImage(tenant, imageKind);
  }
}
