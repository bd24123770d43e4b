import type { Type } from '@nestjs/common';
import type { Clock } from '../common/clock';
import type { Database } from '../infrastructure/database/database';
import type { ListPage, PageRequest } from '../infrastructure/database/list-page';
import type { Where } from '../infrastructure/database/where';
import { DirectoryRepository } from './directory-repository';
import type { Tenant } from './tenant';
import { TenantRepository, type NewRecord } from './tenant-repository';

/**
 * Rows of a resource that exists across customers: platform staff without a customer see all, other users those of
 * their customer. Tables without customer_id (packages) are the same for all.
 */
export class SharedRecordRepository<E extends object> extends TenantRepository<E> {
  private readonly directory: DirectoryRepository<E>;
  private readonly hasCustomer: boolean;

  constructor(database: Database, clock: Clock, entity: Type<E>) {
    super(database, clock, entity);
    this.directory = new DirectoryRepository(database, clock, entity);
    this.hasCustomer = database.metadata(entity).findColumnWithPropertyName('customer_id') !== undefined;
  }

  override find(tenant: Tenant, where: Where<E> = {}, options: Omit<PageRequest<E>, 'where'> = {}): Promise<E[]> {
    return this.directory.find(this.restrictToTenant(tenant, where), options);
  }

  override findInBatches(
    tenant: Tenant,
    where: Where<E> = {},
    options: Omit<PageRequest<E>, 'where'> = {},
  ): AsyncGenerator<E[]> {
    return this.directory.findInBatches(this.restrictToTenant(tenant, where), options);
  }

  override findColumns(tenant: Tenant, where: Where<E>, columns: readonly string[]): Promise<E[]> {
    return this.directory.findColumns(this.restrictToTenant(tenant, where), columns);
  }

  override count(tenant: Tenant, where: Where<E> = {}): Promise<number> {
    return this.directory.count(this.restrictToTenant(tenant, where));
  }

  override findPage(tenant: Tenant, request: PageRequest<E>): Promise<ListPage<E>> {
    return this.directory.findPage({ ...request, where: this.restrictToTenant(tenant, request.where ?? {}) });
  }

  override async insert(tenant: Tenant, rows: NewRecord<E> | readonly NewRecord<E>[]): Promise<void> {
    const owner = this.hasCustomer ? { customer_id: tenant.customer_id } : {};
    const newRows = (Array.isArray(rows) ? rows : [rows]) as readonly NewRecord<E>[];
    await this.directory.insert(...newRows.map((row) => ({ ...row, ...owner })));
  }

  override update(tenant: Tenant, where: Where<E>, change: Partial<E>): Promise<number> {
    return this.directory.update(this.restrictToTenant(tenant, where), change);
  }

  override remove(tenant: Tenant, where: Where<E>): Promise<number> {
    return this.directory.remove(this.restrictToTenant(tenant, where));
  }

  /** The customer is merged last, beside the caller's condition. */
  private restrictToTenant(tenant: Tenant, where: Where<E>): Where<E> {
    if (!this.hasCustomer || tenant.isAcrossAll) return where;
    return { anyOf: [where], customer_id: tenant.customer_id } as unknown as Where<E>;
  }
}
