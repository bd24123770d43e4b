import type { OpenAPIObject } from '@nestjs/swagger';
import { ACCOUNT_DESCRIPTIONS, PARAMETER_DESCRIPTIONS } from '../../contract/api-descriptions/accounts';
import { RECORD_DESCRIPTIONS } from '../../contract/api-descriptions/records';
import { REPORT_DESCRIPTIONS } from '../../contract/api-descriptions/reports';

/** The part of an OpenAPI schema that descriptions are composed from. */
interface DescribedSchema {
  $ref?: string;
  allOf?: DescribedSchema[];
  oneOf?: DescribedSchema[];
  anyOf?: DescribedSchema[];
  items?: DescribedSchema;
  properties?: Record<string, DescribedSchema>;
  additionalProperties?: DescribedSchema | boolean;
  nullable?: boolean;
  description?: string;
  'x-says'?: string;
  'x-besides'?: string;
}
interface DescribedParameter {
  name: string;
  in: string;
  description?: string;
}

const MEANINGS: ReadonlyMap<string, string> = new Map(
  [RECORD_DESCRIPTIONS, REPORT_DESCRIPTIONS, ACCOUNT_DESCRIPTIONS].flatMap((meanings) => Object.entries(meanings)),
);

/** Adds a description to every property and parameter: from its schema, its definition, or the meaning of its name. */
export function addDescriptions(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, DescribedSchema>;
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = describeSchema(schema, resourceNameOf(name));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item) as DescribedOperation[]) {
      const { operationId = '', parameters = [], requestBody, responses = {} } = operation;
      for (const content of [requestBody, ...Object.values(responses)].flatMap((each) =>
        Object.values(each?.content ?? {}),
      ))
        if (content.schema) content.schema = describeSchema(content.schema, operationId);
      const row = responses['200']?.content?.['application/json']?.schema?.items?.$ref;
      for (const parameter of parameters)
        describeParameter(parameter, path, row ? schemas[schemaNameOf(row)] : undefined);
    }
  }
}
interface DescribedOperation {
  operationId?: string;
  parameters?: DescribedParameter[];
  requestBody?: { content?: Record<string, { schema?: DescribedSchema }> };
  responses?: Record<string, { content?: Record<string, { schema?: DescribedSchema }> }>;
}

/**
 * Returns a copy with descriptions: contract answers share schema objects.
 * @param parentName name of the enclosing schema, operation or property
 */
function describeSchema(schema: DescribedSchema, root: string, parentName = root): DescribedSchema {
  if (schema.$ref) return schema;
  const describeChild = (each: DescribedSchema): DescribedSchema => describeSchema(each, root, parentName);
  const result: DescribedSchema = { ...schema };
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(
      ([name, { 'x-says': standalone, 'x-besides': supplement, ...property }]) => {
        const description = composeDescription({ standalone, supplement, ...property }, [
          `${root}.${name}`,
          `${parentName}.${name}`,
          name,
        ]);
        // Siblings of a $ref are ignored by OpenAPI readers.
        const { $ref } = property;
        const propertySchema: DescribedSchema = $ref ? { allOf: [{ $ref }] } : describeSchema(property, root, name);
        return [name, { ...propertySchema, ...(description && { description }) }] as const;
      },
    );
    result.properties = Object.fromEntries(properties);
  }
  if (schema.items) result.items = describeChild(schema.items);
  if (typeof schema.additionalProperties === 'object')
    result.additionalProperties = describeChild(schema.additionalProperties);
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const)
    if (schema[keyword]) result[keyword] = schema[keyword].map(describeChild);
  return result;
}

function composeDescription(
  property: DescribedSchema & { standalone?: string; supplement?: string },
  names: readonly string[],
): string | undefined {
  const { description: ownDescription = '', nullable, standalone, supplement } = property;
  const describesOnlyNull = ownDescription.startsWith('null:');
  let meaning = names.map((name) => MEANINGS.get(name)).find(Boolean) ?? standalone;
  // The meaning of null appears only on nullable properties, and once.
  if (meaning && (describesOnlyNull || !nullable)) meaning = meaning.replace(/; null: [^.]*\./, '.');
  const parts =
    ownDescription && !describesOnlyNull ? [ownDescription, supplement] : [meaning, ownDescription, supplement];
  return meaning || (ownDescription && !describesOnlyNull) ? parts.filter(Boolean).join(' ') : undefined;
}

function describeParameter(parameter: DescribedParameter, path: string, row: DescribedSchema | undefined): void {
  const { name, description = '' } = parameter;
  if (parameter.in === 'path' && name === 'id') parameter.description ||= describeIdParameter(path);
  const filteredField = row?.properties?.[name]?.description;
  // A filter has the description of its field.
  if (filteredField && name !== 'id' && description.startsWith('Repeated'))
    parameter.description = `${filteredField} ${description}`;
  parameter.description ||= PARAMETER_DESCRIPTIONS[name] ?? MEANINGS.get(name);
}

/** `/api/departments/{id}/reassign` → `Key of one of /api/departments.` */
function describeIdParameter(path: string): string {
  const [collectionPath] = path.split('/{id}');
  return path.startsWith('/api/') ? `Key of one of ${collectionPath}.` : 'Key of the record.';
}

const schemaNameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** `StaffRowDto`, `StaffWrite` and `StaffChange` → `Staff`. */
function resourceNameOf(schema: string): string {
  return schema.replace(/(RowDto|MadeDto|AnswerDto|SheetDto|Dto|Row|Write|Change|Body)$/, '');
}
