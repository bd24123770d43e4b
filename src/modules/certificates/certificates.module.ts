import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module';
import { StaffModule } from '../staff/staff.module';
import { resourceContextProviders } from '../../crud/resource-context';
import { tenantRepositories } from '../../tenancy/tenancy.module';
import { CertificateCounter } from './certificate-counter.entity';
import { CertificateDesign } from './certificate-design.entity';
import { CertificateDesignsService } from './certificate-designs.service';
import { CertificatePdfService } from './certificate-pdf.service';
import { CertificateIssuingService } from './certificate-issuing.service';
import { CertificateLookupQuery } from './certificate-lookup.query';
import { CertificateSettingsController } from './certificate-settings.controller';
import { Certificate } from './certificate.entity';
import { CertificatesController } from './certificates.controller';
import { CertificatesService } from './certificates.service';
import { CompletedCyclesQuery } from './completed-cycles.query';
import { MissingCertificatesJob } from './missing-certificates.job';
import { CertificateRevocationListener } from './certificate-revocation.listener';
import { VerifyController } from './verify.controller';

/** Certificates for completed trainings, and their public verification (docs/domain.md). */
@Module({
  imports: [StaffModule, CustomersModule],
  controllers: [CertificatesController, CertificateSettingsController, VerifyController],
  providers: [
    ...tenantRepositories(Certificate, CertificateCounter, CertificateDesign),
    ...resourceContextProviders(Certificate),
    CompletedCyclesQuery,
    CertificateIssuingService,
    MissingCertificatesJob,
    CertificateRevocationListener,
    CertificatesService,
    CertificateDesignsService,
    CertificatePdfService,
    CertificateLookupQuery,
  ],
  exports: [CertificateIssuingService],
})
export class CertificatesModule {}
