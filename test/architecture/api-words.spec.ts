import { OF_ACCOUNTS, OF_PARAMETERS } from '../../src/contract/meanings/accounts';
import { OF_OPERATIONS } from '../../src/contract/meanings/operations';
import { OF_RECORDS } from '../../src/contract/meanings/records';
import { OF_REPORTS } from '../../src/contract/meanings/reports';
import { startApp, type RunningApp } from '../support/app';
import { rawDocument, type RawSchema, type RawDocument } from '../support/openapi';

/** Every schema below one, with its name and what stands above it. */
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

describe('the words of the API’s document', () => {
  let running: RunningApp;
  let document: RawDocument;
  beforeAll(async () => {
    running = await startApp();
    document = await rawDocument(running);
  });
  afterAll(() => running.close());

  const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));
  const every = (): [string, RawSchema][] => [
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [...properties(schema, name)]),
    ...operations().flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((each) =>
        Object.values(each?.content ?? {}).flatMap(({ schema }) => [...properties(schema, operationId)]),
      ),
    ),
  ];

  it('say of every property what it is: what has no words yet takes a line in src/contract/meanings', () => {
    const found = every();
    expect(found.length).toBeGreaterThan(2000);
    expect(found.filter(([, { description = '' }]) => description.length < 8).map(([at]) => at)).toEqual([]);
    // What the definition hands to the words is no part of the document.
    expect(found.filter(([, schema]) => 'x-says' in schema || 'x-besides' in schema)).toEqual([]);
  });

  it('say of every parameter what it is', () => {
    const found = operations().flatMap(({ operationId, parameters = [] }) =>
      parameters.map(({ name, description = '' }) => [`${operationId} ${name}`, description] as const),
    );
    expect(found.length).toBeGreaterThan(800);
    expect(found.filter(([, description]) => description.length < 8).map(([at]) => at)).toEqual([]);
  });

  it('say of every operation what it does, not its name again', () => {
    const unsaid = operations().filter(
      ({ operationId, summary = '', description = '' }) =>
        !description || summary.length < 8 || summary === operationId.replaceAll('_', ' '),
    );
    expect(unsaid.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('say what null means only where there may be null', () => {
    const nullable = ({ nullable: may, anyOf = [], allOf = [] }: RawSchema): boolean =>
      may === true || anyOf.some(nullable) || allOf.some(nullable);
    const idle = every().filter(([, schema]) => /\bnull: /.test(schema.description ?? '') && !nullable(schema));
    expect(idle.map(([at, { description }]) => `${at}: ${description}`)).toEqual([]);
  });

  it('are written once: none stands for a name that the document does not have', () => {
    const names = new Set(every().map(([at]) => at.split('.').at(-1)!));
    const parameters = new Set(operations().flatMap(({ parameters: each = [] }) => each.map(({ name }) => name)));
    const ids = new Set(operations().map(({ operationId }) => operationId));
    const words = [OF_RECORDS, OF_REPORTS, OF_ACCOUNTS].map((each) => Object.keys(each));
    expect(words.flat().filter((key) => !names.has(key.split('.').at(-1)!))).toEqual([]);
    expect(words.flat().filter((key, at, all) => all.indexOf(key) !== at)).toEqual([]);
    expect(Object.keys(OF_PARAMETERS).filter((name) => !parameters.has(name))).toEqual([]);
    expect(Object.keys(OF_OPERATIONS).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('stand on every call of the specification with what to call instead, and on no other that is not older than another', () => {
    const old = operations().filter(({ deprecated }) => deprecated);
    const wire = operations().filter(({ tags = [] }) => tags.includes('Legacy (specification paths)'));
    expect(wire.length).toBeGreaterThan(20);
    expect(wire.filter(({ deprecated }) => !deprecated).map(({ operationId }) => operationId)).toEqual([]);
    const others = old.filter((each) => !wire.includes(each)).map(({ operationId }) => operationId);
    expect(others.filter((id) => !id.endsWith('_restore'))).toEqual([]);
    const silent = wire.filter(({ description = '' }) => !/Instead: (GET|POST|PUT|PATCH) \/api\//.test(description));
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
    const paths = new Set(
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((m) => `${m.toUpperCase()} ${path}`),
      ),
    );
    const named = wire.flatMap(
      ({ description = '' }) => description.match(/(GET|POST|PUT|PATCH) \/api\/[^\s`,.]+/g) ?? [],
    );
    expect(named.filter((each) => !paths.has(each))).toEqual([]);
  });
});
