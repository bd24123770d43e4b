import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { NewNotice } from './notice-writer';

const NAMES = `SELECT t.training_id AS id, t.title AS name FROM training t WHERE t.customer_id = :customer_id AND t.training_id IN (:training_id)
  UNION ALL SELECT k.skill_id AS id, k.name AS name FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id IN (:skill_id)`;

/** Names of the trainings and skills of notices. */
@Injectable()
export class NoticeNamesQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** Names by id, in one statement. */
  async findNames(tenant: Tenant, notices: readonly NewNotice[]): Promise<Map<string, string>> {
    const training_id = [...new Set(notices.flatMap((each) => each.training_id ?? []))];
    const skill_id = [...new Set(notices.flatMap((each) => each.skill_id ?? []))];
    if (!training_id.length && !skill_id.length) return new Map();
    const rows = await this.queries.rows<{ id: Uint8Array; name: string }>(tenant, NAMES, { training_id, skill_id });
    return new Map(rows.map(({ id, name }) => [idFromBytes(id), name]));
  }
}
