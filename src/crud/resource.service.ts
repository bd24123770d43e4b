import type { Type } from '@nestjs/common';
import type { Fields } from '../contract/fields';
import {
  getArchiveActions,
  type ChangeOf,
  type ResourceDefinition,
  type RowOf,
  type WriteOf,
} from '../contract/resource';
import { isUniqueViolation, isForeignKeyViolation } from '../infrastructure/database/transaction-manager';
import type { Where } from '../infrastructure/database/where';
import type { ReassignTo } from '../common/rest/reassign.dto';
import { recordOf } from '../common/rest/row';
import { NotFoundError, type AppError } from '../common/errors/app-error';
import {
  StaleRecordError,
  StillInUseError,
  ValueTakenError,
  UnknownReferenceError,
  WrongStatusError,
} from '../common/errors/record.errors';
import { normalizeKey } from '../common/text-normalization';
import { newId } from '../common/ids';
import { pickFields } from '../tenancy/audit-entry';
import type { ReassignmentResult, ReassignmentHooks } from '../tenancy/reassignments.service';
import type { Tenant } from '../tenancy/tenant';
import type { NewRecord } from '../tenancy/tenant-repository';
import type { ResourceRecord } from '../tenancy/resource-metadata';
import { ResourceReadService, type RecordId } from './resource-read.service';

/**
 * List, read, create, change, remove, reassign and archive for a resource. Each write is one transaction with one audit
 * event; errors of database keys become named errors. Subclasses add rules by overriding the hooks below, which run
 * inside the transaction (docs/crud-resources.md).
 */
export class ResourceService<
  E extends ResourceRecord,
  D extends ResourceDefinition<Fields>,
  /** Types, if rows and bodies contain more than the fields of the definition. */
  Row extends RowOf<D> = RowOf<D>,
  Write extends WriteOf<D> = WriteOf<D>,
  Change extends ChangeOf<D> = ChangeOf<D>,
