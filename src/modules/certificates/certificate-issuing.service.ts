import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../../tenancy/tenant-repository';
import { CertificateCounter } from './certificate-counter.entity';
import { Certificate } from './certificate.entity';
import { CERTIFICATES_ISSUED } from './certificate.events';
import { CompletedCyclesQuery, type CompletedCycle } from './completed-cycles.query';
import { generateVerificationCode } from './verification-code';

/** A cycle that may need a certificate. */
export interface CertificateCandidate {
  assignment_id: string;
  staff_id: string;
}
type NewCertificate = CertificateHead & NewRecord<Certificate> & Pick<Certificate, 'issued_at'>;
type CertificateHead = Pick<
  Certificate,
  'certificate_id' | 'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'completion_no' | 'state'
>;

/**
 * One certificate per completion of a cycle, whatever the order of events; older ones are kept as superseded
 * (docs/domain.md). Issuing is idempotent, also concurrently.
 */
@Injectable()
export class CertificateIssuingService {
  constructor(
    @InjectTenantRepository(Certificate) private readonly certificates: TenantRepository<Certificate>,
    @InjectTenantRepository(CertificateCounter) private readonly counters: TenantRepository<CertificateCounter>,
    private readonly cycles: CompletedCyclesQuery,
    private readonly locks: LedgerLocks,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** At most one batch; the number of statements does not depend on its size. @returns the number issued */
  async issue(tenant: Tenant, candidates: readonly CertificateCandidate[]): Promise<number> {
    const year = Number(dayAt(this.clock.now(), tenant.time_zone).slice(0, 4));
    return this.transactions.run(async () => {
      // Locks the counter row of the year before any read, so that concurrent issuers wait here and see the rows of
      // each other.
      await this.counters.insertOrAdd(tenant, [{ year, last: 0 }], 'last', 0);
      // Evidence of these people may be voided concurrently.
      await this.locks.acquire(
        tenant,
        candidates.map(({ staff_id }) => staff_id),
      );
      const cycles = await this.cycles.findByAssignments(
        tenant,
        candidates.map(({ assignment_id }) => assignment_id),
      );
      const existing = cycles.length ? await this.findExisting(tenant, cycles) : [];
      const issuedCompletions = new Set(existing.map(completionKey));
      const missing = cycles.filter((cycle) => !issuedCompletions.has(completionKey(cycle)));
      if (missing.length) {
        const certificateNumbers = await this.nextNumbers(tenant, year, missing.length);
        const issued_at = this.clock.now();
        const issued = missing.map((cycle, at) => toCertificate(tenant, cycle, issued_at, certificateNumbers[at]!));
        await this.write(tenant, issued, existing);
        await this.announce(tenant, issued);
      }
      return missing.length;
    });
  }

  /**
   * Issues certificates for imported history, dated and numbered by the day of completion, without notices. Runs in the
   * caller's transaction, before the customer has any other certificate.
   */
  async issueForHistory(tenant: Tenant): Promise<number> {
    const cycles = await this.cycles.findAll(tenant);
    const yearOf = ({ completed_at }: CompletedCycle) => Number(dayAt(completed_at, tenant.time_zone).slice(0, 4));
    const issued: NewCertificate[] = [];
    for (const year of new Set(cycles.map(yearOf))) {
      const ofYear = cycles.filter((cycle) => yearOf(cycle) === year);
      await this.counters.insertOrAdd(tenant, [{ year, last: 0 }], 'last', 0);
      const certificateNumbers = await this.nextNumbers(tenant, year, ofYear.length);
      issued.push(
        ...ofYear.map((cycle, at) => toCertificate(tenant, cycle, cycle.completed_at, certificateNumbers[at]!)),
      );
    }
    await this.write(tenant, issued, []);
    return issued.length;
  }

  /** Certificates of the same people and trainings. */
  private findExisting(tenant: Tenant, cycles: readonly CompletedCycle[]): Promise<Certificate[]> {
    const staff_id = [...new Set(cycles.map((each) => each.staff_id))];
    const training_id = [...new Set(cycles.map((each) => each.training_id))];
    return this.certificates.find(tenant, { staff_id, training_id });
  }

  private async nextNumbers(tenant: Tenant, year: number, count: number): Promise<string[]> {
    await this.counters.add(tenant, { year }, 'last', count);
    const { last } = (await this.counters.findOne(tenant, { year }))!;
    return Array.from({ length: count }, (_, at) => `${year}-${String(last - count + at + 1).padStart(6, '0')}`);
  }

  private async write(
    tenant: Tenant,
    issued: readonly NewCertificate[],
    existing: readonly CertificateHead[],
  ): Promise<void> {
    const newestCycles = findNewestCycles([...existing, ...issued]);
    for (const row of issued) row.state = newestCycles.get(pairKey(row)) === row.cycle ? 'issued' : 'superseded';
    await this.certificates.insert(tenant, issued);
    const superseded = existing.filter(
      (each) => each.state === 'issued' && newestCycles.get(pairKey(each))! > each.cycle,
    );
    if (superseded.length)
      await this.certificates.update(
        tenant,
        { certificate_id: superseded.map(({ certificate_id }) => certificate_id), state: 'issued' },
        { state: 'superseded' },
      );
  }

  private async announce(tenant: Tenant, issued: readonly NewCertificate[]): Promise<void> {
    await this.audit.record(
      ...issued.map((row) => {
        const { certificate_id, number, staff_id, training_id, cycle, state } = row;
        const notified = { number, staff_id, training_id, cycle, state };
        return buildAuditEntry(tenant, 'certificate.issue', certificate_id, null, notified);
      }),
    );
    const notified = issued.filter(({ state }) => state === 'issued');
    if (notified.length)
      await this.eventBus.publish(
        CERTIFICATES_ISSUED,
        tenant,
        notified.map(({ certificate_id, assignment_id, staff_id, training_id, issued_at }) => ({
          certificate_id,
          assignment_id,
          staff_id,
          training_id,
          issued_on: dayAt(issued_at, tenant.time_zone),
        })),
      );
  }
}

const completionKey = ({
  assignment_id,
  completion_no,
}: Pick<Certificate, 'assignment_id' | 'completion_no'>): string => `${assignment_id} ${completion_no}`;

function toCertificate(
  tenant: Tenant,
  { completed_at, ...content }: CompletedCycle,
  issued_at: number,
  number: string,
): NewCertificate {
  const completed_on = dayAt(completed_at, tenant.time_zone);
  const certificate_id = newId(issued_at);
  return {
    ...content,
    certificate_id,
    number,
    completed_on,
    issued_at,
    state: 'issued',
    code: generateVerificationCode(),
  };
}

const pairKey = ({ staff_id, training_id }: Pick<Certificate, 'staff_id' | 'training_id'>): string =>
  staff_id + training_id;

/** Highest cycle with a certificate that is not revoked, by person and training. */
function findNewestCycles(certificates: readonly CertificateHead[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const each of certificates)
    if (each.state !== 'revoked') newest.set(pairKey(each), Math.max(newest.get(pairKey(each)) ?? 0, each.cycle));
  return newest;
}
