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
import type { Fields } from '../../contract/fields';
import type { ResourceDefinition, Role } from '../../contract/resource';
import { ApiList, ApiRow } from '../../platform/definitions/api-list';
import { IdParam, NumberParam } from '../../platform/definitions/id-param';
import { parseList, type ListRequest, type RawQuery } from '../../platform/definitions/list-query';
import { answerPage, type Answer, type Page } from '../../platform/definitions/page-answer';
import { ReassignedDto, ReassignTo } from '../../platform/definitions/reassign.dto';
import { Allow, CurrentTenant, VersionOf } from '../access';
import type { Reassigned } from '../reassignments';
import type { Tenant } from '../tenant';
import { keptBy } from './kept';
import { listedBy } from './lists';
import { dtosOf, named, type ResourceDtos } from './resource-dtos';
import type { RecordId } from './resource-reader';

/** What the controller of a resource that is only read asks of the service behind it. */
export interface ReadService {
  list(tenant: Tenant, request: ListRequest<never>): Promise<Page<object>>;
  one(tenant: Tenant, id: RecordId): Promise<object>;
}
/** What the routes ask that a definition speaks of. */
export interface CrudService extends ReadService {
  create(tenant: Tenant, body: object): Promise<object>;
  change(tenant: Tenant, id: RecordId, body: object): Promise<object>;
  remove(tenant: Tenant, id: RecordId): Promise<void>;
  reassign(tenant: Tenant, id: RecordId, body: ReassignTo): Promise<Reassigned>;
  archive(tenant: Tenant, id: RecordId): Promise<object>;
  unarchive(tenant: Tenant, id: RecordId): Promise<object>;
}

/** What a resource's routes are besides what its definition says. */
export interface RouteOptions extends Partial<ResourceDtos> {
  /** `{ create: [AlsoWhenExpired('…')] }`: what else stands on a route. */
  also?: Partial<Record<keyof CrudService, readonly MethodDecorator[]>>;
  /** What archiving means here, where that is not what it means everywhere. */
  archived?: string;
}

/** `@ResourceController(Staff) class StaffController extends createCrudController(Staff, StaffService)`: its address, its name, its versions. */
export const ResourceController = (entity: Type<object>): ClassDecorator => {
  const { definition } = keptBy(entity);
  return applyDecorators(
    ApiTags(titleOf(definition.name)),
    Controller(`api/${definition.name}`),
    VersionOf(entity, definition.id as never),
  );
};

/** The reading half: `class AttemptsController extends createReadController(Attempt, AttemptsService)`. */
export function createReadController<S extends object>(
  entity: Type<object>,
  service: Type<S>,
  options: RouteOptions = {},
) {
  const { definition, noun } = keptBy(entity);
  listedBy(definition, service);
  const { row = dtosOf(entity).row, also = {} } = options;
  const { Id, idType } = idOf(definition);

  class ReadController {
    constructor(@Inject(service) protected readonly service: S) {}

    protected get crud(): CrudService {
      return this.service as unknown as CrudService;
    }

    async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
      return answerPage(answer, await this.crud.list(tenant, parseList<never>(definition, query)));
    }

    one(@CurrentTenant() tenant: Tenant, @Id() id: RecordId): Promise<object> {
      return this.crud.one(tenant, id);
    }
  }

  const route = routesOn<ReadService>(ReadController, also);
  const every = says(`List ${definition.name.replaceAll('-', ' ')}, page by page, filtered and sorted`);
  route('list', [Object, Object], Get(), Allow(...definition.read), every, ApiList(definition, row));
  route('one', [idType], Get(':id'), Allow(...definition.read), says(`Read one ${noun}`), ApiRow(row));
  return ReadController;
}

/**
 * The routes that a definition speaks of, each handed on to the service: a class to extend, whose own methods are the
 * commands that only this resource has. A route that the definition does not speak of is not there.
 */
