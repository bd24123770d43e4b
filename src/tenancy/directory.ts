import { Inject, type Provider, type Type } from '@nestjs/common';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Clock } from '../platform/clock';
import { Database, type SqlValue } from '../platform/database/database';
import { BoundedList, type PageOf, type PageRequest } from '../platform/database/bounded-list';
import { RecordSql } from '../platform/database/record-sql';
import { orderText, type SortOrder } from '../platform/database/seek';
import { columnOf, compileWhere, type Where } from '../platform/database/where';
import { Stale } from './tenant-repository';

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
};

/** Rows of one directory table. Constant statements only; every write inside `transactions.run`. */
export class DirectoryRepository<E extends object> {
  private built: RecordSql<E> | undefined;
  private listed: BoundedList<E> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly entity: Type<E>,
  ) {
    if (!DIRECTORY[entity.name]) throw new Error(`${entity.name} is not in the directory: use a TenantRepository`);
  }

  private get sql(): RecordSql<E> {
    return (this.built ??= new RecordSql<E>(this.database.metadata(this.entity as EntityTarget<ObjectLiteral>)));
  }

  async find(where: Where<E> = {}, page: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    const asked = compileWhere(this.sql.metadata, where);
    const limit = page.limit === undefined ? '' : ` LIMIT ${whole(page.limit)} OFFSET ${whole(page.offset ?? 0)}`;
    return this.sql.decode(
      await this.database.rows(
        `SELECT ${this.sql.selectList} FROM ${this.sql.table} WHERE ${asked.text}${this.orderBy(page.order)}${limit}`,
        asked.values,
      ),
    );
  }

  async one(where: Where<E>): Promise<E | null> {
    return (await this.find(where, { limit: 1 }))[0] ?? null;
  }

  async count(where: Where<E> = {}): Promise<number> {
    const asked = compileWhere(this.sql.metadata, where);
    const [row] = await this.database.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${this.sql.table} WHERE ${asked.text}`,
      asked.values,
    );
    return Number(row?.n ?? 0);
  }

  /** One page and how many rows match, read from a bounded number of rows. @throws NarrowSearch */
  async page(request: PageRequest<E>): Promise<PageOf<E>> {
    this.listed ??= new BoundedList<E>(this.database, this.sql, []);
    return this.listed.page({ text: '1 = 1', values: [] }, request);
  }

  async insert(...rows: readonly Partial<E>[]): Promise<void> {
    const { text, values } = this.sql.insert(rows.map((row) => this.stamped(row)));
    await this.database.write(text, values);
  }

  /** Left as it is when its key is known already. @returns whether it was new */
  async insertMissing(row: Partial<E>): Promise<boolean> {
    const { text, values } = this.sql.insertMissing([this.stamped(row)], this.database.engine);
    return (await this.database.write(text, values)) > 0;
  }

  /** @returns how many rows the condition still held for */
  async update(where: Where<E>, change: Partial<E>): Promise<number> {
    const set = this.sql.set({ ...(this.isVersioned && { updated_at: this.clock.now() }), ...change });
    const asked = compileWhere(this.sql.metadata, where);
    const version = this.isVersioned ? ', row_version = row_version + 1' : '';
    return this.database.write(`UPDATE ${this.sql.table} SET ${set.text}${version} WHERE ${asked.text}`, [
      ...set.values,
      ...asked.values,
    ]);
  }

  /** Adds to whole columns where the condition still holds. @returns how many rows changed */
  async add(where: Where<E>, amounts: { [K in keyof E]?: number }): Promise<number> {
    const asked = compileWhere(this.sql.metadata, where);
    const names = Object.keys(amounts).map((name) => columnOf(this.sql.metadata, name).databaseName);
    return this.database.write(
      `UPDATE ${this.sql.table} SET ${names.map((name) => `${name} = ${name} + ?`).join(', ')} WHERE ${asked.text}`,
      [...(Object.values(amounts) as SqlValue[]), ...asked.values],
    );
  }

  /** One row, refusing a stale `row_version` when the client sent one. @returns false: no such row @throws Stale */
  async change(where: Where<E>, change: Partial<E>, version: number | undefined): Promise<boolean> {
    const guarded = version === undefined ? where : ({ ...where, row_version: version } as Where<E>);
    if ((await this.update(guarded, change)) > 0) return true;
    const current = (await this.one(where)) as { row_version?: number } | null;
    if (!current) return false;
    throw new Stale(current.row_version ?? 0);
  }

  async remove(where: Where<E>): Promise<number> {
    const asked = compileWhere(this.sql.metadata, where);
    return this.database.write(`DELETE FROM ${this.sql.table} WHERE ${asked.text}`, asked.values);
  }

  private orderBy(order: SortOrder = []): string {
    return orderText(this.sql.metadata, order);
  }

  private get isVersioned(): boolean {
    return this.sql.metadata.findColumnWithPropertyName('row_version') !== undefined;
  }

  private stamped(row: Partial<E>): object {
    const now = this.clock.now();
    return { created_at: now, updated_at: now, row_version: 1, ...row };
  }
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a row count: ${value}`);
  return value;
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
