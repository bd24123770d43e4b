import type { Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { INSTEAD_OF, OF_OPERATIONS } from '../../contract/meanings/operations';
import { boundAll } from './bounded';
import { describeAll } from './described';
import { exemplifyAll } from './exemplified';
import { addUsedErrors } from './openapi-errors';
import {
  ALLOWED_ROLES,
  PUBLIC_ROUTE,
  DRY_RUN_ROUTE,
  SINGLE_USE_ROUTE,
  VERSIONED_ROUTE,
  keyScopesOf,
  metadataOf,
} from './public-routes';
import { surfaceOf } from './surfaces';

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

/** The OpenAPI document of everything that is built. @param guide Markdown, before the operations */
export function describeApi(app: NestFastifyApplication, guide = ''): OpenAPIObject {
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
  // Whoever uses the product may call all of it.
  Object.assign(config.servers![0]!, { 'x-internal': false });
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: operationId,
    autoTagControllers: false,
  });
  const doors = doorsByOperation(app);
  const seen = new Set<string>();
  const tags = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    const wire = surfaceOf(path) === 'wire';
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      complete(operation, { path, method, wire, door: doors.get(operation.operationId ?? '') ?? {} });
      if (seen.has(operation.operationId ?? '')) throw new Error(`Two operations are called ${operation.operationId}`);
      seen.add(operation.operationId ?? '');
      for (const tag of operation.tags ?? []) tags.add(tag);
    }
  }
  document.tags = [...tags]
    .sort()
    .map((name) => ({ name, description: TAGS[name] ?? `Lists, records and commands: ${name.toLowerCase()}.` }));
  addUsedErrors(document);
  boundAll(document, new Map([...doors].map(([id, { takes }]) => [id, takes ?? []])));
  describeAll(document);
  exemplifyAll(document);
  return document;
}

interface Door {
  open?: string;
  allowed?: readonly string[];
  /** The scopes of which an API key needs one; undefined: keys are not admitted. */
  keyScopes?: readonly string[];
  /** There are records with a version: the column that `:id` is. */
  versioned?: string | undefined;
  singleUse?: boolean;
  /** What a dry run answers (tenancy/access.ts). */
  dryRun?: string | undefined;
  /** The classes of its body and its query. */
  takes?: readonly Type<object>[];
}

function complete(operation: Operation, at: { path: string; method: string; wire: boolean; door: Door }): void {
  const open = at.door.open !== undefined;
  if (open) operation.security = [];
  else if (at.door.keyScopes) operation.security = [SESSION, { api_key: [] }];
  else delete operation.security;
  operation.summary ||=
    OF_OPERATIONS[operation.operationId ?? ''] ?? (operation.operationId ?? '').replaceAll('_', ' ');
  if (at.wire) operation.deprecated = true;
  const who = open
    ? `Open: ${at.door.open}.`
    : at.door.allowed
      ? `For: ${at.door.allowed.join(', ')}.`
      : 'For every signed-in user.';
  const scopes = at.door.keyScopes?.map((scope) => `\`${scope}\``).join(' or ');
  const keys = scopes ? ` An API key needs the scope ${scopes}.` : '';
  operation.description = operation.description
    ? `${operation.description}\n\n${who}${keys}`
    : `${operation.summary}. ${who}${keys}`;
  if (at.wire) {
    operation.tags = ['Legacy (specification paths)'];
    const instead = INSTEAD_OF[operation.operationId ?? ''];
    answerEnvelope(operation);
    if (instead) operation.description += `\n\nInstead: ${instead}.`;
  }
  if (!operation.tags?.length)
    operation.tags = [at.path.startsWith('/api/') ? (at.path.split('/')[2] ?? 'Other') : 'Other'];
  const writes = at.method !== 'get';
  const guarded = !at.wire && namesRecord(at.path, at.door.versioned);
  const repeatable = at.method === 'post' && !open && !at.door.singleUse;
  describeHeaders(operation, {
    ifMatch: guarded && writes,
    idempotencyKey: repeatable,
    dryRun: at.wire || !writes ? undefined : at.method === 'delete' ? 'delete' : at.door.dryRun,
  });
  if (guarded && !writes && answersRecord(operation, at.path))
    tellOf(operation, '200', 'ETag', 'The `row_version`, quoted.');
  if (repeatable) {
    for (const status of Object.keys(operation.responses).filter((each) => each.startsWith('2'))) {
      tellOf(operation, status, 'Idempotency-Replayed', '`true` when this is the first answer to a repeated request.');
    }
  }
  const statuses = [
    400,
    ...(open ? [] : [401, 403]),
    ...(writes && !at.wire && !open ? [402] : []),
    ...(at.path.includes('{') ? [404] : []),
    ...(writes ? [413, 415] : []),
    ...(writes && !at.wire ? [409, 422] : []),
    ...(writes && at.wire && repeatable ? [409, 422] : []),
    ...(guarded && writes ? [412] : []),
    429,
    500,
    503,
  ];
  for (const status of statuses) {
    operation.responses[String(status)] ??= { $ref: `#/components/responses/${at.wire ? 'Wire' : 'Rest'}${status}` };
  }
}