export function createCrudController<S extends object>(
  entity: Type<object>,
  service: Type<S>,
  options: RouteOptions = {},
) {
  const { definition, noun } = keptBy(entity);
  const { write, change, row, also = {} } = { ...dtosOf(entity), ...options };
  const { Id, idType } = idOf(definition);

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

  const route = routesOn<CrudController>(CrudController, also);
  const { write: writers } = definition;
  const { creates, changes, removes, reassigns, archives } = routesOf(definition);

  if (creates) route('create', [write], Post(), Allow(...writers), says(`Create a new ${noun}`), ApiRow(row, 201));
  if (changes) {
    const what = says(`Change a ${noun}; omitted fields stay`);
    route('change', [idType, change], Patch(':id'), Allow(...writers), what, ApiRow(row));
  }
  if (removes) {
    const what = says(`Delete a ${noun}; rejected with counts while it is in use`);
    route('remove', [idType], Delete(':id'), HttpCode(204), Allow(...writers), what);
  }
  if (reassigns) {
    const summary = `Replace this ${noun} everywhere with another one; it can be deleted afterwards.`;
    const answer = ApiOkResponse({ type: ReassignedDto });
    route('reassign', [idType, ReassignTo], ...commandOf('reassign', writers, summary), answer);
  }
  if (archives) {
    const { archived = 'Archive it; it keeps its history and is no longer offered.' } = options;
    const back = 'Restore it; it is offered again.';
    route('archive', [idType], ...commandOf('archive', writers, archived), ApiRow(row));
    route('unarchive', [idType], ...commandOf('unarchive', writers, back), ApiRow(row));
    const old = ApiOperation({ summary: `${back} As …/unarchive.`, deprecated: true });
    if (archives === 'again') route('restore', [idType], ...commandOf('restore', writers, back), old, ApiRow(row));
  }
  return CrudController;
}

/** Decorates methods of a class as `@Get() @Allow(…) list()` would. @param types of what follows the tenant */
function routesOn<Methods>(controller: Type<object>, also: NonNullable<RouteOptions['also']>) {
  return (
    method: keyof Methods & string,
    types: readonly unknown[],
    ...decorators: readonly MethodDecorator[]
  ): void => {
    Reflect.defineMetadata('design:paramtypes', [Object, ...types], controller.prototype, method);
    const descriptor = Object.getOwnPropertyDescriptor(controller.prototype, method)!;
    for (const decorate of [...decorators, ...(also[method as keyof CrudService] ?? [])])
      decorate(controller.prototype, method, descriptor);
  };
}

const says = (summary: string): MethodDecorator => ApiOperation({ summary });

const commandOf = (name: string, writers: readonly Role[], summary: string): MethodDecorator[] => [
  Post(`:id/${name}`),
  HttpCode(200),
  Allow(...writers),
  says(summary),
];

/** What `:id` is: the few resources above organisations are numbered. */
function idOf({ id, fields }: ResourceDefinition<Fields>) {
  return fields[id]!.kind === 'whole' ? { Id: NumberParam, idType: Number } : { Id: IdParam, idType: String };
}

/** The controller of a resource without commands of its own. */
export function resourceController(entity: Type<object>, service: Type<object>): Type<object> {
  const controller = named(
    `${titleOf(keptBy(entity).definition.name, '')}Controller`,
    class extends createCrudController(entity, service) {},
  );
  ResourceController(entity)(controller);
  return controller;
}

function routesOf({ create, change, write, remove, reassign, archives }: ResourceDefinition<Fields>) {
  const isWritten = write.length > 0;
  return {
    creates: isWritten && create !== false,
    changes: isWritten && change !== false,
    removes: remove === 'delete',
    reassigns: reassign !== undefined,
    archives,
  };
}

/** `job-roles` → `Job roles`; glued: `JobRoles`. */
function titleOf(name: string, glue: '' | ' ' = ' '): string {
  return name
    .split('-')
    .map((word, at) => (at === 0 || glue === '' ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(glue);
}
