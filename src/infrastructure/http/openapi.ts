import type { Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { LEGACY_REPLACEMENTS, OPERATION_SUMMARIES } from '../../contract/api-descriptions/operations';
import { addSchemaConstraints } from '../../common/http/openapi-constraints';
import { addDescriptions } from '../../common/http/openapi-descriptions';
import { addExamples } from './openapi-examples';
import { addUsedErrors } from './openapi-errors';
import {
  ALLOWED_ROLES,
  PUBLIC_ROUTE,
  DRY_RUN_ROUTE,
  SINGLE_USE_ROUTE,
  VERSIONED_ROUTE,
  keyScopesOf,
  metadataOf,
} from '../../common/http/route-metadata';
import { surfaceOf } from '../../common/http/surfaces';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const SESSION: Record<string, string[]> = { bearer: [], EID: [], OID: [] };

const TOKEN =
  'The token of a sign-in: a JWT that is checked as RFC8725 advises (one algorithm, fixed keys, audience, kind and times), and a ' +
  'session that is looked up on every call.';

const TAGS: Readonly<Record<string, string>> = {
  'Legacy (specification paths)':
    'The calls of the specification, with its spelling. Envelope: Status, status, message, data.',
  Health: 'For balancers and container engines.',
  Live: 'Server-sent events about changes, in real time.',
};

/** Builds the OpenAPI document of all controllers. @param guide Markdown, shown before the operations */
export function buildOpenApiDocument(app: NestFastifyApplication, guide = ''): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Skilgrid')
    .setDescription(guide)
    .setVersion('1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN }, 'bearer')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'EID', description: 'Employee code: `eid` of the sign-in.' },
      'EID',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'OID', description: 'Organisation code: `oid` of the sign-in.' },
      'OID',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key of the organisation.' },
      'api_key',
    )
    .build();
  config.security = [SESSION];
  // All operations are public API.
  Object.assign(config.servers![0]!, { 'x-internal': false });
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: operationId,
    autoTagControllers: false,
  });
  const accessByOperation = readRouteAccess(app);
  const operationIds = new Set<string>();
  const tags = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    const isLegacy = surfaceOf(path) === 'legacy';
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      completeOperation(operation, {
        path,
        method,
        isLegacy,
        access: accessByOperation.get(operation.operationId ?? '') ?? {},
      });
      if (operationIds.has(operation.operationId ?? ''))
        throw new Error(`Two operations are called ${operation.operationId}`);
      operationIds.add(operation.operationId ?? '');
      for (const tag of operation.tags ?? []) tags.add(tag);
    }
  }
  document.tags = [...tags]
    .sort()
    .map((name) => ({ name, description: TAGS[name] ?? `Lists, records and commands: ${name.toLowerCase()}.` }));
  addUsedErrors(document);
  addSchemaConstraints(document, new Map([...accessByOperation].map(([id, { dtoTypes }]) => [id, dtoTypes ?? []])));
  addDescriptions(document);
  addExamples(document);
  return document;
}

interface RouteAccess {
  publicReason?: string;
  allowed?: readonly string[];
  /** An API key needs one of these scopes; undefined: keys are not admitted. */
  keyScopes?: readonly string[];
  /** The column behind `:id`, on routes of versioned records. */
  versioned?: string | undefined;
  singleUse?: boolean;
  /** The kind of dry run (tenancy/access.decorators.ts). */
  dryRun?: string | undefined;
  /** The DTO classes of body and query. */
  dtoTypes?: readonly Type<object>[];
}

