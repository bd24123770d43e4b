import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Patch,
  Post,
  Query,
  Res,
  applyDecorators,
  type Type,
} from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Fields } from '../contract/fields';
import type { ResourceDefinition, Role } from '../contract/resource';
import { ApiList, ApiRow } from '../infrastructure/rest/api-list';
import { IdParam, NumberParam } from '../common/rest/id-param';
import { parseListQuery, type ListRequest, type RawQuery } from '../infrastructure/rest/list-query';
import { respondWithPage, type HeaderWriter, type Page } from '../common/rest/page-response';
import { ReassignedDto, ReassignTo } from '../common/rest/reassign.dto';
import { Allow, CurrentTenant, VersionedRoute } from '../tenancy/access.decorators';
import type { ReassignmentResult } from '../tenancy/reassignments.service';
import type { Tenant } from '../tenancy/tenant';
import { getResourceMetadata } from '../tenancy/resource-metadata';
import { registerList } from './list.registry';
import { getResourceDtos, withClassName, type ResourceDtos } from './resource-dtos';
import type { RecordId } from './resource-read.service';

export interface ReadService {
  list(tenant: Tenant, request: ListRequest<never>): Promise<Page<object>>;
  one(tenant: Tenant, id: RecordId): Promise<object>;
}
export interface CrudService extends ReadService {
  create(tenant: Tenant, body: object): Promise<object>;
  change(tenant: Tenant, id: RecordId, body: object): Promise<object>;
  remove(tenant: Tenant, id: RecordId): Promise<void>;
  reassign(tenant: Tenant, id: RecordId, body: ReassignTo): Promise<ReassignmentResult>;
  archive(tenant: Tenant, id: RecordId): Promise<object>;
  unarchive(tenant: Tenant, id: RecordId): Promise<object>;
}

export interface RouteOptions extends Partial<ResourceDtos> {
  /** Further decorators of a route: `{ create: [AllowWhenExpired('…')] }` */
  extraDecorators?: Partial<Record<keyof CrudService, readonly MethodDecorator[]>>;
  /** OpenAPI summary of archiving, if it differs from the default. */
  archiveSummary?: string;
}

/**
 * `@ResourceController(Staff) class StaffController extends createCrudController(Staff, StaffService)`: sets path, tag
 * and `If-Match` support.
 */
export const ResourceController = (entity: Type<object>): ClassDecorator => {
  const { definition } = getResourceMetadata(entity);
  return applyDecorators(
    ApiTags(titleOf(definition.name)),
    Controller(`api/${definition.name}`),
    VersionedRoute(entity, definition.id as never),
  );
};

/** Routes for list and one: `class AttemptsController extends createReadController(Attempt, AttemptsService)`. */
export function createReadController<S extends object>(
  entity: Type<object>,
  service: Type<S>,
  options: RouteOptions = {},
) {
  const { definition, noun } = getResourceMetadata(entity);
  registerList(definition, service);
  const { row = getResourceDtos(entity).row, extraDecorators = {} } = options;
  const { Id, idType } = idParamOf(definition);

  class ReadController {
    constructor(@Inject(service) protected readonly service: S) {}

    protected get crud(): CrudService {
      return this.service as unknown as CrudService;
    }

    async list(
      @CurrentTenant() tenant: Tenant,
      @Query() query: RawQuery,
      @Res({ passthrough: true }) answer: HeaderWriter,
    ) {
      return respondWithPage(answer, await this.crud.list(tenant, parseListQuery<never>(definition, query)));
    }

    one(@CurrentTenant() tenant: Tenant, @Id() id: RecordId): Promise<object> {
      return this.crud.one(tenant, id);
    }
  }

  const decorateRoute = routeDecorator<ReadService>(ReadController, extraDecorators);
  const listSummary = withSummary(`List ${definition.name.replaceAll('-', ' ')}, page by page, filtered and sorted`);
  decorateRoute('list', [Object, Object], Get(), Allow(...definition.read), listSummary, ApiList(definition, row));
  decorateRoute('one', [idType], Get(':id'), Allow(...definition.read), withSummary(`Read one ${noun}`), ApiRow(row));
  return ReadController;
}

/**
 * Base class with the routes that the definition declares, each delegated to the service. Subclasses add the commands
 * of their resource (docs/crud-resources.md).
 */
