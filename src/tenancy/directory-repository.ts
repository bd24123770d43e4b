import { Inject, type Provider, type Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Clock } from '../common/clock';
import { Database } from '../infrastructure/database/database';
import type { ListPage, PageRequest } from '../infrastructure/database/list-page';
import type { Where } from '../infrastructure/database/where';
import { ScopedRepository } from './scoped-repository';

/**
 * Tables that are read before the customer is known, or by platform staff across customers, each with its reason. All
 * other tables belong to a tenant (docs/architecture.md).
 */
export const DIRECTORY_ENTITIES: Readonly<Record<string, string>> = {
  SubscriptionPackage: 'Offered before a customer exists.',
  CustomerState:
    'Platform staff see the state of every subscription, which depends on calendar and status of its customer.',
  Subscriber: 'Platform staff list the subscriptions of all customers; own rows go through the tenant repository.',
  Customer: 'Found by number or e-mail before sign-in.',
  CustomerNumber: 'The last assigned customer number.',
  Account: 'Found by user name or e-mail before the customer is known.',
  EmailChallenge: 'Used before a customer exists.',
  RegistrationTicket: 'Used before a customer exists.',
  SupportMessage: 'Platform staff read messages of all customers; they are written through the tenant repository.',
  PasswordLink: 'Used before sign-in.',
  SecondFactor: 'Read together with the account at sign-in; platform staff have one as well.',
  Passkey: 'Found at sign-in by its id, before the account is known.',
  PasskeyChallenge: 'Used before sign-in.',
  RecoveryCode: 'Checked at sign-in, when only the account is known.',
  SignInChange: 'Confirmed before sign-in.',
  Job: 'Workers and platform staff process jobs of all customers; own ones go through the tenant repository.',
};

/** Rows of one directory table, across all customers. */
export class DirectoryRepository<E extends object> {
  private readonly repository: ScopedRepository<E>;

  constructor(
    database: Database,
    private readonly clock: Clock,
    entity: Type<E>,
  ) {
    if (!DIRECTORY_ENTITIES[entity.name])
      throw new Error(`${entity.name} is not a directory table: use a TenantRepository`);
    this.repository = new ScopedRepository<E>(database, clock, entity as EntityTarget<E & ObjectLiteral>, []);
  }

  find(where: Where<E> = {}, options: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    return this.repository.find([], where, options);
  }

  findInBatches(where: Where<E> = {}, options: Omit<PageRequest<E>, 'where'> = {}): AsyncGenerator<E[]> {
    return this.repository.findInBatches([], where, options);
  }

  /** Reads some columns of all matching rows in one statement. */
  findColumns(where: Where<E>, columns: readonly string[]): Promise<E[]> {
    return this.repository.findColumns([], where, columns);
  }

  async findOne(where: Where<E>): Promise<E | null> {
    return (await this.find(where, { limit: 1 }))[0] ?? null;
  }

  count(where: Where<E> = {}): Promise<number> {
    return this.repository.count([], where);
  }

  /** One page and the total, read from a bounded number of rows. @throws SearchTooBroadError */
  findPage(request: PageRequest<E>): Promise<ListPage<E>> {
    return this.repository.findPage([], request);
  }

  async insert(...rows: readonly Partial<E>[]): Promise<void> {
    const newRows = rows.map((row) => this.withTimestamps(row));
    await this.repository.insert(newRows);
    await this.repository.searchIndex?.add(0, newRows);
  }

  /** Skips a row whose key exists. @returns true if the row is new */
  async insertMissing(row: Partial<E>): Promise<boolean> {
    if (this.repository.searchIndex) throw new Error('insertMissing does not support searchable records: use insert');
    return (await this.repository.insertMissing([this.withTimestamps(row)])) > 0;
  }

  /** @returns the number of changed rows */
  async update(where: Where<E>, changes: Partial<E>): Promise<number> {
    const { searchIndex } = this.repository;
    const indexedRows = searchIndex?.isTouchedBy(changes) ? await searchIndex.pinToIds(where) : null;
    const changedCount = await this.repository.update([], where, changes);
    if (changedCount && indexedRows) await searchIndex?.reindex(null, indexedRows);
    return changedCount;
  }

  /** Adds to integer columns. @returns the number of changed rows */
  add(where: Where<E>, amounts: { [K in keyof E]?: number }): Promise<number> {
    return this.repository.add([], where, amounts as Record<string, number>);
  }

  /** Updates one row and checks `row_version` if given. @returns false: no such row @throws StaleRecordError */
  updateVersioned(where: Where<E>, changes: Partial<E>, version: number | undefined): Promise<boolean> {
    const findCurrent = () => this.findOne(where);
    return this.repository.updateVersioned(
      where,
      version,
      (versionedWhere) => this.update(versionedWhere, changes),
      findCurrent,
    );
  }

  async remove(where: Where<E>): Promise<number> {
    const indexedRows = await this.repository.searchIndex?.pinToIds(where);
    const removedCount = await this.repository.remove([], where);
    if (removedCount && indexedRows) await this.repository.searchIndex?.remove(0, indexedRows);
    return removedCount;
  }

  private withTimestamps(row: Partial<E>): object {
    const record = this.repository.withTimestamps(row);
    return this.repository.searchIndex?.withSearchId(record, this.clock.now()) ?? record;
  }
}

const tokenFor = (entity: Type) => `DirectoryRepository<${entity.name}>`;

/** `providers: [...directoryRepositories(Account)]` in the module that owns the table. Do not export it. */
export function directoryRepositories(...entities: readonly Type<object>[]): Provider[] {
  return entities.map((entity) => ({
    provide: tokenFor(entity),
    inject: [Database, Clock],
    useFactory: (database: Database, clock: Clock) => new DirectoryRepository(database, clock, entity),
  }));
}

/** `constructor(@InjectDirectoryRepository(Account) private readonly accounts: DirectoryRepository<Account>)` */
export const InjectDirectoryRepository = (entity: Type): ParameterDecorator =>
  Inject(tokenFor(entity)) as ParameterDecorator;
