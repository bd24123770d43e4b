import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { exportableFields, exportedFields, LIST_FORMATS } from '../contract/exports';
import type { Fields } from '../contract/fields';
import type { JobStarted } from '../contract/job-answers';
import type { ResourceDefinition } from '../contract/resource';
import type { WholeFile } from '../platform/definitions/file-answer';
import { parseList, type ListRequest, type RawQuery } from '../platform/definitions/list-query';
import type { Fact } from '../platform/documents/table';
import { everyList, type List, type Listed } from '../tenancy/resources/lists';
import type { Tenant } from '../tenancy/tenant';
import { askedExport } from './asked-export';
import type { Written } from './document-maker';
import { ExportDesk, type Wish } from './export-desk';
import { listColumns, type ListColumn, type Titles } from './list-columns';
import type { ScreenWords } from './screen-words';

/**
 * What a list shows under the same filters, in the same order and to the same eyes, all pages of it, as a file: read in batches,
 * and one statement for the names of each resource that a chosen column refers to.
 */
@Injectable()
export class ListExport implements OnModuleInit {
  constructor(
    private readonly desk: ExportDesk,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    for (const list of everyList()) {
      const { name, read } = list.definition;
      this.desk.register(name, { read, written: (wish) => this.written(list, wish) });
    }
  }

  /** @throws Malformed, TooSlow */
  order(tenant: Tenant, { definition }: List, query: RawQuery): Promise<WholeFile | JobStarted> {
    const { format, language, csv_for } = askedExport(query, LIST_FORMATS, exportableFields(definition));
    return this.desk.order(tenant, { source: definition.name, query, format, language, csv_for });
  }

  private async written(list: List, { tenant, query, words, way }: Wish): Promise<Written> {
    const { definition } = list;
    const asked = askedExport(query, LIST_FORMATS, exportableFields(definition));
    const request = parseList<never>(definition, asked.rest);
    const chosen = asked.columns ?? exportedFields(definition);
    const columns = listColumns(definition, chosen, words, await this.titles(tenant, definition, chosen));
    const service = this.serviceOf(list);
    return {
      name: definition.name,
      title: words.call(`${definition.name}.title`),
      columns,
      frozen: 1,
      facts: questionOf(definition, asked.rest, words),
      parts: cellsOf(service.exported(tenant, request), columns),
      // Only for who is told how far it is; of a search nobody counts further than its page.
      total: way === 'job' && !asked.rest['q'] ? await totalOf(service, tenant, request) : null,
      what: 'list',
      asked: { filters: asked.rest, columns: chosen },
    };
  }

  /** What may be seen of what is referred to, by the reference's own list: a name is told to nobody who could not look it up. */
  private async titles(
    tenant: Tenant,
    { fields }: ResourceDefinition<Fields>,
    chosen: readonly string[],
  ): Promise<Map<string, Titles>> {
    const referred = new Set(chosen.flatMap((name) => fields[name]!.resource ?? []));
    const found = new Map<string, Titles>();
    for (const list of everyList()) {
      const { name, read } = list.definition;
      const { role } = tenant.actor;
      const service = this.serviceOf(list);
      if (referred.has(name) && service.titles && (read as readonly string[]).includes(role))
        found.set(name, await service.titles(tenant));
    }
    return found;
  }

  private serviceOf({ service }: List): Listed {
    return this.modules.get<Listed>(service as never, { strict: false });
  }
}

/** As the list counts; null: there are more. */
async function totalOf(service: Listed, tenant: Tenant, request: ListRequest<never>): Promise<number | null> {
  const { total, exact } = await service.list(tenant, { ...request, limit: 1 });
  return exact === false ? null : total;
}

async function* cellsOf(parts: AsyncGenerator<readonly object[]>, columns: readonly ListColumn[]) {
  for await (const rows of parts)
    yield rows.map((row) => columns.map(({ cell }) => cell(row as Readonly<Record<string, unknown>>)));
}

/** The filters and the order as they were sent, by what the fields are called. */
export function questionOf({ name, fields }: ResourceDefinition<Fields>, query: RawQuery, words: ScreenWords): Fact[] {
  const called = (key: string) => {
    const field = Object.keys(fields).find((each) => key === each || key.startsWith(`${each}_`));
    if (!field) return key;
    const operator = key.slice(field.length + 1);
    return words.call(`${name}.fields.${field}`) + (operator ? ` (${operator})` : '');
  };
  const filters = Object.entries(query).filter(([key]) => !key.startsWith('_') && key !== 'customer_id');
  const said = filters.map(([key, value]) => `${called(key)}: ${[value].flat().join(', ')}`);
  const order = [query['_sort'], query['_order']].map((part) => [part ?? []].flat().join(',')).filter(Boolean);
  return [
    [words.call('kit.export.file.question'), said.join('\n') || words.call('kit.export.file.all')],
    ...(order.length ? [[words.call('kit.export.file.order'), order.join(' · ')] as const] : []),
  ];
}
