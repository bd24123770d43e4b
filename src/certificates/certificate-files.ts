import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Settings } from '../customers/settings.service';
import type { Tenant } from '../tenancy/tenant';
import { CertificateDesigns } from './certificate-designs.service';
import { certificatePage, type Drawn } from './certificate-page';
import { said } from './certificate-texts';
import { CertificatesService } from './certificates.service';

export interface CertificateFile {
  readonly file_name: string;
  readonly content: Readable;
}

/** Certificates as documents, drawn whenever somebody asks for one: nothing is kept but what they say. */
@Injectable()
export class CertificateFiles {
  constructor(
    private readonly certificates: CertificatesService,
    private readonly designs: CertificateDesigns,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** In the organisation's language. @throws NotFound */
  async file(tenant: Tenant, certificate_id: string): Promise<CertificateFile> {
    const record = await this.certificates.record(tenant, certificate_id);
    const drawn = await this.lookOf(tenant);
    return fileOf({ ...record, ...drawn }, `certificate-${record.number}.pdf`);
  }

  /** What one would look like, of nobody. */
  async preview(tenant: Tenant): Promise<CertificateFile> {
    const look = await this.lookOf(tenant);
    const { language } = look;
    const specimen = {
      ...{ number: '2000-000000', code: '0'.repeat(20), score_hundredths: 9_250, valid_until: null },
      completed_on: dayAt(this.clock.now(), tenant.time_zone),
      staff_name: said(language, 'specimen_name'),
      training_name: said(language, 'specimen_training'),
      organisation_name: await this.designs.organisationName(tenant),
    };
    return fileOf({ ...specimen, ...look }, 'certificate-preview.pdf');
  }

  private async lookOf(tenant: Tenant) {
    const look = await this.designs.look(tenant);
    const language = await this.settings.defaultLanguage(tenant);
    return { ...look, language, address: `${this.config.publicUrl}/verify` };
  }
}

const fileOf = (drawn: Drawn, file_name: string): CertificateFile => ({
  file_name,
  content: Readable.from(certificatePage(drawn), { objectMode: false }),
});
