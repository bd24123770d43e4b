import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { EVIDENCE_VOIDED, type VoidedEvidence } from '../skills/skill-ledger.events';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { COMPLETION_REVOKED } from '../trainings/training.events';
import { Certificate } from './certificate.entity';

/** Runs after TrainingEvidenceListener. */
const LISTENER_ORDER = 10;

/** Revokes the certificate of a voided completion in the same transaction; the certificate before it is valid again. */
@Injectable()
export class CertificateRevocationListener implements OnModuleInit {
  constructor(
    @InjectTenantRepository(Certificate) private readonly certificates: TenantRepository<Certificate>,
    private readonly eventBus: DomainEventBus,
    private readonly audit: AuditTrailService,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(EVIDENCE_VOIDED, (tenant, evidence) => this.handleVoidedEvidence(tenant, evidence));
    // A completion without evidence has a certificate as well.
    this.eventBus.listen(
      COMPLETION_REVOKED,
      (tenant, { assignment_id }) => this.revoke(tenant, assignment_id),
      LISTENER_ORDER,
    );
  }

  private async handleVoidedEvidence(tenant: Tenant, { source_type, source_id }: VoidedEvidence): Promise<void> {
    if (source_type === 'completion') await this.revoke(tenant, source_id);
  }

  private async revoke(tenant: Tenant, assignment_id: string): Promise<void> {
    const certificate = await this.certificates.findOne(tenant, { assignment_id, state: ['issued', 'superseded'] });
    if (!certificate) return;
    const { certificate_id, state, staff_id, training_id } = certificate;
    await this.certificates.update(tenant, { certificate_id }, { state: 'revoked' });
    await this.audit.record(
      buildAuditEntry(tenant, 'certificate.revoke', certificate_id, { state }, { state: 'revoked' }),
    );
    if (state === 'issued') await this.restore(tenant, { staff_id, training_id, state: 'superseded' });
  }

  private async restore(tenant: Tenant, where: Pick<Certificate, 'staff_id' | 'training_id' | 'state'>): Promise<void> {
    const [previous] = await this.certificates.find(tenant, where, { order: [['cycle', 'desc']], limit: 1 });
    if (!previous) return;
    const { certificate_id, state } = previous;
    await this.certificates.update(tenant, { certificate_id }, { state: 'issued' });
    await this.audit.record(
      buildAuditEntry(tenant, 'certificate.restore', certificate_id, { state }, { state: 'issued' }),
    );
  }
}
