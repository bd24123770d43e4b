import { Injectable } from '@nestjs/common';
import { fullName } from '../../contract/person-name';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import { StaffLine } from '../../tenancy/staff-line.entity';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { StaffStructure } from './staff-structure.entity';
import { Staff } from './staff.entity';
import { ManagerCycleError } from './staff.errors';

/** SQLite takes about 32,000 values in one statement. */
const IDS_PER_STATEMENT = 10_000;
/** Direct reports whose subtrees are read in one statement. */
const TEAM_BATCH_SIZE = 100;
const CYCLE_NAMES_MAX = 10;

interface StaffWithManager {
  staff_id: string;
  manager_id: string | null;
}

/** Maintains `staff_line`, the transitive closure of `staff.manager_id`, in the transaction of the change. */
@Injectable()
export class StaffLinesService {
  constructor(
    @InjectTenantRepository(StaffLine) private readonly lines: TenantRepository<StaffLine>,
    @InjectTenantRepository(StaffStructure) private readonly structures: TenantRepository<StaffStructure>,
    @InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>,
  ) {}

  /**
   * Serialises changes of the structure within one customer. Call it before reading what the change depends on: two
   * people moved below each other at once would each miss the other's row.
   */
  async lockStructure(tenant: Tenant): Promise<void> {
    if (await this.structures.add(tenant, {}, 'version', 1)) return;
    await this.structures.insertMissing(tenant, [{ version: 0 }]);
    await this.structures.add(tenant, {}, 'version', 1);
  }

  /** For new staff without reports. Requires `lockStructure`. */
  async insertStaff(tenant: Tenant, records: readonly StaffWithManager[]): Promise<void> {
    const withManager = records.filter(
      (each): each is { staff_id: string; manager_id: string } => each.manager_id !== null,
    );
    if (!withManager.length) return;
    const managers = [...new Set(withManager.map(({ manager_id }) => manager_id))];
    const managersAbove = await this.findManagersAbove(tenant, managers);
    await this.lines.insertMissing(tenant, [
      ...managers.map((manager_id) => ({ manager_id, staff_id: manager_id })),
      ...withManager.flatMap(({ staff_id, manager_id }) =>
        [manager_id, ...managersAbove.get(manager_id)!].map((each) => ({ manager_id: each, staff_id })),
      ),
    ]);
  }

  /**
   * Moves a person and everyone below them; null: no manager. Requires `lockStructure`.
   * @throws ManagerCycleError naming the cycle
   */
  async moveToManager(
    tenant: Tenant,
    staff_id: string,
    previousManagerId: string | null,
    newManagerId: string | null,
  ): Promise<void> {
    const line = await this.lines.find(tenant, { manager_id: staff_id });
    const moved = [...new Set([staff_id, ...line.map((row) => row.staff_id)])];
    if (newManagerId !== null && moved.includes(newManagerId))
      await this.throwCycleError(tenant, staff_id, newManagerId);
    const managers = [staff_id, ...(newManagerId === null ? [] : [newManagerId])];
    const managersAbove = await this.findManagersAbove(tenant, managers);
    const before = managersAbove.get(staff_id)!;
    const after = newManagerId === null ? [] : [newManagerId, ...managersAbove.get(newManagerId)!];
    const removedManagers = before.filter((each) => !after.includes(each));
    if (removedManagers.length)
      for (const chunk of chunks(moved))
        await this.lines.remove(tenant, { manager_id: removedManagers, staff_id: chunk });
    if (newManagerId !== null) {
      await this.lines.insertMissing(tenant, [
        { manager_id: newManagerId, staff_id: newManagerId },
        ...after
          .filter((each) => !before.includes(each))
          .flatMap((manager_id) => moved.map((each) => ({ manager_id, staff_id: each }))),
      ]);
    }
    if (previousManagerId !== null) await this.removeManagerWithoutReports(tenant, previousManagerId);
  }

