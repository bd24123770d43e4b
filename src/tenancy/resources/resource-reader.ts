import type { Fields } from '../../contract/fields';
import type { ResourceDefinition, RowOf } from '../../contract/resource';
import type { Found } from '../../contract/search';
import type { AuditEntry } from '../../platform/audit/audit-trail';
import type { Where } from '../../platform/database/where';
import { parseList, type ListRequest } from '../../platform/definitions/list-query';
import { rowOf } from '../../platform/definitions/row';
import { NotFound } from '../../platform/errors/app-error';
import { auditEntry } from '../audit-entry';
import { foundIn } from '../found-in';
import type { Tenant } from '../tenant';
import type { PageOf } from '../tenant-repository';
import type { KeptRecord } from './kept';
import type { ResourceParts } from './resource-parts';

/** A text; of the few resources above organisations a number. */
export type RecordId = string | number;

/**
 * The reading half of a resource of an organisation: list and one. What is written by rules all of its own (attempts,
 * progress, the ledger) extends this; everything else `ResourceService`.
 */
export class ResourceReader<
  E extends KeptRecord,
  D extends ResourceDefinition<Fields>,
  /** Where rows hold more than the definition's fields. */
  Row extends RowOf<D> = RowOf<D>,
> {
  constructor(protected readonly parts: ResourceParts<E>) {}

  async list(tenant: Tenant, request: ListRequest<E>): Promise<PageOf<Row>> {
    const where = await this.visible(tenant, request);
    const page = await this.parts.records.page(tenant, { ...request, where });
    return { ...page, rows: await this.rows(tenant, page.rows) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, id: RecordId): Promise<Row> {
    const [row] = await this.rows(tenant, [await this.record(tenant, id)]);
    return row!;
  }

  /** @throws NotFound */
  async record(tenant: Tenant, id: RecordId): Promise<E> {
    const record = await this.parts.records.one(tenant, await this.seen(tenant, this.named(id)));
    if (!record) throw new NotFound(this.noun);
    return record;
  }

  /** For the search box: a few, by the beginnings of words; of `total` no more is known than whether there are more. */
  async fewFound(tenant: Tenant, words: readonly string[], limit: number): Promise<PageOf<Found>> {
    const { order } = parseList<E>(this.definition, {});
    const request = { where: await this.seen(tenant, {}), order, limit };
    const page = await this.parts.records.fewFound(tenant, request, { kind: this.definition.name, words });
    return { ...page, rows: page.rows.map((record) => foundIn(this.definition, record)) };
  }

  /** All that were asked for, read in batches while they are taken. */
  async *exported(tenant: Tenant, request: ListRequest<E>): AsyncGenerator<readonly Row[]> {
    const { order, search } = request;
    const batches = this.parts.records.batches(tenant, await this.visible(tenant, request), {
      order,
      ...(search && { search }),
    });
    for await (const records of batches) yield this.told(tenant, records);
  }

  /** What each that the asker may see is called, by its id, in one statement. */
  async titles(tenant: Tenant): Promise<ReadonlyMap<RecordId, string>> {
    const { title, id } = this.definition;
    const titles = new Map<RecordId, string>();
    const records = await this.parts.records.columnsOf(tenant, await this.seen(tenant, {}), [id, ...title]);
    for (const record of records) titles.set(this.idOf(record), titleOf(record, title));
    return titles;
  }

  /** What a list asks of the database: trees with what is below, and only what the asker may see. */
  private async visible(tenant: Tenant, { where, include_below }: ListRequest<E>): Promise<Where<E>> {
    return this.seen(tenant, include_below === false ? where : await this.parts.treeFilters.widen(tenant, where));
  }

  // ── What a resource may say for itself ──

  /** Of what was asked for, what the asker may see. */
  protected seen(_tenant: Tenant, asked: Where<E>): Where<E> | Promise<Where<E>> {
    return asked;
  }

  protected row(_tenant: Tenant, record: E): Row {
    return rowOf(this.definition, record) as Row;
  }

  /** Where a row says what is looked up: once for all of them. */
  protected rows(tenant: Tenant, records: readonly E[]): Row[] | Promise<Row[]> {
    return records.map((record) => this.row(tenant, record));
  }

  /** The same of an export's rows, whose statements may not grow with them. */
  protected told(tenant: Tenant, records: readonly E[]): Row[] | Promise<Row[]> {
    return this.rows(tenant, records);
  }

  // ── What the hooks and commands of a resource may call ──

  /** In the transaction of what it tells: `audit(tenant, 'publish', id, { status: 'draft' }, change)`. */
  protected audit(...facts: Parameters<ResourceReader<E, D, Row>['event']>): Promise<void> {
    return this.parts.audit.record(this.event(...facts));
  }

  /** @param owner whose trail it stands in, where that is not the asker's */
  protected event(
    tenant: Tenant,
    what: string,
    id: RecordId,
    was: object | null,
    became: object | null,
    { customer_id = tenant.customer_id }: { customer_id?: number } = {},
  ): AuditEntry {
    return auditEntry(tenant, `${this.parts.kept.subject}.${what}`, String(id), was, became, { customer_id });
  }

  protected get definition(): D {
    return this.parts.kept.definition as D;
  }

  protected get noun(): string {
    return this.parts.kept.noun;
  }

  protected get key(): keyof E & string {
    return this.definition.id as keyof E & string;
  }

  protected idOf(record: Partial<E>): RecordId {
    return record[this.key] as RecordId;
  }

  protected named(id: RecordId): Where<E> {
    return { [this.key]: id } as Where<E>;
  }
}

const titleOf = (record: object, names: readonly string[]): string =>
  names
    .map((name) => (record as Record<string, unknown>)[name])
    .filter((word) => typeof word === 'string' && word !== '')
    .join(' ');
