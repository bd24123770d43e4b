import type { OpenAPIObject } from '@nestjs/swagger';
import { OF_ACCOUNTS, OF_PARAMETERS } from '../../contract/meanings/accounts';
import { OF_RECORDS } from '../../contract/meanings/records';
import { OF_REPORTS } from '../../contract/meanings/reports';

/** What of a schema the document's words are made of. */
interface Wordy {
  $ref?: string;
  allOf?: Wordy[];
  oneOf?: Wordy[];
  anyOf?: Wordy[];
  items?: Wordy;
  properties?: Record<string, Wordy>;
  additionalProperties?: Wordy | boolean;
  nullable?: boolean;
  description?: string;
  'x-says'?: string;
  'x-besides'?: string;
}
interface Named {
  name: string;
  in: string;
  description?: string;
}

const MEANINGS: ReadonlyMap<string, string> = new Map(
  [OF_RECORDS, OF_REPORTS, OF_ACCOUNTS].flatMap((words) => Object.entries(words)),
);

/** Every property and parameter in words: what its schema says, what its definition says, what its name means. */
export function describeAll(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Wordy>;
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = described(schema, rootOf(name));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item) as Spoken[]) {
      const { operationId = '', parameters = [], requestBody, responses = {} } = operation;
      for (const content of [requestBody, ...Object.values(responses)].flatMap((each) =>
        Object.values(each?.content ?? {}),
      ))
        if (content.schema) content.schema = described(content.schema, operationId);
      const row = responses['200']?.content?.['application/json']?.schema?.items?.$ref;
      for (const parameter of parameters) describeParameter(parameter, path, row ? schemas[nameOf(row)] : undefined);
    }
  }
}
interface Spoken {
  operationId?: string;
  parameters?: Named[];
  requestBody?: { content?: Record<string, { schema?: Wordy }> };
  responses?: Record<string, { content?: Record<string, { schema?: Wordy }> }>;
}

/**
 * The schema again, in words. A new one, for the contract's answers share theirs (`whole` is one object everywhere).
 * @param under the schema, operation or property that it stands below
 */
function described(schema: Wordy, root: string, under = root): Wordy {
  if (schema.$ref) return schema;
  const below = (each: Wordy): Wordy => described(each, root, under);
  const told: Wordy = { ...schema };
  if (schema.properties) {
    const named = Object.entries(schema.properties).map(
      ([name, { 'x-says': says, 'x-besides': besides, ...property }]) => {
        const description = wordsOf({ says, besides, ...property }, [`${root}.${name}`, `${under}.${name}`, name]);
        // Beside a $ref nothing else is read.
        const { $ref } = property;
        const whole: Wordy = $ref ? { allOf: [{ $ref }] } : described(property, root, name);
        return [name, { ...whole, ...(description && { description }) }] as const;
      },
    );
    told.properties = Object.fromEntries(named);
  }
  if (schema.items) told.items = below(schema.items);
  if (typeof schema.additionalProperties === 'object') told.additionalProperties = below(schema.additionalProperties);
  for (const among of ['oneOf', 'anyOf', 'allOf'] as const) if (schema[among]) told[among] = schema[among].map(below);
  return told;
}

function wordsOf(property: Wordy & { says?: string; besides?: string }, names: readonly string[]): string | undefined {
  const { description: own = '', nullable, says, besides } = property;
  const isOfNullOnly = own.startsWith('null:');
  let meaning = names.map((name) => MEANINGS.get(name)).find(Boolean) ?? says;
  // What null means is said where there may be null, and once.
  if (meaning && (isOfNullOnly || !nullable)) meaning = meaning.replace(/; null: [^.]*\./, '.');
  const parts = own && !isOfNullOnly ? [own, besides] : [meaning, own, besides];
  return meaning || (own && !isOfNullOnly) ? parts.filter(Boolean).join(' ') : undefined;
}

function describeParameter(parameter: Named, path: string, row: Wordy | undefined): void {
  const { name, description = '' } = parameter;
  if (parameter.in === 'path' && name === 'id') parameter.description ||= keyOf(path);
  const filtered = row?.properties?.[name]?.description;
  // A filter means the field that it filters by.
  if (filtered && name !== 'id' && description.startsWith('Repeated'))
    parameter.description = `${filtered} ${description}`;
  parameter.description ||= OF_PARAMETERS[name] ?? MEANINGS.get(name);
}

/** `/api/departments/{id}/reassign` → the key of one of /api/departments. */
function keyOf(path: string): string {
  const [before] = path.split('/{id}');
  return path.startsWith('/api/') ? `Key of one of ${before}.` : 'Key of the record.';
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** `StaffRowDto`, `StaffWrite` and `StaffChange` speak of the same: `Staff`. */
function rootOf(schema: string): string {
  return schema.replace(/(RowDto|MadeDto|AnswerDto|SheetDto|Dto|Row|Write|Change|Body)$/, '');
}
