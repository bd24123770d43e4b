import type { OpenApiSchema } from '../../src/contract/response-schema';
import type { RunningApp } from './app';

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  nullable?: boolean;
}
export interface Operation {
  id: string;
  method: string;
  path: string;
  open: boolean;
  parameters: { name: string; in: string; required?: boolean; schema?: Schema }[];
  body: Schema | undefined;
  /** Schema of the JSON response with status 200. */
  answer: (OpenApiSchema & { oneOf?: OpenApiSchema[] }) | undefined;
  /** The media type of the body: JSON unless it is an upload. */
  media: string | undefined;
}
interface Document {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
}
interface RawOperation {
  operationId: string;
  security?: object[];
  parameters?: Operation['parameters'];
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
  requestBody?: { content?: Record<string, { schema: Schema }> };
}

/** A schema of the document with unresolved references. */
export interface RawSchema extends Omit<Schema, 'properties' | 'items' | 'allOf' | 'oneOf'> {
  description?: string;
  properties?: Record<string, RawSchema>;
  items?: RawSchema;
  allOf?: RawSchema[];
  oneOf?: RawSchema[];
  anyOf?: RawSchema[];
  additionalProperties?: RawSchema | boolean;
}
type RawContent = Record<string, { schema?: RawSchema; example?: unknown }>;
export interface RawDocument {
  info: { description: string };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        summary?: string;
        description?: string;
        deprecated?: boolean;
        tags?: string[];
        parameters?: { name: string; in: string; description?: string; schema?: RawSchema }[];
        requestBody?: { content?: RawContent };
        responses: Record<string, { content?: RawContent }>;
      }
    >
  >;
  components: { schemas: Record<string, RawSchema> };
}

/** The OpenAPI document of the running product. */
export const rawDocument = async (running: { url: string }): Promise<RawDocument> =>
  (await (await fetch(`${running.url}/api/docs-json`)).json()) as RawDocument;

/** Every operation of the OpenAPI document, with references resolved. */
export async function operationsOf(running: RunningApp): Promise<Operation[]> {
  const document = (await (await fetch(`${running.url}/api/docs-json`)).json()) as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => {
      const [media, content] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        open: Array.isArray(raw.security) && raw.security.length === 0,
        parameters: raw.parameters ?? [],
        // A binary body has no schema.
        body: content && media !== 'application/octet-stream' ? resolve(document, content.schema) : undefined,
        media,
        answer: raw.responses?.['200']?.content?.['application/json']?.schema as Operation['answer'],
      };
    }),
  );
}

function resolve(document: Document, schema: Schema, depth = 0): Schema {
  if (depth > 8) return {};
  if (schema.$ref) {
    const target = document.components.schemas[schema.$ref.split('/').pop()!];
    if (!target) throw new Error(`dangling ${schema.$ref}`);
    return resolve(document, target, depth + 1);
  }
  if (schema.allOf?.length === 1) return resolve(document, schema.allOf[0]!, depth + 1);
  return {
    ...schema,
    ...(schema.items && { items: resolve(document, schema.items, depth + 1) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [name, resolve(document, property, depth + 1)]),
      ),
    }),
  };
}

/** A value that fits the schema, from its examples where it has some. */
export function sampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.properties || schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name, property]) => schema.required?.includes(name) || property.example !== undefined)
        .map(([name, property]) => [name, sampleOf(property)]),
    );
  }
  switch (schema.type) {
    case 'array':
      return schema.items ? [sampleOf(schema.items)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      if (schema.format === 'uuid') return '018f0000-0000-7000-8000-000000000000';
      if (schema.format === 'date') return '2025-03-01';
      if (schema.format === 'date-time') return '2025-03-01T09:30:00.000Z';
      if (schema.format === 'email') return 'someone@example.org';
      return 'text';
  }
}
