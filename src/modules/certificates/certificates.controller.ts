import { Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { certificates } from '../../contract/certificates.resource';
import { IdParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import { createReadController, ResourceController } from '../../crud/crud-controller';
import type { Tenant } from '../../tenancy/tenant';
import { CertificatePdfService, type CertificateFile } from './certificate-pdf.service';
import { Certificate } from './certificate.entity';
import { CertificateRowDto } from './certificates.dto';
import { CertificatesService } from './certificates.service';

export function sendPdf(reply: FastifyReply, { file_name, content }: CertificateFile): Readable {
  reply.header('Content-Type', 'application/pdf');
  reply.header('Content-Disposition', `attachment; filename="${file_name}"`);
  return content;
}

@ResourceController(Certificate)
export class CertificatesController extends createReadController(Certificate, CertificatesService, {
  row: CertificateRowDto,
}) {
  constructor(
    service: CertificatesService,
    private readonly pdfService: CertificatePdfService,
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
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    return sendPdf(reply, await this.pdfService.file(tenant, id));
  }
}