  /**
   * Moves direct reports of `from`, with everyone below them, until the batch is full. None of them may be above
   * `to`. Requires `lockStructure`. @returns ids of the moved reports
   */
  async reassignTeam(
    tenant: Tenant,
    team: readonly string[],
    from: string,
    to: string,
    transactionBatch: TransactionBatch,
  ): Promise<string[]> {
    const managersAbove = await this.findManagersAbove(tenant, [from, to]);
    const [before, after] = [
      [from, ...managersAbove.get(from)!],
      [to, ...managersAbove.get(to)!],
    ];
    const removedManagers = before.filter((each) => !after.includes(each));
    const addedManagers = after.filter((each) => !before.includes(each));
    const movedIds: string[] = [];
    for (let at = 0; at < team.length && !transactionBatch.hasMore; at += TEAM_BATCH_SIZE) {
      const subtrees = new Map(team.slice(at, at + TEAM_BATCH_SIZE).map((each) => [each, new Set([each])]));
      for (const row of await this.lines.find(tenant, { manager_id: [...subtrees.keys()] }))
        subtrees.get(row.manager_id)!.add(row.staff_id);
      const countRows = ([, line]: readonly [string, Set<string>]) =>
        1 + line.size * (removedManagers.length + addedManagers.length);
      const selected = transactionBatch.take([...subtrees], countRows);
      const moved = selected.flatMap(([, line]) => [...line]);
      for (const chunk of chunks(moved))
        await this.lines.remove(tenant, { manager_id: removedManagers, staff_id: chunk });
      const rows = addedManagers.flatMap((manager_id) => moved.map((staff_id) => ({ manager_id, staff_id })));
      await this.lines.insertMissing(tenant, rows);
      movedIds.push(...selected.map(([staff_id]) => staff_id));
    }
    if (movedIds.length) await this.lines.insertMissing(tenant, [{ manager_id: to, staff_id: to }]);
    await this.removeManagerWithoutReports(tenant, from);
    return movedIds;
  }

  /** At any depth. */
  async isSubordinate(tenant: Tenant, staff_id: string, manager_id: string): Promise<boolean> {
    return staff_id !== manager_id && (await this.lines.findOne(tenant, { manager_id, staff_id })) !== null;
  }

  /** For deleted staff without reports. Requires `lockStructure`. */
  async removeStaff(tenant: Tenant, { staff_id, manager_id }: StaffWithManager): Promise<void> {
    await this.lines.remove(tenant, { staff_id });
    if (manager_id !== null) await this.removeManagerWithoutReports(tenant, manager_id);
  }

  private async removeManagerWithoutReports(tenant: Tenant, manager_id: string): Promise<void> {
    const report = await this.lines.findOne(tenant, { manager_id, staff_id: { ne: manager_id } });
    if (!report) await this.lines.remove(tenant, { manager_id, staff_id: manager_id });
  }

  /** Excludes the person's own row. */
  private async findManagersAbove(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, string[]>> {
    const managersAbove = new Map(staff_id.map((each) => [each, [] as string[]]));
    for (const chunk of chunks(staff_id)) {
      for (const row of await this.lines.find(tenant, { staff_id: chunk })) {
        if (row.manager_id !== row.staff_id) managersAbove.get(row.staff_id)!.push(row.manager_id);
      }
    }
    return managersAbove;
  }

  private async throwCycleError(tenant: Tenant, staff_id: string, newManagerId: string): Promise<never> {
    const managersAbove = (await this.findManagersAbove(tenant, [newManagerId])).get(newManagerId)!;
    const people = await this.staff.find(tenant, { staff_id: [staff_id, newManagerId, ...managersAbove] });
    const known = new Map(people.map((each) => [each.staff_id, each]));
    const cycle: string[] = [];
    for (let current: string | null | undefined = newManagerId; current; current = known.get(current)?.manager_id) {
      const { first_name, last_name, staff_code } = known.get(current)!;
      cycle.push(`${fullName(first_name, last_name)} (${staff_code})`);
      if (current === staff_id || cycle.length > CYCLE_NAMES_MAX) break;
    }
    throw new ManagerCycleError(cycle);
  }
}

function* chunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT) yield ids.slice(from, from + IDS_PER_STATEMENT);
}