function completeOperation(
  operation: Operation,
  route: { path: string; method: string; isLegacy: boolean; access: RouteAccess },
): void {
  const isPublic = route.access.publicReason !== undefined;
  if (isPublic) operation.security = [];
  else if (route.access.keyScopes) operation.security = [SESSION, { api_key: [] }];
  else delete operation.security;
  operation.summary ||=
    OPERATION_SUMMARIES[operation.operationId ?? ''] ?? (operation.operationId ?? '').replaceAll('_', ' ');
  if (route.isLegacy) operation.deprecated = true;
  const audience = isPublic
    ? `Open: ${route.access.publicReason}.`
    : route.access.allowed
      ? `For: ${route.access.allowed.join(', ')}.`
      : 'For every signed-in user.';
  const scopes = route.access.keyScopes?.map((scope) => `\`${scope}\``).join(' or ');
  const scopeNote = scopes ? ` An API key needs the scope ${scopes}.` : '';
  operation.description = operation.description
    ? `${operation.description}\n\n${audience}${scopeNote}`
    : `${operation.summary}. ${audience}${scopeNote}`;
  if (route.isLegacy) {
    operation.tags = ['Legacy (specification paths)'];
    const replacement = LEGACY_REPLACEMENTS[operation.operationId ?? ''];
    useEnvelopeSchema(operation);
    if (replacement) operation.description += `\n\nInstead: ${replacement}.`;
  }
  if (!operation.tags?.length)
    operation.tags = [route.path.startsWith('/api/') ? (route.path.split('/')[2] ?? 'Other') : 'Other'];
  const isWrite = route.method !== 'get';
  const isVersioned = !route.isLegacy && addressesRecord(route.path, route.access.versioned);
  const isRepeatable = route.method === 'post' && !isPublic && !route.access.singleUse;
  describeHeaders(operation, {
    ifMatch: isVersioned && isWrite,
    idempotencyKey: isRepeatable,
    dryRun: route.isLegacy || !isWrite ? undefined : route.method === 'delete' ? 'delete' : route.access.dryRun,
  });
  if (isVersioned && !isWrite && returnsRecord(operation, route.path))
    addResponseHeader(operation, '200', 'ETag', 'The `row_version`, quoted.');
  if (isRepeatable) {
    for (const status of Object.keys(operation.responses).filter((each) => each.startsWith('2'))) {
      addResponseHeader(
        operation,
        status,
        'Idempotency-Replayed',
        '`true` when this is the first answer to a repeated request.',
      );
    }
  }
  const statuses = [
    400,
    ...(isPublic ? [] : [401, 403]),
    ...(isWrite && !route.isLegacy && !isPublic ? [402] : []),
    ...(route.path.includes('{') ? [404] : []),
    ...(isWrite ? [413, 415] : []),
    ...(isWrite && !route.isLegacy ? [409, 422] : []),
    ...(isWrite && route.isLegacy && isRepeatable ? [409, 422] : []),
    ...(isVersioned && isWrite ? [412] : []),
    429,
    500,
    503,
  ];
  for (const status of statuses) {
    operation.responses[String(status)] ??= {
      $ref: `#/components/responses/${route.isLegacy ? 'Legacy' : 'Rest'}${status}`,
    };
  }
}

/** Legacy calls answer an envelope; the content of `data` is not described. */
function useEnvelopeSchema(operation: Operation): void {
  const schema = { $ref: '#/components/schemas/LegacyAnswer' };
  for (const [status, response] of Object.entries(operation.responses))
    if (status.startsWith('2') && response && !('$ref' in response))
      response.content = { 'application/json': { schema } };
}

/** By its id in the path; settings exist once per customer and have no id (tenancy/safe-writes.interceptor.ts). */
function addressesRecord(path: string, versioned: string | undefined): boolean {
  return versioned !== undefined && (path.includes('{') || versioned === 'customer_id');
}

/** True for a single record; false for lists and for sub-resources of a record. */
function returnsRecord(operation: Operation, path: string): boolean {
  const response = operation.responses['200'];
  const schema = response && 'content' in response ? response.content?.['application/json']?.schema : undefined;
  return path.endsWith('}') || (!path.includes('{') && schema !== undefined && '$ref' in schema);
}

