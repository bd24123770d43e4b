import type { Type } from '@nestjs/common';
import type { Clock } from '../platform/clock';
import type { Database } from '../platform/database/database';
import type { PageOf, PageRequest } from '../platform/database/list-page';
import type { Where } from '../platform/database/where';
import { DirectoryRepository } from './directory';
import type { Tenant } from './tenant';
import { TenantRepository, type NewRecord } from './tenant-repository';

/**
 * The rows of a resource that stands above organisations: platform staff who name none have those of all, everybody else
 * the own ones. Where rows are nobody's (packages), everybody has the same.
 */
export class SharedRecords<E extends object> extends TenantRepository<E> {
  private readonly all: DirectoryRepository<E>;
  private readonly areOwned: boolean;

  constructor(database: Database, clock: Clock, entity: Type<E>) {
    super(database, clock, entity);
    this.all = new DirectoryRepository(database, clock, entity);
    this.areOwned = database.metadata(entity).findColumnWithPropertyName('customer_id') !== undefined;
  }

  override find(tenant: Tenant, where: Where<E> = {}, page: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    return this.all.find(this.within(tenant, where), page);
  }

  override batches(
    tenant: Tenant,
    where: Where<E> = {},
    page: Omit<PageRequest<E>, 'where'> = {},
  ): AsyncGenerator<E[]> {
    return this.all.batches(this.within(tenant, where), page);
  }

  override columnsOf(tenant: Tenant, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    return this.all.columnsOf(this.within(tenant, where), columns);
  }

  override count(tenant: Tenant, where: Where<E> = {}): Promise<number> {
    return this.all.count(this.within(tenant, where));
  }

  override page(tenant: Tenant, request: PageRequest<E>): Promise<PageOf<E>> {
    return this.all.page({ ...request, where: this.within(tenant, request.where ?? {}) });
  }

  override async insert(tenant: Tenant, rows: NewRecord<E> | readonly NewRecord<E>[]): Promise<void> {
    const owner = this.areOwned ? { customer_id: tenant.customer_id } : {};
    const all = (Array.isArray(rows) ? rows : [rows]) as readonly NewRecord<E>[];
    await this.all.insert(...all.map((row) => ({ ...row, ...owner })));
  }

  override update(tenant: Tenant, where: Where<E>, change: Partial<E>): Promise<number> {
    return this.all.update(this.within(tenant, where), change);
  }

  override remove(tenant: Tenant, where: Where<E>): Promise<number> {
    return this.all.remove(this.within(tenant, where));
  }

  /** Whose they are is merged last, beside whatever was asked for. */
  private within(tenant: Tenant, where: Where<E>): Where<E> {
    if (!this.areOwned || tenant.isAcrossAll) return where;
    return { anyOf: [where], customer_id: tenant.customer_id } as unknown as Where<E>;
  }
}
