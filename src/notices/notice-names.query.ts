import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { OwedNotice } from './notice-writer';

const NAMES = `SELECT t.training_id AS id, t.title AS name FROM training t WHERE t.customer_id = :customer_id AND t.training_id IN (:training_id)
  UNION ALL SELECT k.skill_id AS id, k.name AS name FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id IN (:skill_id)`;

/** What the trainings and skills are called of which somebody will be told. */
@Injectable()
export class NoticeNames {
  constructor(private readonly queries: TenantQueries) {}

  /** By id; one statement. */
  async of(tenant: Tenant, owed: readonly OwedNotice[]): Promise<Map<string, string>> {
    const training_id = [...new Set(owed.flatMap((each) => each.training_id ?? []))];
    const skill_id = [...new Set(owed.flatMap((each) => each.skill_id ?? []))];
    if (!training_id.length && !skill_id.length) return new Map();
    const rows = await this.queries.rows<{ id: Uint8Array; name: string }>(tenant, NAMES, { training_id, skill_id });
    return new Map(rows.map(({ id, name }) => [idFromBytes(id), name]));
  }
}