const DRY_RUNS: Readonly<Record<string, string>> = {
  delete: '`true`: returns what deleting would return (409 with counts if it is in use), without deleting.',
  answer: '`true`: returns what the call would return, without changing anything.',
  effects:
    '`true`: refuses what the change would refuse, changes nothing, and answers how many assignments it would complete ' +
    '(`completed`) and how many it would leave without a way to complete (`stranded`); `{}` where there are none.',
};

function describeHeaders(
  operation: Operation,
  supported: { ifMatch: boolean; idempotencyKey: boolean; dryRun: string | undefined },
): void {
  const add = (name: string, description: string, schema: object): void => {
    operation.parameters = [
      ...(operation.parameters ?? []),
      { name, in: 'header', required: false, description, schema },
    ];
  };
  if (supported.ifMatch) {
    const description = 'The ETag that was read; a stale one answers 412. Without it, the last write wins.';
    add('If-Match', description, { type: 'string', example: '"3"' });
  }
  if (supported.dryRun) {
    const description = DRY_RUNS[supported.dryRun]!;
    add('X-Dry-Run', description, { type: 'string', enum: ['true', 'false'], example: 'true' });
  }
  if (supported.idempotencyKey) {
    add(
      'Idempotency-Key',
      'Makes the call safe to repeat for 24 hours: the same key and body get the first answer. Another body answers 422 ' +
        '`idempotency_key_reused`, a first one that still runs 409 `idempotency_in_flight`. Refusals are not kept.',
      { type: 'string', minLength: 1, maxLength: 255, example: '5b1f0c1e-8a0e-4b0e-9d64-0d8f6f1f2a77' },
    );
  }
}

function addResponseHeader(operation: Operation, status: string, name: string, description: string): void {
  const response = operation.responses[status];
  if (!response || '$ref' in response) return;
  response.headers = { ...response.headers, [name]: { description, schema: { type: 'string' } } };
}

/** `StaffController.list` → `staff_list`. Controller class names must be unique. */
function operationId(controller: string, method: string): string {
  const prefix = controller
    .replace(/Controller$/, '')
    .replace(/(?<=[a-z0-9])([A-Z])/g, '_$1')
    .toLowerCase();
  return `${prefix}_${method}`;
}

function readRouteAccess(app: NestFastifyApplication): Map<string, RouteAccess> {
  const accessByOperation = new Map<string, RouteAccess>();
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      for (
        let prototype = metatype.prototype as object;
        prototype && prototype !== Object.prototype;
        prototype = Object.getPrototypeOf(prototype) as object
      ) {
        for (const name of Object.getOwnPropertyNames(prototype)) {
          const handler = (prototype as Record<string, unknown>)[name];
          const id = operationId(metatype.name, name);
          if (
            typeof handler !== 'function' ||
            !Reflect.hasMetadata(METHOD_METADATA, handler) ||
            accessByOperation.has(id)
          )
            continue;
          const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as (
            Type<object> | undefined
          )[];
          accessByOperation.set(id, {
            ...routeAccessOf(handler, metatype),
            dtoTypes: types.filter((type) => typeof type === 'function'),
          });
        }
      }
    }
  }
  return accessByOperation;
}

function routeAccessOf(handler: Function, controller: Function): RouteAccess {
  const metadata = (key: string): unknown => metadataOf(key, handler, controller);
  const open = metadata(PUBLIC_ROUTE) as { why: string } | undefined;
  if (open) return { publicReason: open.why };
  const allowed = metadata(ALLOWED_ROLES) as readonly string[] | undefined;
  return {
    allowed,
    ...(allowed?.includes('api_key') && { keyScopes: keyScopesOf(handler, controller) }),
    versioned: (metadata(VERSIONED_ROUTE) as { column: string } | undefined)?.column,
    singleUse: metadata(SINGLE_USE_ROUTE) !== undefined,
    dryRun: metadata(DRY_RUN_ROUTE) as string | undefined,
  };
}
