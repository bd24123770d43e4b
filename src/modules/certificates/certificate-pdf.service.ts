import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../../infrastructure/config/config';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { SettingsService } from '../customers/settings.service';
import type { Tenant } from '../../tenancy/tenant';
import { CertificateDesignsService } from './certificate-designs.service';
import { drawCertificatePage, type CertificatePageData } from './certificate-page';
import { certificateText } from './certificate-texts';
import { CertificatesService } from './certificates.service';

export interface CertificateFile {
  readonly file_name: string;
  readonly content: Readable;
}

/** Draws certificates as PDF on each request; documents are not stored. */
@Injectable()
export class CertificatePdfService {
  constructor(
    private readonly certificates: CertificatesService,
    private readonly designs: CertificateDesignsService,
    private readonly settingsService: SettingsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** In the default language of the customer. @throws NotFoundError */
  async file(tenant: Tenant, certificate_id: string): Promise<CertificateFile> {
    const record = await this.certificates.record(tenant, certificate_id);
    const design = await this.loadDesign(tenant);
    return toFile({ ...record, ...design }, `certificate-${record.number}.pdf`);
  }

  /** A sample with the current design. */
  async preview(tenant: Tenant): Promise<CertificateFile> {
    const design = await this.loadDesign(tenant);
    const { language } = design;
    const sample = {
      number: '2000-000000',
      code: '0'.repeat(20),
      score_hundredths: 9_250,
      valid_until: null,
      completed_on: dayAt(this.clock.now(), tenant.time_zone),
      staff_name: certificateText(language, 'specimen_name'),
      training_name: certificateText(language, 'specimen_training'),
      organisation_name: await this.designs.customerName(tenant),
    };
    return toFile({ ...sample, ...design }, 'certificate-preview.pdf');
  }

  private async loadDesign(tenant: Tenant) {
    const design = await this.designs.loadForDrawing(tenant);
    const language = await this.settingsService.defaultLanguage(tenant);
    return { ...design, language, address: `${this.config.publicUrl}/verify` };
  }
}

const toFile = (data: CertificatePageData, file_name: string): CertificateFile => ({
  file_name,
  content: Readable.from(drawCertificatePage(data), { objectMode: false }),
});
