import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { EVIDENCE_VOIDED, type VoidedEvidence } from '../skills/skill-ledger.events';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { COMPLETION_REVOKED } from '../trainings/training.events';
import { Certificate } from './certificate.entity';

/** TrainingEvidence comes first. */
const TURN = 10;

/**
 * A completion that never counted has no certificate: with the evidence that it gave it is revoked, in one transaction. The
 * one before it was superseded by nothing then, and holds again.
 */
@Injectable()
export class RevokedCertificates implements OnModuleInit {
  constructor(
    @Records(Certificate) private readonly certificates: TenantRepository<Certificate>,
    private readonly announcements: Announcements,
    private readonly audit: AuditTrail,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(EVIDENCE_VOIDED, (tenant, voided) => this.voided(tenant, voided));
    // A completion without evidence has a certificate, too.
    this.announcements.listen(
      COMPLETION_REVOKED,
      (tenant, { assignment_id }) => this.revoke(tenant, assignment_id),
      TURN,
    );
  }

  private async voided(tenant: Tenant, { source_type, source_id }: VoidedEvidence): Promise<void> {
    if (source_type === 'completion') await this.revoke(tenant, source_id);
  }

  private async revoke(tenant: Tenant, assignment_id: string): Promise<void> {
    const known = await this.certificates.one(tenant, { assignment_id, state: ['issued', 'superseded'] });
    if (!known) return;
    const { certificate_id, state, staff_id, training_id } = known;
    await this.certificates.update(tenant, { certificate_id }, { state: 'revoked' });
    await this.audit.record(auditEntry(tenant, 'certificate.revoke', certificate_id, { state }, { state: 'revoked' }));
    if (state === 'issued') await this.restore(tenant, { staff_id, training_id, state: 'superseded' });
  }

  private async restore(tenant: Tenant, where: Pick<Certificate, 'staff_id' | 'training_id' | 'state'>): Promise<void> {
    const [last] = await this.certificates.find(tenant, where, { order: [['cycle', 'desc']], limit: 1 });
    if (!last) return;
    const { certificate_id, state } = last;
    await this.certificates.update(tenant, { certificate_id }, { state: 'issued' });
    await this.audit.record(auditEntry(tenant, 'certificate.restore', certificate_id, { state }, { state: 'issued' }));
  }
}