/** What a call of the specification answers is its envelope; what is in it is that call's own. */
function answerEnvelope(operation: Operation): void {
  const schema = { $ref: '#/components/schemas/WireAnswer' };
  for (const [status, response] of Object.entries(operation.responses))
    if (status.startsWith('2') && response && !('$ref' in response))
      response.content = { 'application/json': { schema } };
}

/** By its id; what every organisation has one of (its settings) is named by nobody (tenancy/safe-writes.interceptor.ts). */
function namesRecord(path: string, versioned: string | undefined): boolean {
  return versioned !== undefined && (path.includes('{') || versioned === 'customer_id');
}

/** And neither a list nor what hangs below the record. */
function answersRecord(operation: Operation, path: string): boolean {
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
  sent: { ifMatch: boolean; idempotencyKey: boolean; dryRun: string | undefined },
): void {
  const add = (name: string, description: string, schema: object): void => {
    operation.parameters = [
      ...(operation.parameters ?? []),
      { name, in: 'header', required: false, description, schema },
    ];
  };
  if (sent.ifMatch) {
    const description = 'The ETag that was read; a stale one answers 412. Without it, the last write wins.';
    add('If-Match', description, { type: 'string', example: '"3"' });
  }
  if (sent.dryRun) {
    const description = DRY_RUNS[sent.dryRun]!;
    add('X-Dry-Run', description, { type: 'string', enum: ['true', 'false'], example: 'true' });
  }
  if (sent.idempotencyKey) {
    add(
      'Idempotency-Key',
      'Makes the call safe to repeat for 24 hours: the same key and body get the first answer. Another body answers 422 ' +
        '`idempotency_key_reused`, a first one that still runs 409 `idempotency_in_flight`. Refusals are not kept.',
      { type: 'string', minLength: 1, maxLength: 255, example: '5b1f0c1e-8a0e-4b0e-9d64-0d8f6f1f2a77' },
    );
  }
}

function tellOf(operation: Operation, status: string, name: string, description: string): void {
  const response = operation.responses[status];
  if (!response || '$ref' in response) return;
  response.headers = { ...response.headers, [name]: { description, schema: { type: 'string' } } };
}

/** `StaffController.list` → `staff_list`; the controller's class name must be one of a kind. */
function operationId(controller: string, method: string): string {
  const of = controller
    .replace(/Controller$/, '')
    .replace(/(?<=[a-z0-9])([A-Z])/g, '_$1')
    .toLowerCase();
  return `${of}_${method}`;
}

function doorsByOperation(app: NestFastifyApplication): Map<string, Door> {
  const doors = new Map<string, Door>();
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      for (
        let at = metatype.prototype as object;
        at && at !== Object.prototype;
        at = Object.getPrototypeOf(at) as object
      ) {
        for (const name of Object.getOwnPropertyNames(at)) {
          const handler = (at as Record<string, unknown>)[name];
          const id = operationId(metatype.name, name);
          if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler) || doors.has(id))
            continue;
          const types = (Reflect.getMetadata('design:paramtypes', at, name) ?? []) as (Type<object> | undefined)[];
          doors.set(id, { ...doorOf(handler, metatype), takes: types.filter((type) => typeof type === 'function') });
        }
      }
    }
  }
  return doors;
}

function doorOf(handler: Function, controller: Function): Door {
  const metadata = (key: string): unknown => metadataOf(key, handler, controller);
  const open = metadata(PUBLIC_ROUTE) as { why: string } | undefined;
  if (open) return { open: open.why };
  const allowed = metadata(ALLOWED_ROLES) as readonly string[] | undefined;
  return {
    allowed,
    ...(allowed?.includes('api_key') && { keyScopes: keyScopesOf(handler, controller) }),
    versioned: (metadata(VERSIONED_ROUTE) as { column: string } | undefined)?.column,
    singleUse: metadata(SINGLE_USE_ROUTE) !== undefined,
    dryRun: metadata(DRY_RUN_ROUTE) as string | undefined,
  };
}
