import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { NewRecord, TenantRepository } from '../tenancy/tenant-repository';
import { CertificateCounter } from './certificate-counter.entity';
import { Certificate } from './certificate.entity';
import { CERTIFICATES_ISSUED } from './certificate.events';
import { CompletedCycles, type CompletedCycle } from './completed-cycles.query';
import { newCode } from './verification-code';

/** A cycle that may be owed a certificate. */
export interface OwedCycle {
  assignment_id: string;
  staff_id: string;
}
type Made = Standing & NewRecord<Certificate> & Pick<Certificate, 'issued_at'>;
type Standing = Pick<
  Certificate,
  'certificate_id' | 'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'completion_no' | 'state'
>;

/**
 * "One certificate per completion cycle, whatever the order of events; old ones are kept and marked superseded" (domain.md,
 * rule 5). Asking again, or twice at once, issues none twice.
 */
@Injectable()
export class CertificateIssuing {
  constructor(
    @Records(Certificate) private readonly certificates: TenantRepository<Certificate>,
    @Records(CertificateCounter) private readonly counters: TenantRepository<CertificateCounter>,
    private readonly cycles: CompletedCycles,
    private readonly locks: LedgerLocks,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** At most a batch, in as many statements as one. @returns how many were issued */
  async issue(tenant: Tenant, asked: readonly OwedCycle[]): Promise<number> {
    const year = Number(dayAt(this.clock.now(), tenant.time_zone).slice(0, 4));
    return this.transactions.run(async () => {
      // The row of the year before anything is read: whoever numbers at this moment waits here, and reads what the one before wrote.
      await this.counters.insertOrAdd(tenant, [{ year, last: 0 }], 'last', 0);
      // And those whose evidence somebody may be voiding.
      await this.locks.take(
        tenant,
        asked.map(({ staff_id }) => staff_id),
      );
      const cycles = await this.cycles.among(
        tenant,
        asked.map(({ assignment_id }) => assignment_id),
      );
      const known = cycles.length ? await this.standing(tenant, cycles) : [];
      const has = new Set(known.map(completionOf));
      const owed = cycles.filter((cycle) => !has.has(completionOf(cycle)));
      if (owed.length) {
        const numbers = await this.numbers(tenant, year, owed.length);
        const issued_at = this.clock.now();
        const made = owed.map((cycle, at) => rowOf(tenant, cycle, issued_at, numbers[at]!));
        await this.write(tenant, made, known);
        await this.tell(tenant, made);
      }
      return owed.length;
    });
  }

  /**
   * A history that is written down: each is dated and numbered as on the day of its completion, and nobody is told. In the
   * caller's transaction, before the organisation has any other.
   */
  async recordPast(tenant: Tenant): Promise<number> {
    const cycles = await this.cycles.all(tenant);
    const yearOf = ({ completed_at }: CompletedCycle) => Number(dayAt(completed_at, tenant.time_zone).slice(0, 4));
    const made: Made[] = [];
    for (const year of new Set(cycles.map(yearOf))) {
      const ofYear = cycles.filter((cycle) => yearOf(cycle) === year);
      await this.counters.insertOrAdd(tenant, [{ year, last: 0 }], 'last', 0);
      const numbers = await this.numbers(tenant, year, ofYear.length);
      made.push(...ofYear.map((cycle, at) => rowOf(tenant, cycle, cycle.completed_at, numbers[at]!)));
    }
    await this.write(tenant, made, []);
    return made.length;
  }

  /** Of the same people and trainings. */
  private standing(tenant: Tenant, cycles: readonly CompletedCycle[]): Promise<Certificate[]> {
    const staff_id = [...new Set(cycles.map((each) => each.staff_id))];
    const training_id = [...new Set(cycles.map((each) => each.training_id))];
    return this.certificates.find(tenant, { staff_id, training_id });
  }

  /** The next so many of the year. */
  private async numbers(tenant: Tenant, year: number, count: number): Promise<string[]> {
    await this.counters.add(tenant, { year }, 'last', count);
    const { last } = (await this.counters.one(tenant, { year }))!;
    return Array.from({ length: count }, (_, at) => `${year}-${String(last - count + at + 1).padStart(6, '0')}`);
  }

  private async write(tenant: Tenant, made: readonly Made[], known: readonly Standing[]): Promise<void> {
    const newest = newestOf([...known, ...made]);
    for (const row of made) row.state = newest.get(pairOf(row)) === row.cycle ? 'issued' : 'superseded';
    await this.certificates.insert(tenant, made);
    const old = known.filter((each) => each.state === 'issued' && newest.get(pairOf(each))! > each.cycle);
    if (old.length)
      await this.certificates.update(
        tenant,
        { certificate_id: old.map(({ certificate_id }) => certificate_id), state: 'issued' },
        { state: 'superseded' },
      );
  }

  private async tell(tenant: Tenant, made: readonly Made[]): Promise<void> {
    await this.audit.record(
      ...made.map((row) => {
        const { certificate_id, number, staff_id, training_id, cycle, state } = row;
        const told = { number, staff_id, training_id, cycle, state };
        return auditEntry(tenant, 'certificate.issue', certificate_id, null, told);
      }),
    );
    const told = made.filter(({ state }) => state === 'issued');
    if (told.length)
      await this.announcements.publish(
        CERTIFICATES_ISSUED,
        tenant,
        told.map(({ certificate_id, assignment_id, staff_id, training_id, issued_at }) => ({
          ...{ certificate_id, assignment_id, staff_id, training_id, issued_on: dayAt(issued_at, tenant.time_zone) },
        })),
      );
  }
}

const completionOf = ({ assignment_id, completion_no }: Pick<Certificate, 'assignment_id' | 'completion_no'>): string =>
  `${assignment_id} ${completion_no}`;

function rowOf(tenant: Tenant, { completed_at, ...says }: CompletedCycle, issued_at: number, number: string): Made {
  const completed_on = dayAt(completed_at, tenant.time_zone);
  const certificate_id = newId(issued_at);
  return { ...says, certificate_id, number, completed_on, issued_at, state: 'issued', code: newCode() };
}

const pairOf = ({ staff_id, training_id }: Pick<Certificate, 'staff_id' | 'training_id'>): string =>
  staff_id + training_id;

/** Of each person and training the highest cycle whose certificate was not revoked. */
function newestOf(all: readonly Standing[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const each of all)
    if (each.state !== 'revoked') newest.set(pairOf(each), Math.max(newest.get(pairOf(each)) ?? 0, each.cycle));
  return newest;
}
