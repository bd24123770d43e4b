import { Injectable } from '@nestjs/common';
import type { LiveEvent } from '../../contract/live';
import { Database } from '../../infrastructure/database/database';
import { requireColumn, encodeValue, placeholders } from '../../infrastructure/database/where';
import { idFromBytes, idToBytes, isId } from '../../common/ids';
import { listResources, type ResourceMetadata } from '../../tenancy/resource-metadata';
import type { Tenant } from '../../tenancy/tenant';
import type { LiveMessage } from './live-message';

/** Resources of which managers see the rows of their reporting line (docs/domain.md). */
const LINE_RESOURCES: ReadonlySet<string> = new Set([
  'staff',
  'training-assignments',
  'attempts',
  'skill-evidence',
  'skill-targets',
]);
/** More records of one resource at once are reported without ids. */
const MAX_NAMED_RECORDS = 100;

/** Current state of a record, which decides who is notified. */
interface RecordState {
  version: number;
  /** Owner of the row; null: no staff member */
  staff_id: string | null;
}

export interface AddressedMessage {
  readonly message: LiveMessage;
  readonly metadata: ResourceMetadata | undefined;
  readonly state: RecordState | undefined;
  readonly led_by: ReadonlySet<string>;
}

/**
 * Decides who receives which live message. The records and reporting lines are read once per resource, not per stream.
 * Users receive no ids of rows that they may not read; for rows without an owner, learners are told only that something
 * changed.
 */
@Injectable()
export class LiveAudienceService {
  constructor(private readonly database: Database) {}

  /** For messages of one customer. @param hasRestrictedViewers a stream sees only some rows */
  async prepare(messages: readonly LiveMessage[], hasRestrictedViewers: boolean): Promise<AddressedMessage[]> {
    const byResource = groupBy(messages, ({ resource }) => resource);
    const addressed: AddressedMessage[] = [];
    for (const [resource, messagesOfResource] of byResource) {
      const metadata = messagesOfResource[0]!.kind === 'change' ? findResource(resource) : undefined;
      const ids = [...new Set(messagesOfResource.flatMap(({ id }) => id ?? []))];
      const last = messagesOfResource.at(-1)!;
      if (metadata && ids.length > MAX_NAMED_RECORDS) {
        addressed.push({ message: { ...last, id: null }, metadata, state: undefined, led_by: new Set() });
        continue;
      }
      const states =
        metadata && ids.length
          ? await this.readStates(metadata, last.customer_id, ids)
          : new Map<string, RecordState>();
      const managers =
        hasRestrictedViewers && LINE_RESOURCES.has(resource)
          ? await this.readManagers(last.customer_id, states)
          : new Map();
      // Only the latest message of each record counts.
      for (const [id, each] of new Map(
        messagesOfResource.map((message) => [`${message.kind} ${message.id} ${message.account_id}`, message]),
      )) {
        const state = each.id === null ? undefined : states.get(each.id);
        addressed.push({
          message: each,
          metadata,
          state: state,
          led_by: managers.get(state?.staff_id ?? id) ?? new Set(),
        });
      }
    }
    return addressed;
  }

  /** null: not visible for this tenant */
  eventFor(
    { customer_id, actor, scope }: Tenant,
    { message, metadata, state, led_by }: AddressedMessage,
  ): LiveEvent | null {
    const { kind, resource, id } = message;
    if (message.account_id !== null && message.account_id !== actor.account_id) return null;
    if (!metadata) {
      const isVisible = message.customer_id === customer_id && (message.account_id !== null || scope.kind === 'all');
      return isVisible ? { kind, resource, id, version: null } : null;
    }
    if (message.customer_id !== customer_id && !(metadata.isShared && customer_id === 0)) return null;
    if (!(metadata.definition.read as readonly string[]).includes(actor.role)) return null;
    if (scope.kind === 'all') return { kind, resource, id, version: state?.version ?? null };
    const isOwned = 'staff_id' in metadata.definition.fields || metadata.definition.id === 'staff_id';
    if (id === null || !isOwned) return { kind, resource, id: null, version: null };
    const owner = state?.staff_id ?? null;
    if (owner === null || scope.staff_id === null) return null;
    return owner === scope.staff_id || (scope.kind === 'line' && led_by.has(scope.staff_id))
      ? { kind, resource, id, version: state!.version }
      : null;
  }

  private async readStates(
    { entity, definition, isShared }: ResourceMetadata,
    customer_id: number,
    ids: readonly string[],
  ) {
    const metadata = this.database.metadata(entity);
    const key = requireColumn(metadata, definition.id as never);
    const isNumber = key.type === 'integer' || key.type === 'int';
    const validIds = ids.filter((id) => (isNumber ? /^\d{1,9}$/.test(id) : isId(id)));
    if (!validIds.length) return new Map<string, RecordState>();
    const owner = metadata.findColumnWithPropertyName('staff_id') ? ', staff_id' : '';
    const customerCondition =
      !isShared || metadata.findColumnWithPropertyName('customer_id') ? 'customer_id = ? AND ' : '';
    const rows = await this.database.rows<Record<string, unknown>>(
      `SELECT ${key.databaseName} AS record_id, row_version${owner} FROM ${metadata.tableName}
       WHERE ${customerCondition}${key.databaseName} IN (${placeholders(validIds.length)})`,
      [
        ...(customerCondition ? [customer_id] : []),
        ...validIds.map((id) => encodeValue(key, isNumber ? Number(id) : id)),
      ],
    );
    const textOf = (value: unknown): string => (value instanceof Uint8Array ? idFromBytes(value) : String(value));
    return new Map<string, RecordState>(
      rows.map((row) => [
        textOf(row['record_id']),
        {
          version: Number(row['row_version']),
          staff_id: row['staff_id'] === null || row['staff_id'] === undefined ? null : textOf(row['staff_id']),
        },
      ]),
    );
  }

  /** All managers above each owner. */
  private async readManagers(
    customer_id: number,
    states: ReadonlyMap<string, RecordState>,
  ): Promise<Map<string, Set<string>>> {
    const owners = [...new Set([...states.values()].flatMap(({ staff_id }) => staff_id ?? []))];
    if (!owners.length) return new Map();
    const rows = await this.database.rows<{ staff_id: Uint8Array; manager_id: Uint8Array }>(
      `SELECT staff_id, manager_id FROM staff_line WHERE customer_id = ? AND staff_id IN (${placeholders(owners.length)})`,
      [customer_id, ...owners.map(idToBytes)],
    );
    const linesByStaff = groupBy(rows, ({ staff_id }) => idFromBytes(staff_id));
    return new Map(
      [...linesByStaff].map(([id, lines]) => [id, new Set(lines.map(({ manager_id }) => idFromBytes(manager_id)))]),
    );
  }
}

let resourcesByName: ReadonlyMap<string, ResourceMetadata> | undefined;
function findResource(resource: string): ResourceMetadata | undefined {
  return (resourcesByName ??= new Map(listResources().map((metadata) => [metadata.definition.name, metadata]))).get(
    resource,
  );
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
