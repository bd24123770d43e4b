import { Injectable } from '@nestjs/common';
import type { AssignmentSourceName } from '../../contract/training-assignments.resource';
import { Clock } from '../../common/clock';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentSource, NO_RULE } from './assignment-source.entity';

export interface NewAssignmentSource {
  assignment_id: string;
  source: AssignmentSourceName;
  /** Omitted: no rule. */
  rule_id?: string;
}

/** Writes the sources of assignments in the caller's transaction; the key makes repeated calls harmless. */
@Injectable()
export class AssignmentSourceRepository {
  constructor(
    @InjectTenantRepository(AssignmentSource) private readonly rows: TenantRepository<AssignmentSource>,
    private readonly clock: Clock,
  ) {}

  async add(tenant: Tenant, sources: readonly NewAssignmentSource[]): Promise<void> {
    if (!sources.length) return;
    const common = { created_at: this.clock.now(), refused_at: null };
    await this.rows.insertMissing(
      tenant,
      sources.map(({ assignment_id, source, rule_id = NO_RULE }) => ({ assignment_id, source, rule_id, ...common })),
    );
  }

  /** Refused rule sources stay refused. */
  async addManual(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    await this.add(
      tenant,
      assignment_id.map((each) => ({ assignment_id: each, source: 'manual' })),
    );
  }

  /** @param dropped assignment ids by rule */
  async removeRules(tenant: Tenant, dropped: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const anyOf = [...dropped].map(([rule_id, assignment_id]) => ({ rule_id, assignment_id: [...assignment_id] }));
    if (anyOf.length) await this.rows.remove(tenant, { source: 'rule', anyOf });
  }

  /** @returns assignments that have another source */
  async removeManual(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlySet<string>> {
    if (!assignment_id.length) return new Set();
    const where = { assignment_id: [...assignment_id] };
    await this.rows.remove(tenant, { ...where, source: 'manual', rule_id: NO_RULE });
    const remaining = await this.rows.find(tenant, { ...where, refused_at: null });
    return new Set(remaining.map((row) => row.assignment_id));
  }

  /** The caller has checked the other sources. */
  async removeSelf(tenant: Tenant, assignment_id: string): Promise<void> {
    await this.rows.remove(tenant, { assignment_id, source: 'self', rule_id: NO_RULE });
  }

  /** For manual removal: deletes other sources and marks rule sources as refused. */
  async refuseAll(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    if (!assignment_id.length) return;
    const where = { assignment_id: [...assignment_id] };
    await this.rows.remove(tenant, { ...where, rule_id: NO_RULE });
    await this.rows.update(tenant, { ...where, refused_at: null }, { refused_at: this.clock.now() });
  }

  /**
   * Copies the sources to the replacing assignments (next cycle, other training).
   * @param into new assignment id by old id
   */
  async copyTo(tenant: Tenant, into: ReadonlyMap<string, string>): Promise<void> {
    if (!into.size) return;
    const sources = await this.rows.find(tenant, { assignment_id: [...into.keys()], refused_at: null });
    await this.add(
      tenant,
      sources.map(({ assignment_id, source, rule_id }) => ({
        assignment_id: into.get(assignment_id)!,
        source,
        rule_id,
      })),
    );
  }

  /** Deletes all sources without refusing rules. */
  async removeAll(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    if (assignment_id.length) await this.rows.remove(tenant, { assignment_id: [...assignment_id] });
  }

  /** In the order of creation. */
  async findByAssignment(
    tenant: Tenant,
    assignment_id: readonly string[],
  ): Promise<ReadonlyMap<string, readonly AssignmentSource[]>> {
    const sources = assignment_id.length
      ? await this.rows.find(tenant, { assignment_id: [...assignment_id], refused_at: null })
      : [];
    const byAssignment = new Map<string, AssignmentSource[]>();
    for (const row of sources.toSorted((a, b) => a.created_at - b.created_at)) {
      const sameAssignment = byAssignment.get(row.assignment_id);
      if (sameAssignment) sameAssignment.push(row);
      else byAssignment.set(row.assignment_id, [row]);
    }
    return byAssignment;
  }
}
