import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

/** What of a schema an example is made of. */
interface Exemplary {
  $ref?: string;
  type?: string;
  format?: string;
  example?: unknown;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  items?: Exemplary;
  properties?: Record<string, Exemplary>;
  allOf?: Exemplary[];
  oneOf?: Exemplary[];
  anyOf?: Exemplary[];
}
/** From the demo, by `npm run examples`: a row of each schema, and the answers that are nobody else's. */
interface Recorded {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly operations: Readonly<Record<string, unknown>>;
}
interface Operation {
  operationId?: string;
  responses?: Record<string, { content?: Record<string, { schema?: Exemplary; example?: unknown }> }>;
}

/** Every answer looks like one of the demo's; what the demo has none of is made of its properties' own examples. */
export function exemplifyAll(document: OpenAPIObject): void {
  const recorded = JSON.parse(readFileSync(join(__dirname, 'api-examples.json'), 'utf8')) as Recorded;
  const schemas = (document.components?.schemas ?? {}) as Record<string, Exemplary>;
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[])) {
    for (const [status, { content = {} }] of Object.entries(operation.responses ?? {})) {
      const json = content['application/json'];
      if (!status.startsWith('2') || !json?.schema) continue;
      json.example ??= recorded.operations[operation.operationId ?? ''] ?? valueOf(json.schema, { recorded, schemas });
    }
  }
}

function valueOf(
  schema: Exemplary,
  from: { readonly recorded: Recorded; readonly schemas: Readonly<Record<string, Exemplary>> },
): unknown {
  if (schema.example !== undefined) return schema.example;
  const among = schema.allOf?.[0] ?? schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (among) return schema.nullable ? null : valueOf(among, from);
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return from.recorded.schemas[name] ?? valueOf(from.schemas[name] ?? {}, from);
  }
  if (schema.nullable) return null;
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, valueOf(each, from)]));
  if (schema.items) return [valueOf(schema.items, from)];
  return plainValue(schema);
}

function plainValue({ type, format, minimum }: Exemplary): unknown {
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (format === 'uuid') return '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
  if (format === 'date') return '2026-03-12';
  if (format === 'date-time') return '2026-03-12T09:30:00.000Z';
  return type === 'string' ? 'text' : null;
}