> extends ResourceReadService<E, D, Row> {
  /** @throws ValueTakenError, UnknownReferenceError, and errors of `beforeCreate` */
  async create(tenant: Tenant, body: Write): Promise<Row> {
    const [row] = await this.createMany(tenant, [body]);
    return row!;
  }

  /** All or nothing. @throws as create */
  async createMany(tenant: Tenant, bodies: readonly Write[]): Promise<Row[]> {
    const { records, transactions, audit } = this.context;
    const newRecords = bodies.map((body) =>
      this.buildNewRecord(recordOf(this.definition, body, 'create') as Partial<E>, body),
    );
    await this.translateDatabaseErrors(tenant, newRecords, () =>
      transactions.run(async () => {
        await this.beforeCreate(tenant, newRecords);
        await records.insert(tenant, newRecords as NewRecord<E>[]);
        await this.afterCreate(tenant, newRecords);
        await audit.record(
          ...newRecords.map((record) =>
            this.event(tenant, this.createAction, this.idOf(record), null, this.auditPayload(record as E)),
          ),
        );
      }),
    );
    const ids = newRecords.map((record) => this.idOf(record));
    const storedRecords = await records.find(tenant, { [this.key]: ids } as Where<E>);
    const byId = new Map(storedRecords.map((record) => [this.idOf(record), record]));
    return this.rows(
      tenant,
      ids.map((id) => byId.get(id)!),
    );
  }

  /** @throws NotFoundError, StaleRecordError, ValueTakenError, UnknownReferenceError, and errors of `beforeChange` */
  async change(tenant: Tenant, id: RecordId, body: Change): Promise<Row> {
    const input = recordOf(this.definition, body, 'change') as Partial<E>;
    await this.translateDatabaseErrors(tenant, [{ ...input, ...this.whereId(id) } as Partial<E>], () =>
      this.context.transactions.run(async () => {
        await this.beforeRead(tenant, id, input);
        const was = await this.record(tenant, id);
        await this.saveChange(tenant, was, await this.beforeChange(tenant, was, input, body), body.row_version);
      }),
    );
    return this.one(tenant, id);
  }

  /** Only without references. @throws NotFoundError, StaleRecordError, StillInUseError with counts */
  async remove(tenant: Tenant, id: RecordId): Promise<void> {
    const { records, transactions } = this.context;
    try {
      await transactions.run(async () => {
        await this.beforeRead(tenant, id);
        const was = await this.record(tenant, id);
        await this.beforeRemove(tenant, was);
        if (!(await records.remove(tenant, this.whereUnchanged(was))))
          throw new StaleRecordError((await this.record(tenant, id)).row_version);
        await this.afterRemove(tenant, was);
        await this.audit(tenant, 'delete', id, was, null, was);
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw await this.buildInUseError(tenant, id);
    }
  }

  /** Moves one batch of references to another record. @throws as ReassignmentsService.reassign */
  async reassign(tenant: Tenant, id: RecordId, input: ReassignTo): Promise<ReassignmentResult> {
    const { metadata, records, reassignmentsService: reassignments } = this.context;
    const kind = {
      entity: metadata.entity as Type<E>,
      records,
      key: this.key,
      noun: metadata.noun,
      subject: metadata.subject,
    };
    const beforeRead = () => this.beforeRead(tenant, id);
    return reassignments.reassign(tenant, kind, String(id), input, { beforeRead, ...this.reassignmentHooks() });
  }

  /** Keeps the history; the record is no longer offered. @throws NotFoundError, WrongStatusError */
  async archive(tenant: Tenant, id: RecordId): Promise<Row> {
    return this.setArchived(tenant, id, true);
  }

  /** @throws NotFoundError, WrongStatusError */
  async unarchive(tenant: Tenant, id: RecordId): Promise<Row> {
    return this.setArchived(tenant, id, false);
  }

  // ── Hooks for subclasses ──

  /** Audit action of a creation. */
  protected readonly createAction: string = 'create';

  /** Audit data of a new record. */
  protected auditPayload(record: E): object {
    return record;
  }

  /**
   * Builds a new record: input, id, and initial values of server fields.
   * @param _body may contain more than the fields of the definition
   */
  protected buildNewRecord(input: Partial<E>, _body: Write): Partial<E> {
    const { id, fields } = this.definition;
    const initial = Object.entries(fields).flatMap(([name, field]) =>
      field.write === 'none' && field.initial !== undefined ? [[name, field.initial]] : [],
    );
    return { ...input, ...Object.fromEntries(initial), [id]: newId(this.context.clock.now()) };
  }

  /** Takes locks before the record is read. @param _input of a change */
  protected async beforeRead(_tenant: Tenant, _id: RecordId, _input?: Partial<E>): Promise<void> {}
  /** Completes the new records in place (lookups, numbers). */
  protected async beforeCreate(_tenant: Tenant, _records: readonly Partial<E>[]): Promise<void> {}
  protected async afterCreate(_tenant: Tenant, _records: readonly Partial<E>[]): Promise<void> {}
  /** @returns the columns to change */
  protected async beforeChange(_tenant: Tenant, _was: E, input: Partial<E>, _body: Change): Promise<Partial<E>> {
    return input;
  }
  protected async afterChange(_tenant: Tenant, _was: E, _change: Partial<E>): Promise<void> {}
  protected async beforeRemove(_tenant: Tenant, _was: E): Promise<void> {}
  protected async afterRemove(_tenant: Tenant, _was: E): Promise<void> {}

  protected reassignmentHooks(): ReassignmentHooks {
    return {};
  }

  /** References that prevent a deletion, counted by table. */
  protected countReferences(tenant: Tenant, id: RecordId): Promise<Readonly<Record<string, number>>> {
    return this.context.reassignmentsService.countReferences(tenant, this.context.metadata.entity, String(id));
  }

  protected async buildInUseError(tenant: Tenant, id: RecordId): Promise<AppError> {
    return new StillInUseError(this.noun, await this.countReferences(tenant, id));
  }

  /** After a foreign key has rejected the records. */
  protected async buildUnknownReferenceError(tenant: Tenant, inputs: readonly Partial<E>[]): Promise<AppError> {
    return new UnknownReferenceError(
      await this.context.referencesQuery.findMissingReference(tenant, this.context.metadata.entity, inputs),
    );
  }

  protected buildValueTakenError(field: keyof E & string, value: string): AppError {
    return new ValueTakenError(field, value, this.noun);
  }

  /**
   * After a unique key has rejected the records: finds the duplicate value, with a query only if several are possible.
   */
  protected async findDuplicate(tenant: Tenant, inputs: readonly Partial<E>[]): Promise<AppError> {
    const { unique, records } = this.context;
    if (unique.length === 1 && inputs.length === 1)
      return this.buildValueTakenError(unique[0]!, String(inputs[0]![unique[0]!] ?? ''));
    for (const field of unique) {
      const candidates = inputs.filter((record) => record[field]);
      const keys = candidates.map((record) => normalizeKey(String(record[field])));
      const existing = await records.find(tenant, { [`${field}_key`]: keys } as Where<E>);
      const idOf = new Map(
        existing.map((existingRecord) => [normalizeKey(String(existingRecord[field])), existingRecord[this.key]]),
      );
      const duplicate = candidates.find(
        (record, index) =>
          keys.indexOf(keys[index]!) < index || (idOf.has(keys[index]!) && idOf.get(keys[index]!) !== record[this.key]),
      );
      if (duplicate) return this.buildValueTakenError(field, String(duplicate[field]));
    }
    // The record with the value was removed meanwhile.
    const [first] = inputs;
    const field = unique.at(-1)!;
    return this.buildValueTakenError(field, String(first?.[field] ?? ''));
  }

  // ── Helpers for subclasses ──

  /**
   * Runs in the open transaction: changes a record that was just read and records an audit event.
   * @throws StaleRecordError, NotFoundError
   */
  protected async saveChange(
    tenant: Tenant,
    was: E,
    change: Partial<E>,
    version?: number,
    action = 'change',
  ): Promise<void> {
    const id = this.idOf(was);
    if (!(await this.context.records.updateVersioned(tenant, this.whereId(id), change, version)))
      throw new NotFoundError(this.noun);
    await this.afterChange(tenant, was, change);
    await this.audit(tenant, action, id, pickFields(was, change), change, was);
  }

  /** Turns errors of unique and foreign keys into named errors. The field is looked up only after an error. */
  protected async translateDatabaseErrors<T>(
    tenant: Tenant,
    inputs: readonly Partial<E>[],
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isUniqueViolation(error)) throw await this.findDuplicate(tenant, inputs);
      if (!isForeignKeyViolation(error)) throw error;
      throw await this.buildUnknownReferenceError(tenant, inputs);
    }
  }

  /** Runs in the transaction after archiving or restoring. */
  protected async afterArchiveChange(_tenant: Tenant, _id: RecordId): Promise<void> {}

  /** By status, or by a flag of the resource. */
  private async setArchived(tenant: Tenant, id: RecordId, isArchived: boolean): Promise<Row> {
    const { onRepeat: again, archiveAction, unarchiveAction: restoreAction } = getArchiveActions(this.definition);
    const [was, became] = [!isArchived, isArchived].map((archived) => this.archiveColumns(archived)) as [
      Partial<E>,
      Partial<E>,
    ];
    const action = isArchived ? archiveAction : restoreAction;
    await this.context.transactions.run(async () => {
      const changed = await this.context.records.update(tenant, { ...this.whereId(id), ...was } as Where<E>, became);
      if (changed) {
        await this.afterArchiveChange(tenant, id);
        return this.audit(tenant, action, id, was, became);
      }
      const { status = '' } = (await this.record(tenant, id)) as E & { status?: string };
      if (again === 'refused') throw new WrongStatusError(action, status);
    });
    return this.one(tenant, id);
  }

  private archiveColumns(archived: boolean): object {
    return 'archived' in this.definition.fields ? { archived } : { status: archived ? 'archived' : 'active' };
  }

  /** Includes the status that was read, so that a concurrent archiving is noticed. */
  private whereUnchanged(was: E): Where<E> {
    const { status } = was as E & { status?: string };
    return { ...this.whereId(this.idOf(was)), ...(status !== undefined && { status }) } as Where<E>;
  }
}
