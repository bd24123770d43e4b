import type { Type } from '@nestjs/common';
import type { Fields } from '../../contract/fields';
import type { ResourceDefinition } from '../../contract/resource';
import type { ListRequest } from '../../platform/definitions/list-query';
import type { Page } from '../../platform/definitions/page-answer';
import type { Tenant } from '../tenant';
import type { RecordId } from './resource-reader';

/** What an export asks of the service behind a list. */
export interface Listed {
  /** A page of it, and how many there are. */
  list(tenant: Tenant, request: ListRequest<never>): Promise<Page<object>>;
  /** All rows that were asked for and may be seen, read in batches. */
  exported(tenant: Tenant, request: ListRequest<never>): AsyncGenerator<readonly object[]>;
  /** What each that the asker may see is called; left out where a row has no name. */
  titles?(tenant: Tenant): Promise<ReadonlyMap<RecordId, string>>;
}
export interface List {
  readonly definition: ResourceDefinition<Fields>;
  readonly service: Type<object>;
}

const registered = new Map<string, List>();

/** Said where its routes are (resource.controller.ts): what is listed can be taken along. */
export function listedBy(definition: ResourceDefinition<Fields>, service: Type<object>): void {
  registered.set(definition.name, { definition, service });
}

/** Of every module that has been loaded. */
export const everyList = (): readonly List[] => [...registered.values()];
