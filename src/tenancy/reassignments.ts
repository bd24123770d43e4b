import { Injectable, type Type } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import type { ReassignTo } from '../platform/definitions/reassign.dto';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { Stale } from '../platform/errors/record-errors';
import { auditEntry } from './audit-entry';
import { Batch } from './batch';
import { References } from './references';
import type { Tenant } from './tenant';
import type { TenantRepository } from './tenant-repository';
import { fieldError } from '../platform/errors/field-error';

/** How many of what went along: `{ trainings: 12 }`. */
type Moved = Record<string, number>;

/** `more`: there was no room for all of it in one transaction. Asked again, it goes on where it stopped. */
export interface Reassigned {
  moved: Moved;
  more: boolean;
}

/** Of one kind what went along, at most a batch of it, as the audit trail tells it. */
export interface Passed {
  /** Each an id, or the facts of a row that had no place of its own afterwards. */
  was: readonly (string | object)[];
  /** Rows that took their place. Left out: the same ones, which now name the other record. */
  became?: readonly object[];
}

/** Moves as much as there is room for; asked again, the rest. @returns by what it is called: `{ trainings: … }` */
type Mover = (tenant: Tenant, from: string, to: string, batch: Batch) => Promise<Record<string, Passed>>;

/** What a floor keeps of a kind of record, by the tables that refer to it. */
export interface Uses {
  /** In the open transaction. */
  move: Mover;
  /** Of the rows that refer to it those that are past: they keep it for ever. */
  stays?: (tenant: Tenant, id: string) => Promise<Record<string, number>>;
}

/** A kind of record whose place another of its kind can take. */
export interface Replaceable<E extends object> {
  entity: Type<E>;
  records: TenantRepository<E>;
  /** Its key's column, which is also what its uses call it. */
  key: keyof E & string;
  /** As a person calls it: `job role`. */
  noun: string;
  /** As audit events call it: `job-role`. */
  subject?: string;
}

/** What a kind of record says for itself. */
export interface Replacing {
  /** Before anything is read: what has to wait for another change waits here. */
  first?: () => Promise<void>;
  /** What of the record's own floor goes along. */
  move?: Mover;
  /** Refuses who cannot take this place (a tree's circle). */
  check?: (tenant: Tenant, from: string, to: string) => Promise<void>;
}

/**
 * `POST …/{id}/reassign`: from now on another record stands wherever the first one is used, so that the first can be
 * deleted, or archived where history names it. What is past is never moved. One call is one transaction of a bounded
 * number of rows and one event, however many floors have something that goes along; where `more` is left, the next call
 * goes on, and whoever was interrupted begins again. Done twice, the second time finds nothing to move and is told nobody.
 */
@Injectable()
export class Reassignments {
  private readonly uses = new Map<Type, Uses[]>();

  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly references: References,
  ) {}

  /** A higher floor says what of its own goes along. */
  alsoMoves(entity: Type, uses: Uses): void {
    this.uses.set(entity, [...this.usesOf(entity), uses]);
  }

  /** Why a record cannot be deleted: `{ skill_target: 2, past_skill_target: 5 }`; what is past never goes along. */
  async countsOf(tenant: Tenant, entity: Type, id: string): Promise<Record<string, number>> {
    const counts = await this.references.countsOf(tenant, entity, id);
    for (const { stays } of this.usesOf(entity)) {
      for (const [what, past] of Object.entries((await stays?.(tenant, id)) ?? {})) {
        if (!past) continue;
        counts[what] = (counts[what] ?? past) - past;
        counts[`past_${what}`] = past;
      }
    }
    return counts;
  }

  /**
   * @throws NotFound, Stale, InvalidFields (`to`: unknown, itself, archived, or refused by `judge`)
   */
  async run<E extends { row_version: number; status?: string }>(
    tenant: Tenant,
    { entity, records, key, noun, subject = noun.replace(' ', '-') }: Replaceable<E>,
    from: string,
    { to, row_version }: ReassignTo,
    { first, move, check }: Replacing = {},
  ): Promise<Reassigned> {
    const named = (id: string) => ({ [key]: id }) as Where<E>;
    return this.transactions.run(async () => {
      await first?.();
      const was = await records.one(tenant, named(from));
      if (!was) throw new NotFound(noun);
      if (row_version !== undefined && row_version !== was.row_version) throw new Stale(was.row_version);
      if (to === from)
        throw new InvalidFields({
          to: [fieldError('itself', 'This is the item you are replacing. Choose another one.')],
        });
      const becomes = await records.one(tenant, named(to));
      if (!becomes) throw new InvalidFields({ to: [fieldError('reference', 'Choose an existing entry.')] });
      if (becomes.status === 'archived')
        throw new InvalidFields({
          to: [fieldError('archived', 'This entry is archived. Restore it first, or choose another one.')],
        });
      await check?.(tenant, from, to);
      const passed: Record<string, Passed> = {};
      const batch = new Batch();
      const movers = [...(move ? [move] : []), ...this.usesOf(entity).map((each) => each.move)];
      for (const each of movers) Object.assign(passed, await each(tenant, from, to, batch));
      const moved: Moved = mapped(passed, ({ was: rows }) => rows.length);
      if (Object.values(moved).some((count) => count > 0)) {
        const before = { [key]: from, ...mapped(passed, ({ was: rows }) => (rows.length ? rows : undefined)) };
        const after = {
          [key]: to,
          moved,
          ...mapped(passed, (each) => (each.became?.length ? each.became : undefined)),
        };
        await this.audit.record(auditEntry(tenant, `${subject}.reassign`, from, before, after));
      }
      return { moved, more: batch.more };
    });
  }

  private usesOf(entity: Type): readonly Uses[] {
    return this.uses.get(entity) ?? [];
  }
}

/** The plain case: rows of which one column names it. @param id what names one of the rows @returns those that now name the other */
export async function repoint<E extends object>(
  tenant: Tenant,
  records: TenantRepository<E>,
  id: keyof E & string,
  where: Where<E>,
  change: Partial<E>,
  batch: Batch,
): Promise<Passed> {
  const found = await records.find(tenant, where, { limit: batch.reads(), order: [[id, 'asc']] });
  const taken = batch.take(found).map((each) => each[id] as string);
  if (!taken.length) return { was: [] };
  const changed = await records.update(tenant, { ...where, [id]: taken } as Where<E>, change);
  if (changed === taken.length) return { was: taken };
  // Some were put elsewhere between the two statements.
  const went = await records.find(tenant, { ...change, [id]: taken } as Where<E>, { order: [[id, 'asc']] });
  return { was: went.map((each) => each[id] as string) };
}

/** The same names; what is undefined is left out. */
function mapped<T>(
  passed: Readonly<Record<string, Passed>>,
  valueOf: (each: Passed) => T | undefined,
): Record<string, T> {
  const entries = Object.entries(passed).map(([name, each]) => [name, valueOf(each)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
}
