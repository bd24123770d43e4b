import type { Type } from '@nestjs/common';
import type { Fields } from '../../contract/fields';
import { archivingOf, type ChangeOf, type ResourceDefinition, type RowOf, type WriteOf } from '../../contract/resource';
import { isDuplicate, isForeignKeyRefusal } from '../../platform/database/transactions';
import type { Where } from '../../platform/database/where';
import type { ReassignTo } from '../../platform/definitions/reassign.dto';
import { recordOf } from '../../platform/definitions/row';
import { NotFound, type AppError } from '../../platform/errors/app-error';
import { Stale, StillInUse, Taken, UnknownReference, WrongStatus } from '../../platform/errors/record-errors';
import { keyOf } from '../../platform/folded';
import { newId } from '../../platform/ids';
import { sameFields } from '../audit-entry';
import type { Reassigned, Replacing } from '../reassignments';
import type { Tenant } from '../tenant';
import type { NewRecord } from '../tenant-repository';
import type { KeptRecord } from './kept';
import { ResourceReader, type RecordId } from './resource-reader';

/**
 * What every resource of an organisation can do: list, one, create, change, remove, reassign, archive. Each write is one
 * transaction with one event of the audit trail; what a key of the database refuses is put into words. A domain's service
 * adds its rules by overriding the named hooks below, all of which run inside the transaction (house.md §3).
 */
export class ResourceService<
  E extends KeptRecord,
  D extends ResourceDefinition<Fields>,
  /** Where rows and bodies hold more than the definition's fields. */
  Row extends RowOf<D> = RowOf<D>,
  Write extends WriteOf<D> = WriteOf<D>,
  Change extends ChangeOf<D> = ChangeOf<D>,
