import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../contract/import-answers';
import { RECORDED_KINDS } from '../contract/skill-evidence.resource';
import { AchievementDays } from '../skills/achievement-days';
import type { EvidenceRecord } from '../skills/evidence.entity';
import { RecordedEvidence, type Recorded } from '../skills/recorded-evidence';
import { SkillEvidenceService } from '../skills/skill-evidence.service';
import { LedgerLocks } from '../staff/ledger-locks';
import type { JobRow } from '../tenancy/jobs/job-row.entity';
import type { Tenant } from '../tenancy/tenant';
import { reasonOf } from './import-planner';
import { Importables, type Kept, type Understood } from './importables';
import type { Values } from './import-row.entity';

/** What people can record; a self-rating is its person's own, and trainings write what they give themselves. */
const BROUGHT: readonly string[] = RECORDED_KINDS.filter((kind) => kind !== 'self');
/** Of an export: it never counted, or not any more. */
const NOTHING: readonly unknown[] = ['rejected', 'voided'];

/** History that is brought along: rows of the ledger, which are made and never changed, and voided where they are taken back. */
@Injectable()
export class EvidenceImport implements OnModuleInit {
  constructor(
    private readonly importables: Importables,
    private readonly ledger: SkillEvidenceService,
    private readonly evidence: RecordedEvidence,
    private readonly locks: LedgerLocks,
    private readonly days: AchievementDays,
  ) {}

  onModuleInit(): void {
    this.importables.register('skill-evidence', {
      isPassedOver: ({ state }) => NOTHING.includes(state),
      refused: (tenant, rows) => this.refused(tenant, rows),
      // What was voided is no more: the same may be brought again.
      standing: { state: { ne: 'voided' } },
      compared: () => ['valid_until', 'note'],
      hold: (tenant, rows) => this.hold(tenant, rows),
      createMany: (tenant, bodies) => this.ledger.createMany(tenant, bodies.map(recordedOf)),
      takeBack: (tenant, rows, found) => this.takeBack(tenant, rows, found),
    });
  }

  private async refused(tenant: Tenant, rows: readonly Understood[]): Promise<Map<number, ImportReason[]>> {
    const achieved = rows.map(({ values: { staff_id, effective_date } }) => ({
      ...{ staff_id: typeof staff_id === 'string' ? staff_id : '', effective_date: String(effective_date ?? '') },
    }));
    const future = await this.days.futureAmong(tenant, achieved);
    return new Map(
      rows.map((row, at) => {
        const today = future.get(at);
        const ahead = today ? [reasonOf('effective_date', 'day_to_come', { today })] : [];
        return [row.row_no, [...refusalsOf(row), ...ahead]];
      }),
    );
  }

  private hold(tenant: Tenant, rows: readonly Values[]): Promise<void> {
    return this.locks.take(
      tenant,
      rows.map(({ staff_id }) => staff_id).filter((id) => typeof id === 'string'),
    );
  }

  private async takeBack(
    tenant: Tenant,
    rows: readonly JobRow[],
    found: ReadonlyMap<string, Kept>,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const became = new Map<string, number[]>();
    const ours: EvidenceRecord[] = [];
    for (const { record_id, record_version, row_no } of rows) {
      const record = found.get(record_id!);
      const isOurs = record?.row_version === record_version;
      if (isOurs) ours.push(record as unknown as EvidenceRecord);
      const code = isOurs ? 'import_voided' : record ? 'changed_since' : 'removed_since';
      became.set(code, [...(became.get(code) ?? []), row_no]);
    }
    await this.evidence.takeBack(tenant, ours, null);
    return became;
  }
}

/** What is known before it is tried. */
function refusalsOf({ values }: Understood): ImportReason[] {
  const { kind = 'import', effective_date, valid_until } = values;
  const reasons: ImportReason[] = [];
  if (kind === 'self') reasons.push(reasonOf('kind', 'self_rating'));
  else if (!BROUGHT.includes(String(kind))) reasons.push(reasonOf('kind', 'choice', { choices: BROUGHT.join(', ') }));
  if (valid_until && String(valid_until) < String(effective_date))
    reasons.push(reasonOf('valid_until', 'before_first_day', { from: String(effective_date) }));
  return reasons;
}

/** What waited for its sign-off waits here as well; everything else is recorded as by hand. */
function recordedOf({ state, ...values }: Values): Recorded {
  return { kind: 'import', ...values, ...(state === 'pending' && { state }) } as Recorded;
}