export function createCrudController<S extends object>(
  entity: Type<object>,
  service: Type<S>,
  options: RouteOptions = {},
) {
  const { definition, noun } = getResourceMetadata(entity);
  const { write, change, row, extraDecorators = {} } = { ...getResourceDtos(entity), ...options };
  const { Id, idType } = idParamOf(definition);

  class CrudController extends createReadController(entity, service, options) {
    create(@CurrentTenant() tenant: Tenant, @Body() body: object) {
      return this.crud.create(tenant, body);
    }

    change(@CurrentTenant() tenant: Tenant, @Id() id: RecordId, @Body() body: object) {
      return this.crud.change(tenant, id, body);
    }

    remove(@CurrentTenant() tenant: Tenant, @Id() id: RecordId) {
      return this.crud.remove(tenant, id);
    }

    reassign(@CurrentTenant() tenant: Tenant, @Id() id: RecordId, @Body() body: ReassignTo) {
      return this.crud.reassign(tenant, id, body);
    }

    archive(@CurrentTenant() tenant: Tenant, @Id() id: RecordId) {
      return this.crud.archive(tenant, id);
    }

    unarchive(@CurrentTenant() tenant: Tenant, @Id() id: RecordId) {
      return this.crud.unarchive(tenant, id);
    }

    restore(@CurrentTenant() tenant: Tenant, @Id() id: RecordId) {
      return this.crud.unarchive(tenant, id);
    }
  }

  const decorateRoute = routeDecorator<CrudController>(CrudController, extraDecorators);
  const { write: writers } = definition;
  const { creates, changes, removes, reassigns, archives } = declaredRoutes(definition);

  if (creates)
    decorateRoute('create', [write], Post(), Allow(...writers), withSummary(`Create a new ${noun}`), ApiRow(row, 201));
  if (changes) {
    const operation = withSummary(`Change a ${noun}; omitted fields stay`);
    decorateRoute('change', [idType, change], Patch(':id'), Allow(...writers), operation, ApiRow(row));
  }
  if (removes) {
    const operation = withSummary(`Delete a ${noun}; rejected with counts while it is in use`);
    decorateRoute('remove', [idType], Delete(':id'), HttpCode(204), Allow(...writers), operation);
  }
  if (reassigns) {
    const summary = `Replace this ${noun} everywhere with another one; it can be deleted afterwards.`;
    const answer = ApiOkResponse({ type: ReassignedDto });
    decorateRoute('reassign', [idType, ReassignTo], ...commandDecorators('reassign', writers, summary), answer);
  }
  if (archives) {
    const { archiveSummary = 'Archive it; it keeps its history and is no longer offered.' } = options;
    const restoreSummary = 'Restore it; it is offered again.';
    decorateRoute('archive', [idType], ...commandDecorators('archive', writers, archiveSummary), ApiRow(row));
    decorateRoute('unarchive', [idType], ...commandDecorators('unarchive', writers, restoreSummary), ApiRow(row));
    const deprecatedSummary = ApiOperation({ summary: `${restoreSummary} As …/unarchive.`, deprecated: true });
    if (archives === 'again')
      decorateRoute(
        'restore',
        [idType],
        ...commandDecorators('restore', writers, restoreSummary),
        deprecatedSummary,
        ApiRow(row),
      );
  }
  return CrudController;
}

/** Decorates methods of a class as `@Get() @Allow(…) list()` would. @param types of the parameters after the tenant */
function routeDecorator<Methods>(
  controller: Type<object>,
  extraDecorators: NonNullable<RouteOptions['extraDecorators']>,
) {
  return (
    method: keyof Methods & string,
    types: readonly unknown[],
    ...decorators: readonly MethodDecorator[]
  ): void => {
    Reflect.defineMetadata('design:paramtypes', [Object, ...types], controller.prototype, method);
    const descriptor = Object.getOwnPropertyDescriptor(controller.prototype, method)!;
    for (const decorate of [...decorators, ...(extraDecorators[method as keyof CrudService] ?? [])])
      decorate(controller.prototype, method, descriptor);
  };
}

const withSummary = (summary: string): MethodDecorator => ApiOperation({ summary });

const commandDecorators = (name: string, writers: readonly Role[], summary: string): MethodDecorator[] => [
  Post(`:id/${name}`),
  HttpCode(200),
  Allow(...writers),
  withSummary(summary),
];

/** Resources across customers have numbers as ids. */
function idParamOf({ id, fields }: ResourceDefinition<Fields>) {
  return fields[id]!.kind === 'whole' ? { Id: NumberParam, idType: Number } : { Id: IdParam, idType: String };
}

export function createResourceController(entity: Type<object>, service: Type<object>): Type<object> {
  const controller = withClassName(
    `${titleOf(getResourceMetadata(entity).definition.name, '')}Controller`,
    class extends createCrudController(entity, service) {},
  );
  ResourceController(entity)(controller);
  return controller;
}

function declaredRoutes({ create, change, write, remove, reassign, archives }: ResourceDefinition<Fields>) {
  const isWritten = write.length > 0;
  return {
    creates: isWritten && create !== false,
    changes: isWritten && change !== false,
    removes: remove === 'delete',
    reassigns: reassign !== undefined,
    archives,
  };
}

/** `job-roles` → `Job roles`; without separator: `JobRoles` */
function titleOf(name: string, separator: '' | ' ' = ' '): string {
  return name
    .split('-')
    .map((word, index) => (index === 0 || separator === '' ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(separator);
}
