import { Injectable } from '@nestjs/common';
import type { AssignmentSourceName } from '../contract/training-assignments.resource';
import { Clock } from '../platform/clock';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentSource, NO_RULE } from './assignment-source.entity';

/** A reason, and whose it is. */
export interface Reason {
  assignment_id: string;
  source: AssignmentSourceName;
  /** Left out: no rule. */
  rule_id?: string;
}

/**
 * Why assignments exist: whoever assigns writes the reason, whoever has it no more takes it back. All of it in the caller's
 * transaction; the key decides, so a reason that is given twice stands once.
 */
@Injectable()
export class AssignmentSources {
  constructor(
    @Records(AssignmentSource) private readonly rows: TenantRepository<AssignmentSource>,
    private readonly clock: Clock,
  ) {}

  async add(tenant: Tenant, reasons: readonly Reason[]): Promise<void> {
    if (!reasons.length) return;
    const common = { created_at: this.clock.now(), refused_at: null };
    await this.rows.insertMissing(
      tenant,
      reasons.map(({ assignment_id, source, rule_id = NO_RULE }) => ({ assignment_id, source, rule_id, ...common })),
    );
  }

  /** Assigned by hand. A rule that somebody had been let off has no say even then: taken back, it is as it was. */
  async addByHand(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    await this.add(
      tenant,
      assignment_id.map((each) => ({ assignment_id: each, source: 'manual' })),
    );
  }

  /** What rules want no more, by rule. */
  async dropRules(tenant: Tenant, dropped: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const anyOf = [...dropped].map(([rule_id, assignment_id]) => ({ rule_id, assignment_id: [...assignment_id] }));
    if (anyOf.length) await this.rows.remove(tenant, { source: 'rule', anyOf });
  }

  /** Nobody assigned them by hand. @returns those of them that have another reason */
  async withdrawByHand(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlySet<string>> {
    if (!assignment_id.length) return new Set();
    const those = { assignment_id: [...assignment_id] };
    await this.rows.remove(tenant, { ...those, source: 'manual', rule_id: NO_RULE });
    const left = await this.rows.find(tenant, { ...those, refused_at: null });
    return new Set(left.map((row) => row.assignment_id));
  }

  /** They have not chosen it any more; the caller has seen what other reasons there are. */
  async withdrawOwn(tenant: Tenant, assignment_id: string): Promise<void> {
    await this.rows.remove(tenant, { assignment_id, source: 'self', rule_id: NO_RULE });
  }

  /** Removed by hand: no reason is left, and the rules that had one give it no more. */
  async refuse(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    if (!assignment_id.length) return;
    const those = { assignment_id: [...assignment_id] };
    await this.rows.remove(tenant, { ...those, rule_id: NO_RULE });
    await this.rows.update(tenant, { ...those, refused_at: null }, { refused_at: this.clock.now() });
  }

  /** What takes an assignment's place (its next cycle, another training) is there for the same reasons. */
  async copy(tenant: Tenant, into: ReadonlyMap<string, string>): Promise<void> {
    if (!into.size) return;
    const found = await this.rows.find(tenant, { assignment_id: [...into.keys()], refused_at: null });
    await this.add(
      tenant,
      found.map(({ assignment_id, source, rule_id }) => ({
        assignment_id: into.get(assignment_id)!,
        source,
        rule_id,
      })),
    );
  }

  /** It is gone for a reason of its own: nobody has let anybody off. */
  async forget(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    if (assignment_id.length) await this.rows.remove(tenant, { assignment_id: [...assignment_id] });
  }

  /** By assignment, the first reason first. */
  async of(
    tenant: Tenant,
    assignment_id: readonly string[],
  ): Promise<ReadonlyMap<string, readonly AssignmentSource[]>> {
    const found = assignment_id.length
      ? await this.rows.find(tenant, { assignment_id: [...assignment_id], refused_at: null })
      : [];
    const byAssignment = new Map<string, AssignmentSource[]>();
    for (const row of found.toSorted((a, b) => a.created_at - b.created_at)) {
      const known = byAssignment.get(row.assignment_id);
      if (known) known.push(row);
      else byAssignment.set(row.assignment_id, [row]);
    }
    return byAssignment;
  }
}
