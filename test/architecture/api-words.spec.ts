import { ACCOUNT_DESCRIPTIONS, PARAMETER_DESCRIPTIONS } from '../../src/contract/api-descriptions/accounts';
import { OPERATION_SUMMARIES } from '../../src/contract/api-descriptions/operations';
import { RECORD_DESCRIPTIONS } from '../../src/contract/api-descriptions/records';
import { REPORT_DESCRIPTIONS } from '../../src/contract/api-descriptions/reports';
import { startApp, type RunningApp } from '../support/app';
import { rawDocument, type RawSchema, type RawDocument } from '../support/openapi';

/** All nested properties by path. */
function* properties(schema: RawSchema | undefined, at: string): Generator<[string, RawSchema]> {
  if (!schema) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [`${at}.${name}`, property];
    yield* properties(property, `${at}.${name}`);
  }
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  for (const each of [schema.items, values, ...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
    yield* properties(each, at);
}

describe('the descriptions in the OpenAPI document', () => {
  let running: RunningApp;
  let document: RawDocument;
  beforeAll(async () => {
    running = await startApp();
    document = await rawDocument(running);
  });
  afterAll(() => running.close());

  const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));
  const allProperties = (): [string, RawSchema][] => [
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [...properties(schema, name)]),
    ...operations().flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((each) =>
        Object.values(each?.content ?? {}).flatMap(({ schema }) => [...properties(schema, operationId)]),
      ),
    ),
  ];

  it('describe every property (new descriptions go to src/contract/meanings)', () => {
    const documented = allProperties();
    expect(documented.length).toBeGreaterThan(2000);
    expect(documented.filter(([, { description = '' }]) => description.length < 8).map(([at]) => at)).toEqual([]);
    // Extension fields that only feed the descriptions must not be in the document.
    expect(documented.filter(([, schema]) => 'x-says' in schema || 'x-besides' in schema)).toEqual([]);
  });

  it('describe every parameter', () => {
    const documented = operations().flatMap(({ operationId, parameters = [] }) =>
      parameters.map(({ name, description = '' }) => [`${operationId} ${name}`, description] as const),
    );
    expect(documented.length).toBeGreaterThan(800);
    expect(documented.filter(([, description]) => description.length < 8).map(([at]) => at)).toEqual([]);
  });

  it('describe every operation, not only by its name', () => {
    const undescribed = operations().filter(
      ({ operationId, summary = '', description = '' }) =>
        !description || summary.length < 8 || summary === operationId.replaceAll('_', ' '),
    );
    expect(undescribed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('explain null only for nullable properties', () => {
    const nullable = ({ nullable: may, anyOf = [], allOf = [] }: RawSchema): boolean =>
      may === true || anyOf.some(nullable) || allOf.some(nullable);
    const superfluous = allProperties().filter(
      ([, schema]) => /\bnull: /.test(schema.description ?? '') && !nullable(schema),
    );
    expect(superfluous.map(([at, { description }]) => `${at}: ${description}`)).toEqual([]);
  });

  it('are written once, and none is for an unknown name', () => {
    const names = new Set(allProperties().map(([at]) => at.split('.').at(-1)!));
    const parameters = new Set(operations().flatMap(({ parameters: each = [] }) => each.map(({ name }) => name)));
    const ids = new Set(operations().map(({ operationId }) => operationId));
    const words = [RECORD_DESCRIPTIONS, REPORT_DESCRIPTIONS, ACCOUNT_DESCRIPTIONS].map((each) => Object.keys(each));
    expect(words.flat().filter((key) => !names.has(key.split('.').at(-1)!))).toEqual([]);
    expect(words.flat().filter((key, at, all) => all.indexOf(key) !== at)).toEqual([]);
    expect(Object.keys(PARAMETER_DESCRIPTIONS).filter((name) => !parameters.has(name))).toEqual([]);
    expect(Object.keys(OPERATION_SUMMARIES).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('name the replacement of every deprecated legacy call', () => {
    const deprecatedOperations = operations().filter(({ deprecated }) => deprecated);
    const legacyOperations = operations().filter(({ tags = [] }) => tags.includes('Legacy (specification paths)'));
    expect(legacyOperations.length).toBeGreaterThan(20);
    expect(legacyOperations.filter(({ deprecated }) => !deprecated).map(({ operationId }) => operationId)).toEqual([]);
    const others = deprecatedOperations
      .filter((each) => !legacyOperations.includes(each))
      .map(({ operationId }) => operationId);
    expect(others.filter((id) => !id.endsWith('_restore'))).toEqual([]);
    const withoutReplacement = legacyOperations.filter(
      ({ description = '' }) => !/Instead: (GET|POST|PUT|PATCH) \/api\//.test(description),
    );
    expect(withoutReplacement.map(({ operationId }) => operationId)).toEqual([]);
    const paths = new Set(
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((m) => `${m.toUpperCase()} ${path}`),
      ),
    );
    const namedCalls = legacyOperations.flatMap(
      ({ description = '' }) => description.match(/(GET|POST|PUT|PATCH) \/api\/[^\s`,.]+/g) ?? [],
    );
    expect(namedCalls.filter((each) => !paths.has(each))).toEqual([]);
  });
});