> extends ResourceReader<E, D, Row> {
  /** @throws Taken, UnknownReference, and what `beforeCreate` refuses */
  async create(tenant: Tenant, body: Write): Promise<Row> {
    const [row] = await this.createMany(tenant, [body]);
    return row!;
  }

  /** All or nothing. @throws as create */
  async createMany(tenant: Tenant, bodies: readonly Write[]): Promise<Row[]> {
    const { records, transactions, audit } = this.parts;
    const made = bodies.map((body) => this.begun(recordOf(this.definition, body, 'create') as Partial<E>, body));
    await this.worded(tenant, made, () =>
      transactions.run(async () => {
        await this.beforeCreate(tenant, made);
        await records.insert(tenant, made as NewRecord<E>[]);
        await this.afterCreate(tenant, made);
        await audit.record(
          ...made.map((record) => this.event(tenant, this.created, this.idOf(record), null, this.toldOf(record as E))),
        );
      }),
    );
    const ids = made.map((record) => this.idOf(record));
    const kept = await records.find(tenant, { [this.key]: ids } as Where<E>);
    const byId = new Map(kept.map((record) => [this.idOf(record), record]));
    return this.rows(
      tenant,
      ids.map((id) => byId.get(id)!),
    );
  }

  /** @throws NotFound, Stale, Taken, UnknownReference, and what `beforeChange` refuses */
  async change(tenant: Tenant, id: RecordId, body: Change): Promise<Row> {
    const given = recordOf(this.definition, body, 'change') as Partial<E>;
    await this.worded(tenant, [{ ...given, ...this.named(id) } as Partial<E>], () =>
      this.parts.transactions.run(async () => {
        await this.beforeReading(tenant, id, given);
        const was = await this.record(tenant, id);
        await this.keep(tenant, was, await this.beforeChange(tenant, was, given, body), body.row_version);
      }),
    );
    return this.one(tenant, id);
  }

  /** Only while nothing refers to it. @throws NotFound, Stale, StillInUse with counts */
  async remove(tenant: Tenant, id: RecordId): Promise<void> {
    const { records, transactions } = this.parts;
    try {
      await transactions.run(async () => {
        await this.beforeReading(tenant, id);
        const was = await this.record(tenant, id);
        await this.beforeRemove(tenant, was);
        if (!(await records.remove(tenant, this.as(was)))) throw new Stale((await this.record(tenant, id)).row_version);
        await this.afterRemove(tenant, was);
        await this.audit(tenant, 'delete', id, was, null, was);
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw await this.stillInUse(tenant, id);
    }
  }

  /** Another one stands wherever this one is used, from now on: one batch of it. @throws as Reassignments.run */
  async reassign(tenant: Tenant, id: RecordId, given: ReassignTo): Promise<Reassigned> {
    const { kept, records, reassignments } = this.parts;
    const kind = { entity: kept.entity as Type<E>, records, key: this.key, noun: kept.noun, subject: kept.subject };
    const first = () => this.beforeReading(tenant, id);
    return reassignments.run(tenant, kind, String(id), given, { first, ...this.replacing() });
  }

  /** Kept with its history, offered no more. @throws NotFound, WrongStatus */
  async archive(tenant: Tenant, id: RecordId): Promise<Row> {
    return this.shelve(tenant, id, true);
  }

  /** @throws NotFound, WrongStatus */
  async unarchive(tenant: Tenant, id: RecordId): Promise<Row> {
    return this.shelve(tenant, id, false);
  }

  // ── What a resource may say for itself ──

  /** What the audit trail calls its making. */
  protected readonly created: string = 'create';

  /** What the audit trail keeps of a new one. */
  protected toldOf(made: E): object {
    return made;
  }

  /**
   * A new record: what was given, its id, and the beginning of what only the server writes.
   * @param _body may hold more than the definition's fields
   */
  protected begun(given: Partial<E>, _body: Write): Partial<E> {
    const { id, fields } = this.definition;
    const initial = Object.entries(fields).flatMap(([name, field]) =>
      field.write === 'none' && field.initial !== undefined ? [[name, field.initial]] : [],
    );
    return { ...given, ...Object.fromEntries(initial), [id]: newId(this.parts.clock.now()) };
  }

  /** Before the record is read: the locks that are held until the end. @param given of a change */
  protected async beforeReading(_tenant: Tenant, _id: RecordId, _given?: Partial<E>): Promise<void> {}
  /** What has still to be looked up for them, their number too, is put into them here. */
  protected async beforeCreate(_tenant: Tenant, _made: readonly Partial<E>[]): Promise<void> {}
  protected async afterCreate(_tenant: Tenant, _made: readonly Partial<E>[]): Promise<void> {}
  /** @returns what is changed: what was given, and what follows from it */
  protected async beforeChange(_tenant: Tenant, _was: E, given: Partial<E>, _body: Change): Promise<Partial<E>> {
    return given;
  }
  protected async afterChange(_tenant: Tenant, _was: E, _change: Partial<E>): Promise<void> {}
  protected async beforeRemove(_tenant: Tenant, _was: E): Promise<void> {}
  protected async afterRemove(_tenant: Tenant, _was: E): Promise<void> {}

  /** What of its own floor goes along when another one takes its place, and who cannot take it. */
  protected replacing(): Replacing {
    return {};
  }

  /** Why it cannot be deleted, counted by what refers to it. */
  protected usesOf(tenant: Tenant, id: RecordId): Promise<Readonly<Record<string, number>>> {
    return this.parts.reassignments.countsOf(tenant, this.parts.kept.entity, String(id));
  }

  protected async stillInUse(tenant: Tenant, id: RecordId): Promise<AppError> {
    return new StillInUse(this.noun, await this.usesOf(tenant, id));
  }

  /** A foreign key has refused these. */
  protected async unknownAmong(tenant: Tenant, given: readonly Partial<E>[]): Promise<AppError> {
    return new UnknownReference(await this.parts.references.missingAmong(tenant, this.parts.kept.entity, given));
  }

  protected taken(field: keyof E & string, value: string): AppError {
    return new Taken(field, value, this.noun);
  }

  /** A unique key has refused these: which value it was, looked up only where it can be several. */
  protected async takenAmong(tenant: Tenant, given: readonly Partial<E>[]): Promise<AppError> {
    const { unique, records } = this.parts;
    if (unique.length === 1 && given.length === 1) return this.taken(unique[0]!, String(given[0]![unique[0]!] ?? ''));
    for (const field of unique) {
      const named = given.filter((record) => record[field]);
      const keys = named.map((record) => keyOf(String(record[field])));
      const holders = await records.find(tenant, { [`${field}_key`]: keys } as Where<E>);
      const idOf = new Map(holders.map((held) => [keyOf(String(held[field])), held[this.key]]));
      const twice = named.find(
        (record, at) =>
          keys.indexOf(keys[at]!) < at || (idOf.has(keys[at]!) && idOf.get(keys[at]!) !== record[this.key]),
      );
      if (twice) return this.taken(field, String(twice[field]));
    }
    // Whoever held it is gone meanwhile.
    const [first] = given;
    const field = unique.at(-1)!;
    return this.taken(field, String(first?.[field] ?? ''));
  }

  // ── What the hooks of a resource may call ──

  /** In the open transaction: a change of a record that was just read, as an event of that name. @throws Stale, NotFound */
  protected async keep(tenant: Tenant, was: E, change: Partial<E>, version?: number, what = 'change'): Promise<void> {
    const id = this.idOf(was);
    if (!(await this.parts.records.change(tenant, this.named(id), change, version))) throw new NotFound(this.noun);
    await this.afterChange(tenant, was, change);
    await this.audit(tenant, what, id, sameFields(was, change), change, was);
  }

  /** The key decides; which field it was is looked up only afterwards. */
  protected async worded<T>(tenant: Tenant, given: readonly Partial<E>[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isDuplicate(error)) throw await this.takenAmong(tenant, given);
      if (!isForeignKeyRefusal(error)) throw error;
      throw await this.unknownAmong(tenant, given);
    }
  }

  /** Called in the transaction after archiving or restoring. */
  protected async afterArchiveChange(_tenant: Tenant, _id: RecordId): Promise<void> {}

  /** As it is kept: by a status, or by a flag of its own. */
  private async shelve(tenant: Tenant, id: RecordId, isArchived: boolean): Promise<Row> {
    const { again, away, back } = archivingOf(this.definition);
    const [was, became] = [!isArchived, isArchived].map((archived) => this.standing(archived)) as [
      Partial<E>,
      Partial<E>,
    ];
    const what = isArchived ? away : back;
    await this.parts.transactions.run(async () => {
      const changed = await this.parts.records.update(tenant, { ...this.named(id), ...was } as Where<E>, became);
      if (changed) {
        await this.afterArchiveChange(tenant, id);
        return this.audit(tenant, what, id, was, became);
      }
      const { status = '' } = (await this.record(tenant, id)) as E & { status?: string };
      if (again === 'refused') throw new WrongStatus(what, status);
    });
    return this.one(tenant, id);
  }

  private standing(archived: boolean): object {
    return 'archived' in this.definition.fields ? { archived } : { status: archived ? 'archived' : 'active' };
  }

  /** As it was read: what was archived meanwhile is another one. */
  private as(was: E): Where<E> {
    const { status } = was as E & { status?: string };
    return { ...this.named(this.idOf(was)), ...(status !== undefined && { status }) } as Where<E>;
  }
}
