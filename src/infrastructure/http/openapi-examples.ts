import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

/** The part of an OpenAPI schema that examples are built from. */
interface ExampleSchema {
  $ref?: string;
  type?: string;
  format?: string;
  example?: unknown;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  items?: ExampleSchema;
  properties?: Record<string, ExampleSchema>;
  allOf?: ExampleSchema[];
  oneOf?: ExampleSchema[];
  anyOf?: ExampleSchema[];
}
/** Recorded from the demo by `npm run examples`: a row per schema, and answers specific to one operation. */
interface RecordedExamples {
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly operations: Readonly<Record<string, unknown>>;
}
interface Operation {
  operationId?: string;
  responses?: Record<string, { content?: Record<string, { schema?: ExampleSchema; example?: unknown }> }>;
}

/** Adds an example to every JSON response: recorded from the demo, else composed from the property examples. */
export function addExamples(document: OpenAPIObject): void {
  const recorded = JSON.parse(readFileSync(join(__dirname, 'api-examples.json'), 'utf8')) as RecordedExamples;
  const schemas = (document.components?.schemas ?? {}) as Record<string, ExampleSchema>;
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[])) {
    for (const [status, { content = {} }] of Object.entries(operation.responses ?? {})) {
      const json = content['application/json'];
      if (!status.startsWith('2') || !json?.schema) continue;
      json.example ??=
        recorded.operations[operation.operationId ?? ''] ?? exampleOf(json.schema, { recorded, schemas });
    }
  }
}

function exampleOf(
  schema: ExampleSchema,
  sources: { readonly recorded: RecordedExamples; readonly schemas: Readonly<Record<string, ExampleSchema>> },
): unknown {
  if (schema.example !== undefined) return schema.example;
  const variant = schema.allOf?.[0] ?? schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (variant) return schema.nullable ? null : exampleOf(variant, sources);
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return sources.recorded.schemas[name] ?? exampleOf(sources.schemas[name] ?? {}, sources);
  }
  if (schema.nullable) return null;
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [name, exampleOf(each, sources)]),
    );
  if (schema.items) return [exampleOf(schema.items, sources)];
  return primitiveExample(schema);
}

function primitiveExample({ type, format, minimum }: ExampleSchema): unknown {
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (format === 'uuid') return '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
  if (format === 'date') return '2026-03-12';
  if (format === 'date-time') return '2026-03-12T09:30:00.000Z';
  return type === 'string' ? 'text' : null;
}
