import { Injectable, type Type } from '@nestjs/common';
import { AuditTrailService } from '../infrastructure/audit/audit-trail.service';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import type { Where } from '../infrastructure/database/where';
import type { ReassignTo } from '../common/rest/reassign.dto';
import { InvalidFieldsError, NotFoundError } from '../common/errors/app-error';
import { StaleRecordError } from '../common/errors/record.errors';
import { buildAuditEntry } from './audit-entry';
import { TransactionBatch } from './transaction-batch';
import { ReferencesQuery } from './references.query';
import type { Tenant } from './tenant';
import type { TenantRepository } from './tenant-repository';
import { fieldError } from '../common/errors/field-error';

/** Number of moved references by kind: `{ trainings: 12 }` */
type MovedCounts = Record<string, number>;

/** `more`: the row budget is used up; the next call continues. */
export interface ReassignmentResult {
  moved: MovedCounts;
  more: boolean;
}

/** Moved references of one kind, for the audit trail. */
export interface MovedRows {
  /** Ids, or the data of rows that were removed because the target had one already. */
  was: readonly (string | object)[];
  /** Rows that replaced them. Default: the same rows, which now refer to the target. */
  became?: readonly object[];
}

/**
 * Moves as many references as fit the batch; the next call continues. @returns moved rows by kind: `{ trainings: … }`
 */
type ReferenceMover = (
  tenant: Tenant,
  from: string,
  to: string,
  transactionBatch: TransactionBatch,
) => Promise<Record<string, MovedRows>>;

/** How a layer handles references to an entity. */
export interface ReferenceHandler {
  /** Runs in the open transaction. */
  move: ReferenceMover;
  /** Counts references that belong to history and never move. */
  countHistory?: (tenant: Tenant, id: string) => Promise<Record<string, number>>;
}

/** An entity whose references can be moved to another record. */
export interface ReassignableEntity<E extends object> {
  entity: Type<E>;
  records: TenantRepository<E>;
  /** Key column; also the field name in audit events. */
  key: keyof E & string;
  /** For texts: `job role` */
  noun: string;
  /** For audit events: `job-role` */
  subject?: string;
}

export interface ReassignmentHooks {
  /** Takes locks before anything is read. */
  beforeRead?: () => Promise<void>;
  /** Moves references within the record's own layer. */
  move?: ReferenceMover;
  /** Rejects an invalid target (a cycle of a tree). */
  check?: (tenant: Tenant, from: string, to: string) => Promise<void>;
}

/**
 * `POST …/{id}/reassign`: moves the references of a record to another one, so that it can be deleted or archived.
 * References that belong to history stay (docs/domain.md). One call is one transaction of bounded size and one audit
 * event; `more` tells to call again. Repeating a completed call has no effect.
 */
@Injectable()
export class ReassignmentsService {
  private readonly handlers = new Map<Type, ReferenceHandler[]>();

  constructor(
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly referencesQuery: ReferencesQuery,
  ) {}

  registerReferences(entity: Type, handler: ReferenceHandler): void {
    this.handlers.set(entity, [...this.handlersOf(entity), handler]);
  }

  /**
   * Why a record cannot be deleted: `{ skill_target: 2, past_skill_target: 5 }`; references that never move have the
   * prefix `past_`.
   */
  async countReferences(tenant: Tenant, entity: Type, id: string): Promise<Record<string, number>> {
    const counts = await this.referencesQuery.countReferences(tenant, entity, id);
    for (const { countHistory } of this.handlersOf(entity)) {
      for (const [table, historyCount] of Object.entries((await countHistory?.(tenant, id)) ?? {})) {
        if (!historyCount) continue;
        counts[table] = (counts[table] ?? historyCount) - historyCount;
        counts[`past_${table}`] = historyCount;
      }
    }
    return counts;
  }

  /**
   * @throws NotFoundError, StaleRecordError, InvalidFieldsError (`to` is unknown, identical, archived, or rejected by
   * `check`)
   */
  async reassign<E extends { row_version: number; status?: string }>(
    tenant: Tenant,
    { entity, records, key, noun, subject = noun.replace(' ', '-') }: ReassignableEntity<E>,
    from: string,
    { to, row_version }: ReassignTo,
    { beforeRead, move, check }: ReassignmentHooks = {},
  ): Promise<ReassignmentResult> {
    const whereId = (id: string) => ({ [key]: id }) as Where<E>;
    return this.transactions.run(async () => {
      await beforeRead?.();
      const was = await records.findOne(tenant, whereId(from));
      if (!was) throw new NotFoundError(noun);
      if (row_version !== undefined && row_version !== was.row_version) throw new StaleRecordError(was.row_version);
      if (to === from)
        throw new InvalidFieldsError({
          to: [fieldError('itself', 'This is the item you are replacing. Choose another one.')],
        });
      const target = await records.findOne(tenant, whereId(to));
      if (!target) throw new InvalidFieldsError({ to: [fieldError('reference', 'Choose an existing entry.')] });
      if (target.status === 'archived')
        throw new InvalidFieldsError({
          to: [fieldError('archived', 'This entry is archived. Restore it first, or choose another one.')],
        });
      await check?.(tenant, from, to);
      const movedRows: Record<string, MovedRows> = {};
      const transactionBatch = new TransactionBatch();
      const moveFunctions = [...(move ? [move] : []), ...this.handlersOf(entity).map((each) => each.move)];
      for (const each of moveFunctions) Object.assign(movedRows, await each(tenant, from, to, transactionBatch));
      const moved: MovedCounts = mapDefined(movedRows, ({ was: rows }) => rows.length);
      if (Object.values(moved).some((count) => count > 0)) {
        const before = { [key]: from, ...mapDefined(movedRows, ({ was: rows }) => (rows.length ? rows : undefined)) };
        const after = {
          [key]: to,
          moved,
          ...mapDefined(movedRows, (each) => (each.became?.length ? each.became : undefined)),
        };
        await this.audit.record(buildAuditEntry(tenant, `${subject}.reassign`, from, before, after));
      }
      return { moved, more: transactionBatch.hasMore };
    });
  }

  private handlersOf(entity: Type): readonly ReferenceHandler[] {
    return this.handlers.get(entity) ?? [];
  }
}

/**
 * Moves rows that refer to the record by one column.
 * @param id column that identifies a row @returns rows that now refer to the target
 */
export async function repointReferences<E extends object>(
  tenant: Tenant,
  records: TenantRepository<E>,
  id: keyof E & string,
  where: Where<E>,
  change: Partial<E>,
  transactionBatch: TransactionBatch,
): Promise<MovedRows> {
  const rows = await records.find(tenant, where, { limit: transactionBatch.readLimit(), order: [[id, 'asc']] });
  const ids = transactionBatch.take(rows).map((each) => each[id] as string);
  if (!ids.length) return { was: [] };
  const changed = await records.update(tenant, { ...where, [id]: ids } as Where<E>, change);
  if (changed === ids.length) return { was: ids };
  // A concurrent request changed some rows between the two statements.
  const movedNow = await records.find(tenant, { ...change, [id]: ids } as Where<E>, { order: [[id, 'asc']] });
  return { was: movedNow.map((each) => each[id] as string) };
}

function mapDefined<T>(
  movedRows: Readonly<Record<string, MovedRows>>,
  valueOf: (each: MovedRows) => T | undefined,
): Record<string, T> {
  const entries = Object.entries(movedRows).map(([name, each]) => [name, valueOf(each)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
}
