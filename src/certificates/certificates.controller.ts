import { Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { certificates } from '../contract/certificates.resource';
import { IdParam } from '../platform/definitions/id-param';
import { Allow, CurrentTenant } from '../tenancy/access';
import { createReadController, ResourceController } from '../tenancy/resources/crud-controller';
import type { Tenant } from '../tenancy/tenant';
import { CertificateFiles, type CertificateFile } from './certificate-files';
import { Certificate } from './certificate.entity';
import { CertificateRowDto } from './certificates.dto';
import { CertificatesService } from './certificates.service';

/** The document, as it is drawn. */
export function answerPdf(answer: FastifyReply, { file_name, content }: CertificateFile): Readable {
  answer.header('Content-Type', 'application/pdf');
  answer.header('Content-Disposition', `attachment; filename="${file_name}"`);
  return content;
}

@ResourceController(Certificate)
export class CertificatesController extends createReadController(Certificate, CertificatesService, {
  row: CertificateRowDto,
}) {
  constructor(
    service: CertificatesService,
    private readonly files: CertificateFiles,
  ) {
    super(service);
  }

  @Get(':id/file')
  @Allow(...certificates.read)
  @ApiOperation({
    summary: 'Download the certificate as PDF: contents as issued, with the current design',
  })
  @ApiProduces('application/pdf')
  @ApiOkResponse({ description: 'The document.', schema: { type: 'string', format: 'binary' } })
  async file(
    @CurrentTenant() tenant: Tenant,
    @IdParam() id: string,
    @Res({ passthrough: true }) answer: FastifyReply,
  ): Promise<Readable> {
    return answerPdf(answer, await this.files.file(tenant, id));
  }
}
