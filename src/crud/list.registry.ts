import type { Type } from '@nestjs/common';
import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import type { ListRequest } from '../infrastructure/rest/list-query';
import type { Page } from '../common/rest/page-response';
import type { Tenant } from '../tenancy/tenant';
import type { RecordId } from './resource-read.service';

/** Methods that an export calls. */
export interface ExportableListService {
  list(tenant: Tenant, request: ListRequest<never>): Promise<Page<object>>;
  /** All visible matching rows, in batches. */
  exported(tenant: Tenant, request: ListRequest<never>): AsyncGenerator<readonly object[]>;
  /** Names of all visible records; absent if rows have no name. */
  titles?(tenant: Tenant): Promise<ReadonlyMap<RecordId, string>>;
}
export interface ListRegistration {
  readonly definition: ResourceDefinition<Fields>;
  readonly service: Type<object>;
}

const listsByName = new Map<string, ListRegistration>();

/** Called by createReadController: every list can be exported. */
export function registerList(definition: ResourceDefinition<Fields>, service: Type<object>): void {
  listsByName.set(definition.name, { definition, service });
}

/** All loaded modules. */
export const listRegistrations = (): readonly ListRegistration[] => [...listsByName.values()];
