import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../../contract/import.responses';
import { MANUAL_EVIDENCE_KINDS } from '../../contract/skill-evidence.resource';
import { AchievementDateService } from '../skills/achievement-date.service';
import type { EvidenceRecord } from '../skills/evidence.entity';
import { EvidenceRecordingService, type EvidenceInput } from '../skills/evidence-recording.service';
import { SkillEvidenceService } from '../skills/skill-evidence.service';
import { LedgerLocks } from '../staff/ledger-locks';
import type { JobRow } from '../background-jobs/job-row.entity';
import type { Tenant } from '../../tenancy/tenant';
import { importReason } from './import-planner';
import { ImportableRegistry, type StoredRecord, type ResolvedRow } from './importable-registry';
import type { Values } from './import-row.entity';

/** Kinds that an import may record. Self-ratings belong to the person; trainings write their own evidence. */
const IMPORTABLE_KINDS: readonly string[] = MANUAL_EVIDENCE_KINDS.filter((kind) => kind !== 'self');
/** States of exported rows that do not count. */
const IGNORED_STATES: readonly unknown[] = ['rejected', 'voided'];

/** Import rules of evidence: rows are created, never changed, and voided by undo. */
@Injectable()
export class EvidenceImportRules implements OnModuleInit {
  constructor(
    private readonly importableRegistry: ImportableRegistry,
    private readonly evidenceService: SkillEvidenceService,
    private readonly evidenceRecording: EvidenceRecordingService,
    private readonly locks: LedgerLocks,
    private readonly achievementDates: AchievementDateService,
  ) {}

  onModuleInit(): void {
    this.importableRegistry.register('skill-evidence', {
      isIgnored: ({ state }) => IGNORED_STATES.includes(state),
      findRefusals: (tenant, rows) => this.findRefusals(tenant, rows),
      // Voided evidence is ignored, so that the same row can be imported again.
      matchWhere: { state: { ne: 'voided' } },
      fixedFields: () => ['valid_until', 'note'],
      lock: (tenant, rows) => this.lock(tenant, rows),
      createMany: (tenant, bodies) => this.evidenceService.createMany(tenant, bodies.map(toEvidenceInput)),
      undoCreated: (tenant, rows, records) => this.voidCreated(tenant, rows, records),
    });
  }

  private async findRefusals(tenant: Tenant, rows: readonly ResolvedRow[]): Promise<Map<number, ImportReason[]>> {
    const achievements = rows.map(({ values: { staff_id, effective_date } }) => ({
      staff_id: typeof staff_id === 'string' ? staff_id : '',
      effective_date: String(effective_date ?? ''),
    }));
    const lastAllowedDays = await this.achievementDates.findFutureDates(tenant, achievements);
    return new Map(
      rows.map((row, index) => {
        const today = lastAllowedDays.get(index);
        const dateReasons = today ? [importReason('effective_date', 'day_to_come', { today })] : [];
        return [row.row_no, [...checkValues(row), ...dateReasons]];
      }),
    );
  }

  private lock(tenant: Tenant, rows: readonly Values[]): Promise<void> {
    return this.locks.acquire(
      tenant,
      rows.map(({ staff_id }) => staff_id).filter((id) => typeof id === 'string'),
    );
  }

  private async voidCreated(
    tenant: Tenant,
    rows: readonly JobRow[],
    records: ReadonlyMap<string, StoredRecord>,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const rowsByCode = new Map<string, number[]>();
    const unchanged: EvidenceRecord[] = [];
    for (const { record_id, record_version, row_no } of rows) {
      const record = records.get(record_id!);
      const isUnchanged = record?.row_version === record_version;
      if (isUnchanged) unchanged.push(record as unknown as EvidenceRecord);
      const code = isUnchanged ? 'import_voided' : record ? 'changed_since' : 'removed_since';
      rowsByCode.set(code, [...(rowsByCode.get(code) ?? []), row_no]);
    }
    await this.evidenceRecording.voidRows(tenant, unchanged, null);
    return rowsByCode;
  }
}

function checkValues({ values }: ResolvedRow): ImportReason[] {
  const { kind = 'import', effective_date, valid_until } = values;
  const reasons: ImportReason[] = [];
  if (kind === 'self') reasons.push(importReason('kind', 'self_rating'));
  else if (!IMPORTABLE_KINDS.includes(String(kind)))
    reasons.push(importReason('kind', 'choice', { choices: IMPORTABLE_KINDS.join(', ') }));
  if (valid_until && String(valid_until) < String(effective_date))
    reasons.push(importReason('valid_until', 'before_first_day', { from: String(effective_date) }));
  return reasons;
}

/** Pending evidence stays pending; all other rows are recorded as by hand. */
function toEvidenceInput({ state, ...values }: Values): EvidenceInput {
  return { kind: 'import', ...values, ...(state === 'pending' && { state }) } as EvidenceInput;
}
