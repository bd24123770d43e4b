import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { StaffModule } from '../staff/staff.module';
import { resourceParts } from '../tenancy/resources/resource-parts';
import { tenantRepositories } from '../tenancy/tenancy.module';
import { CertificateCounter } from './certificate-counter.entity';
import { CertificateDesign } from './certificate-design.entity';
import { CertificateDesigns } from './certificate-designs.service';
import { CertificateFiles } from './certificate-files';
import { CertificateIssuing } from './certificate-issuing';
import { CertificateLookup } from './certificate-lookup';
import { CertificateSettingsController } from './certificate-settings.controller';
import { Certificate } from './certificate.entity';
import { CertificatesController } from './certificates.controller';
import { CertificatesService } from './certificates.service';
import { CompletedCycles } from './completed-cycles.query';
import { OwedCertificates } from './owed-certificates';
import { RevokedCertificates } from './revoked-certificates';
import { VerifyController } from './verify.controller';

/** What people get for what they have completed, and how anybody finds out whether it holds (domain.md, certificate). */
@Module({
  imports: [StaffModule, CustomersModule],
  controllers: [CertificatesController, CertificateSettingsController, VerifyController],
  providers: [
    ...tenantRepositories(Certificate, CertificateCounter, CertificateDesign),
    ...resourceParts(Certificate),
    CompletedCycles,
    CertificateIssuing,
    OwedCertificates,
    RevokedCertificates,
    CertificatesService,
    CertificateDesigns,
    CertificateFiles,
    CertificateLookup,
  ],
  exports: [CertificateIssuing],
})
export class CertificatesModule {}
