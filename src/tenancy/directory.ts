import { Inject, type Provider, type Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import type { PageOf, PageRequest } from '../platform/database/list-page';
import type { Where } from '../platform/database/where';
import { Records } from './records';

/**
 * The global directory: the few tables that are read before it is known whose data they are, or by platform staff over
 * all organisations. Each stands here with its reason (house.md §4, lock 4); everything else is tenant-owned.
 */
export const DIRECTORY: Readonly<Record<string, string>> = {
  SubscriptionPackage: 'What is offered to everyone, before there is an organisation.',
  CustomerState:
    'Platform staff see the state of every subscription, which depends on calendar and status of its organisation.',
  Subscriber: 'Platform staff list the subscriptions of all organisations; own rows go through the tenant repository.',
  Customer: 'The organisation itself: found by its number or its e-mail before anybody is signed in.',
  CustomerNumber: 'The last organisation number given out.',
  Account: 'Found by user name or e-mail before it is known which organisation signs in.',
  EmailChallenge: 'Asked by somebody who has no organisation yet.',
  RegistrationTicket: 'Held by somebody who has no organisation yet.',
  SupportMessage:
    'Platform staff read what users of all organisations write; it is written through the tenant repository.',
  PasswordLink: 'Held by somebody who is not signed in.',
  SecondFactor: 'Read beside the account at sign-in; platform staff have one, too.',
  Passkey: 'Found at sign-in by its own id, before it is known whose it is.',
  PasskeyChallenge: 'Asked by somebody who is not signed in.',
  RecoveryCode: 'Tried at sign-in, when only the account is known.',
  SignInChange: 'Confirmed by somebody who is not signed in.',
  Job: 'Workers claim, and platform staff look after, the jobs of all organisations; own ones go through the tenant.',
};

/** Rows of one directory table, of whatever organisation. */
export class DirectoryRepository<E extends object> {
  private readonly records: Records<E>;

  constructor(
    database: Database,
    private readonly clock: Clock,
    entity: Type<E>,
  ) {
    if (!DIRECTORY[entity.name]) throw new Error(`${entity.name} is not in the directory: use a TenantRepository`);
    this.records = new Records<E>(database, clock, entity as EntityTarget<E & ObjectLiteral>, []);
  }

  find(where: Where<E> = {}, page: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    return this.records.find([], where, page);
  }

  /** All of them, read in batches while they are taken. */
  batches(where: Where<E> = {}, page: Omit<PageRequest<E>, 'where'> = {}): AsyncGenerator<E[]> {
    return this.records.batches([], where, page);
  }

  /** So many columns of each, in one statement. */
  columnsOf(where: Where<E>, columns: readonly string[]): Promise<E[]> {
    return this.records.columnsOf([], where, columns);
  }

  async one(where: Where<E>): Promise<E | null> {
    return (await this.find(where, { limit: 1 }))[0] ?? null;
  }

  count(where: Where<E> = {}): Promise<number> {
    return this.records.count([], where);
  }

  /** One page and how many rows match, read from a bounded number of rows. @throws NarrowSearch */
  page(request: PageRequest<E>): Promise<PageOf<E>> {
    return this.records.page([], request);
  }

  async insert(...rows: readonly Partial<E>[]): Promise<void> {
    const all = rows.map((row) => this.stamped(row));
    await this.records.insert(all);
    await this.records.words?.add(0, all);
  }

  /** Left as it is when its key is known already. @returns whether it was new */
  async insertMissing(row: Partial<E>): Promise<boolean> {
    if (this.records.words) throw new Error('Records that are searched in are inserted, all or nothing');
    return (await this.records.insertMissing([this.stamped(row)])) > 0;
  }

  /** @returns how many rows the condition still held for */
  async update(where: Where<E>, change: Partial<E>): Promise<number> {
    const { words } = this.records;
    const searched = words?.isTouchedBy(change) ? await words.those(where) : null;
    const changed = await this.records.update([], where, change);
    if (changed && searched) await words?.renew(null, searched);
    return changed;
  }

  /** Adds to whole columns where the condition still holds. @returns how many rows changed */
  add(where: Where<E>, amounts: { [K in keyof E]?: number }): Promise<number> {
    return this.records.add([], where, amounts as Record<string, number>);
  }

  /** One row, refusing a stale `row_version` when the client sent one. @returns false: no such row @throws Stale */
  change(where: Where<E>, change: Partial<E>, version: number | undefined): Promise<boolean> {
    const one = () => this.one(where);
    return this.records.change(where, version, (guarded) => this.update(guarded, change), one);
  }

  async remove(where: Where<E>): Promise<number> {
    const searched = await this.records.words?.those(where);
    const removed = await this.records.remove([], where);
    if (removed && searched) await this.records.words?.forget(0, searched);
    return removed;
  }

  private stamped(row: Partial<E>): object {
    const stamped = this.records.stamped(row);
    return this.records.words?.named(stamped, this.clock.now()) ?? stamped;
  }
}

const tokenOf = (entity: Type) => `DirectoryRepository<${entity.name}>`;

/** `providers: [...directoryRepositories(Account)]` in the module that owns the table. Never exported. */
export function directoryRepositories(...entities: readonly Type<object>[]): Provider[] {
  return entities.map((entity) => ({
    provide: tokenOf(entity),
    inject: [Database, Clock],
    useFactory: (database: Database, clock: Clock) => new DirectoryRepository(database, clock, entity),
  }));
}

/** `constructor(@Directory(Account) private readonly accounts: DirectoryRepository<Account>)` */
export const Directory = (entity: Type): ParameterDecorator => Inject(tokenOf(entity)) as ParameterDecorator;
