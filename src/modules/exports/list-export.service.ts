import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { exportableFields, defaultExportFields, LIST_FORMATS } from '../../contract/exports';
import type { Fields } from '../../contract/fields';
import type { JobStartedResponse } from '../../contract/job.responses';
import type { ResourceDefinition } from '../../contract/resource';
import type { DownloadFile } from '../../common/rest/file-response';
import { parseListQuery, type ListRequest, type RawQuery } from '../../infrastructure/rest/list-query';
import type { Fact } from '../../common/documents/table';
import { listRegistrations, type ListRegistration, type ExportableListService } from '../../crud/list.registry';
import type { Tenant } from '../../tenancy/tenant';
import { parseExportQuery } from './export-query';
import type { ExportContent } from './export-file.factory';
import { ExportsService, type ExportContext } from './exports.service';
import { buildListColumns, type ListColumn, type TitlesById } from './list-columns';
import type { ScreenTexts } from './screen-texts';

/**
 * Exports all pages of a list with its filters, order and row visibility. Rows are read in batches; names of references
 * need one query per resource.
 */
@Injectable()
export class ListExportService implements OnModuleInit {
  constructor(
    private readonly exportsService: ExportsService,
    private readonly moduleRef: ModuleRef,
  ) {}

  onModuleInit(): void {
    for (const list of listRegistrations()) {
      const { name, read } = list.definition;
      this.exportsService.register(name, { read, buildContent: (context) => this.buildContent(list, context) });
    }
  }

  /** @throws MalformedRequestError, TooSlowError */
  request(
    tenant: Tenant,
    { definition }: ListRegistration,
    query: RawQuery,
  ): Promise<DownloadFile | JobStartedResponse> {
    const { format, language, csv_for } = parseExportQuery(query, LIST_FORMATS, exportableFields(definition));
    return this.exportsService.request(tenant, { source: definition.name, query, format, language, csv_for });
  }

  private async buildContent(
    list: ListRegistration,
    { tenant, query, texts, mode }: ExportContext,
  ): Promise<ExportContent> {
    const { definition } = list;
    const exportQuery = parseExportQuery(query, LIST_FORMATS, exportableFields(definition));
    const request = parseListQuery<never>(definition, exportQuery.listQuery);
    const fieldNames = exportQuery.columns ?? defaultExportFields(definition);
    const columns = buildListColumns(definition, fieldNames, texts, await this.titles(tenant, definition, fieldNames));
    const service = this.serviceFor(list);
    return {
      name: definition.name,
      title: texts.get(`${definition.name}.title`),
      columns,
      frozen: 1,
      facts: describeFilters(definition, exportQuery.listQuery, texts),
      parts: toCells(service.exported(tenant, request), columns),
      // Only jobs show progress. Searches are not counted.
      total: mode === 'job' && !exportQuery.listQuery['q'] ? await countTotal(service, tenant, request) : null,
      workload: 'list',
      auditPayload: { filters: exportQuery.listQuery, columns: fieldNames },
    };
  }

  /** Names of referenced records that the current user can see; others are left out. */
  private async titles(
    tenant: Tenant,
    { fields }: ResourceDefinition<Fields>,
    fieldNames: readonly string[],
  ): Promise<Map<string, TitlesById>> {
    const resourceNames = new Set(fieldNames.flatMap((name) => fields[name]!.resource ?? []));
    const titlesByResource = new Map<string, TitlesById>();
    for (const list of listRegistrations()) {
      const { name, read } = list.definition;
      const { role } = tenant.actor;
      const service = this.serviceFor(list);
      if (resourceNames.has(name) && service.titles && (read as readonly string[]).includes(role))
        titlesByResource.set(name, await service.titles(tenant));
    }
    return titlesByResource;
  }

  private serviceFor({ service }: ListRegistration): ExportableListService {
    return this.moduleRef.get<ExportableListService>(service as never, { strict: false });
  }
}

/** Count as in the list; null: not counted exactly. */
async function countTotal(
  service: ExportableListService,
  tenant: Tenant,
  request: ListRequest<never>,
): Promise<number | null> {
  const { total, exact } = await service.list(tenant, { ...request, limit: 1 });
  return exact === false ? null : total;
}

async function* toCells(parts: AsyncGenerator<readonly object[]>, columns: readonly ListColumn[]) {
  for await (const rows of parts)
    yield rows.map((row) => columns.map(({ cell }) => cell(row as Readonly<Record<string, unknown>>)));
}

/** Filters and order of the query as translated text. */
export function describeFilters(
  { name, fields }: ResourceDefinition<Fields>,
  query: RawQuery,
  texts: ScreenTexts,
): Fact[] {
  const labelOf = (key: string) => {
    const field = Object.keys(fields).find((each) => key === each || key.startsWith(`${each}_`));
    if (!field) return key;
    const operator = key.slice(field.length + 1);
    return texts.get(`${name}.fields.${field}`) + (operator ? ` (${operator})` : '');
  };
  const filters = Object.entries(query).filter(([key]) => !key.startsWith('_') && key !== 'customer_id');
  const filterLines = filters.map(([key, value]) => `${labelOf(key)}: ${[value].flat().join(', ')}`);
  const order = [query['_sort'], query['_order']].map((part) => [part ?? []].flat().join(',')).filter(Boolean);
  return [
    [texts.get('kit.export.file.question'), filterLines.join('\n') || texts.get('kit.export.file.all')],
    ...(order.length ? [[texts.get('kit.export.file.order'), order.join(' · ')] as const] : []),
  ];
}
