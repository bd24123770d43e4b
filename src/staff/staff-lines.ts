import { Injectable } from '@nestjs/common';
import { fullName } from '../contract/person-name';
import type { Batch } from '../tenancy/batch';
import { StaffLine } from '../tenancy/staff-line.entity';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { StaffStructure } from './staff-structure.entity';
import { Staff } from './staff.entity';
import { ManagerCircle } from './staff.errors';

/** Ids in one statement: SQLite takes about 32,000 values. */
const AT_ONCE = 10_000;
/** Of one manager's people those whose lines are read with one statement. */
const TEAM_AT_ONCE = 100;
const CIRCLE_TOLD = 10;

interface Placed {
  staff_id: string;
  manager_id: string | null;
}

/** Keeps the lines of managers as `staff.manager_id` says; inside the transaction that changes it. */
@Injectable()
export class StaffLines {
  constructor(
    @Records(StaffLine) private readonly lines: TenantRepository<StaffLine>,
    @Records(StaffStructure) private readonly structures: TenantRepository<StaffStructure>,
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
  ) {}

  /**
   * Before anything is read that the change depends on: of two at once in one organisation the other waits here, and on
   * another node of a cluster it is made again (two people put below each other at once would each miss the other's row).
   */
  async changing(tenant: Tenant): Promise<void> {
    if (await this.structures.add(tenant, {}, 'version', 1)) return;
    await this.structures.insertMissing(tenant, [{ version: 0 }]);
    await this.structures.add(tenant, {}, 'version', 1);
  }

  /** New staff, below whom nobody stands yet. After `changing`. */
  async place(tenant: Tenant, placed: readonly Placed[]): Promise<void> {
    const below = placed.filter((each): each is { staff_id: string; manager_id: string } => each.manager_id !== null);
    if (!below.length) return;
    const managers = [...new Set(below.map(({ manager_id }) => manager_id))];
    const above = await this.aboveEach(tenant, managers);
    await this.lines.insertMissing(tenant, [
      ...managers.map((manager_id) => ({ manager_id, staff_id: manager_id })),
      ...below.flatMap(({ staff_id, manager_id }) =>
        [manager_id, ...above.get(manager_id)!].map((each) => ({ manager_id: each, staff_id })),
      ),
    ]);
  }

  /**
   * Somebody and everybody below them go below another manager, or nobody. After `changing`.
   * @throws ManagerCircle naming who would stand below themselves
   */
  async move(tenant: Tenant, staff_id: string, was: string | null, becomes: string | null): Promise<void> {
    const line = await this.lines.find(tenant, { manager_id: staff_id });
    const moved = [...new Set([staff_id, ...line.map((row) => row.staff_id)])];
    if (becomes !== null && moved.includes(becomes)) await this.refuseCircle(tenant, staff_id, becomes);
    const managers = [staff_id, ...(becomes === null ? [] : [becomes])];
    const above = await this.aboveEach(tenant, managers);
    const before = above.get(staff_id)!;
    const after = becomes === null ? [] : [becomes, ...above.get(becomes)!];
    const gone = before.filter((each) => !after.includes(each));
    if (gone.length)
      for (const part of parts(moved)) await this.lines.remove(tenant, { manager_id: gone, staff_id: part });
    if (becomes !== null) {
      await this.lines.insertMissing(tenant, [
        { manager_id: becomes, staff_id: becomes },
        ...after
          .filter((each) => !before.includes(each))
          .flatMap((manager_id) => moved.map((each) => ({ manager_id, staff_id: each }))),
      ]);
    }
    if (was !== null) await this.endsAs(tenant, was);
  }

  /**
   * People of one manager go below another, each together with everybody below them: those for whom there is room. Nobody
   * of them stands above `to`. After `changing`. @returns who went
   */
  async pass(tenant: Tenant, team: readonly string[], from: string, to: string, batch: Batch): Promise<string[]> {
    const above = await this.aboveEach(tenant, [from, to]);
    const [before, after] = [
      [from, ...above.get(from)!],
      [to, ...above.get(to)!],
    ];
    const gone = before.filter((each) => !after.includes(each));
    const added = after.filter((each) => !before.includes(each));
    const went: string[] = [];
    for (let at = 0; at < team.length && !batch.more; at += TEAM_AT_ONCE) {
      const asked = new Map(team.slice(at, at + TEAM_AT_ONCE).map((each) => [each, new Set([each])]));
      for (const row of await this.lines.find(tenant, { manager_id: [...asked.keys()] }))
        asked.get(row.manager_id)!.add(row.staff_id);
      const rowsOf = ([, line]: readonly [string, Set<string>]) => 1 + line.size * (gone.length + added.length);
      const taken = batch.take([...asked], rowsOf);
      const moved = taken.flatMap(([, line]) => [...line]);
      for (const part of parts(moved)) await this.lines.remove(tenant, { manager_id: gone, staff_id: part });
      const rows = added.flatMap((manager_id) => moved.map((staff_id) => ({ manager_id, staff_id })));
      await this.lines.insertMissing(tenant, rows);
      went.push(...taken.map(([staff_id]) => staff_id));
    }
    if (went.length) await this.lines.insertMissing(tenant, [{ manager_id: to, staff_id: to }]);
    await this.endsAs(tenant, from);
    return went;
  }

  /** Whether somebody stands below a manager, at whatever depth. */
  async isBelow(tenant: Tenant, staff_id: string, manager_id: string): Promise<boolean> {
    return staff_id !== manager_id && (await this.lines.one(tenant, { manager_id, staff_id })) !== null;
  }

  /** Somebody goes for good, and nobody stands below them. After `changing`. */
  async forget(tenant: Tenant, { staff_id, manager_id }: Placed): Promise<void> {
    await this.lines.remove(tenant, { staff_id });
    if (manager_id !== null) await this.endsAs(tenant, manager_id);
  }

  /** Whoever has nobody below them any more is no manager. */
  private async endsAs(tenant: Tenant, manager_id: string): Promise<void> {
    const left = await this.lines.one(tenant, { manager_id, staff_id: { ne: manager_id } });
    if (!left) await this.lines.remove(tenant, { manager_id, staff_id: manager_id });
  }

  /** Without themselves. */
  private async aboveEach(tenant: Tenant, staff_id: readonly string[]): Promise<Map<string, string[]>> {
    const above = new Map(staff_id.map((each) => [each, [] as string[]]));
    for (const part of parts(staff_id)) {
      for (const row of await this.lines.find(tenant, { staff_id: part })) {
        if (row.manager_id !== row.staff_id) above.get(row.staff_id)!.push(row.manager_id);
      }
    }
    return above;
  }

  private async refuseCircle(tenant: Tenant, staff_id: string, becomes: string): Promise<never> {
    const above = (await this.aboveEach(tenant, [becomes])).get(becomes)!;
    const people = await this.staff.find(tenant, { staff_id: [staff_id, becomes, ...above] });
    const known = new Map(people.map((each) => [each.staff_id, each]));
    const circle: string[] = [];
    for (let at: string | null | undefined = becomes; at; at = known.get(at)?.manager_id) {
      const { first_name, last_name, staff_code } = known.get(at)!;
      circle.push(`${fullName(first_name, last_name)} (${staff_code})`);
      if (at === staff_id || circle.length > CIRCLE_TOLD) break;
    }
    throw new ManagerCircle(circle);
  }
}

function* parts(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) yield ids.slice(from, from + AT_ONCE);
}
