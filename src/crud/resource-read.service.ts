import type { Fields } from '../contract/fields';
import type { ResourceDefinition, RowOf } from '../contract/resource';
import type { SearchHit } from '../contract/search';
import type { AuditEntry } from '../infrastructure/audit/audit-trail.service';
import type { Where } from '../infrastructure/database/where';
import { parseListQuery, type ListRequest } from '../infrastructure/rest/list-query';
import { rowOf } from '../common/rest/row';
import { NotFoundError } from '../common/errors/app-error';
import { buildAuditEntry } from '../tenancy/audit-entry';
import { toSearchHit } from '../tenancy/search-hit';
import type { Tenant } from '../tenancy/tenant';
import type { ListPage } from '../tenancy/tenant-repository';
import type { ResourceRecord } from '../tenancy/resource-metadata';
import type { ResourceContext } from './resource-context';

/** A UUID; a number for resources across customers. */
export type RecordId = string | number;

/**
 * List and read of a resource. Resources with write rules of their own (attempts, progress, ledger) extend this, others
 * `ResourceService`.
 */
export class ResourceReadService<
  E extends ResourceRecord,
  D extends ResourceDefinition<Fields>,
  /** Row type, if rows contain more than the fields of the definition. */
  Row extends RowOf<D> = RowOf<D>,
> {
  constructor(protected readonly context: ResourceContext<E>) {}

  async list(tenant: Tenant, request: ListRequest<E>): Promise<ListPage<Row>> {
    const where = await this.visibleWhere(tenant, request);
    const page = await this.context.records.findPage(tenant, { ...request, where });
    return { ...page, rows: await this.rows(tenant, page.rows) };
  }

  /** @throws NotFoundError */
  async one(tenant: Tenant, id: RecordId): Promise<Row> {
    const [row] = await this.rows(tenant, [await this.record(tenant, id)]);
    return row!;
  }

  /** @throws NotFoundError */
  async record(tenant: Tenant, id: RecordId): Promise<E> {
    const record = await this.context.records.findOne(tenant, await this.restrictToVisible(tenant, this.whereId(id)));
    if (!record) throw new NotFoundError(this.noun);
    return record;
  }

  /** For the search box: first matches by beginnings of words; `total` only tells whether there are more. */
  async searchFirst(tenant: Tenant, words: readonly string[], limit: number): Promise<ListPage<SearchHit>> {
    const { order } = parseListQuery<E>(this.definition, {});
    const request = { where: await this.restrictToVisible(tenant, {}), order, limit };
    const page = await this.context.records.searchFirst(tenant, request, { kind: this.definition.name, words });
    return { ...page, rows: page.rows.map((record) => toSearchHit(this.definition, record)) };
  }

  /** All matching rows, read in batches. */
  async *exported(tenant: Tenant, request: ListRequest<E>): AsyncGenerator<readonly Row[]> {
    const { order, search } = request;
    const batches = this.context.records.findInBatches(tenant, await this.visibleWhere(tenant, request), {
      order,
      ...(search && { search }),
    });
    for await (const records of batches) yield this.exportRows(tenant, records);
  }

  /** Names of all visible records by id, in one statement. */
  async titles(tenant: Tenant): Promise<ReadonlyMap<RecordId, string>> {
    const { title, id } = this.definition;
    const titles = new Map<RecordId, string>();
    const records = await this.context.records.findColumns(tenant, await this.restrictToVisible(tenant, {}), [
      id,
      ...title,
    ]);
    for (const record of records) titles.set(this.idOf(record), joinTitle(record, title));
    return titles;
  }

  /** Adds descendants to tree filters and restricts to visible rows. */
  private async visibleWhere(tenant: Tenant, { where, include_below }: ListRequest<E>): Promise<Where<E>> {
    return this.restrictToVisible(
      tenant,
      include_below === false ? where : await this.context.treeFilters.includeDescendants(tenant, where),
    );
  }

  // ── Hooks for subclasses ──

  /** Restricts a condition to rows that the current user may see. */
  protected restrictToVisible(_tenant: Tenant, where: Where<E>): Where<E> | Promise<Where<E>> {
    return where;
  }

  protected row(_tenant: Tenant, record: E): Row {
    return rowOf(this.definition, record) as Row;
  }

  /** Override to look up further data once for all rows. */
  protected rows(tenant: Tenant, records: readonly E[]): Row[] | Promise<Row[]> {
    return records.map((record) => this.row(tenant, record));
  }

  /** As `rows`, for exports: the number of statements must not grow with the rows. */
  protected exportRows(tenant: Tenant, records: readonly E[]): Row[] | Promise<Row[]> {
    return this.rows(tenant, records);
  }

  // ── Helpers for subclasses ──

  /** Runs in the transaction of the change: `audit(tenant, 'publish', id, { status: 'draft' }, change)`. */
  protected audit(...args: Parameters<ResourceReadService<E, D, Row>['event']>): Promise<void> {
    return this.context.audit.record(this.event(...args));
  }

  /** @param owner customer of the audit trail, default: that of the current user */
  protected event(
    tenant: Tenant,
    what: string,
    id: RecordId,
    was: object | null,
    became: object | null,
    { customer_id = tenant.customer_id }: { customer_id?: number } = {},
  ): AuditEntry {
    return buildAuditEntry(tenant, `${this.context.metadata.subject}.${what}`, String(id), was, became, {
      customer_id,
    });
  }

  protected get definition(): D {
    return this.context.metadata.definition as D;
  }

  protected get noun(): string {
    return this.context.metadata.noun;
  }

  protected get key(): keyof E & string {
    return this.definition.id as keyof E & string;
  }

  protected idOf(record: Partial<E>): RecordId {
    return record[this.key] as RecordId;
  }

  protected whereId(id: RecordId): Where<E> {
    return { [this.key]: id } as Where<E>;
  }
}

const joinTitle = (record: object, names: readonly string[]): string =>
  names
    .map((name) => (record as Record<string, unknown>)[name])
    .filter((word) => typeof word === 'string' && word !== '')
    .join(' ');
