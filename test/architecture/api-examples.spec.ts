import type { OpenApiSchema } from '../../src/contract/response-schema';
import { startApp, type RunningApp } from '../support/app';
import { rawDocument, type RawDocument, type RawSchema } from '../support/openapi';
import { schemaDeviations } from '../support/schema-conformance';

/** Secrets that must never be in the public document. */
const SECRETS = [/eyJ[\w-]{8,}/, /sg_\d+_\w{20,}/, /\$argon2/, /cranes-over-the-harbour/, /\/media\/[\w-]{16,}/];

describe('the examples of the API’s document', () => {
  let running: RunningApp;
  let document: RawDocument;
  beforeAll(async () => {
    running = await startApp();
    document = await rawDocument(running);
  });
  afterAll(() => running.close());

  const responses = () =>
    Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const json = status.startsWith('2') ? content?.['application/json'] : undefined;
          return json ? [{ at: `${operationId} ${status}`, ...json }] : [];
        }),
      );

  function resolveSchema(schema: RawSchema): RawSchema {
    if (schema.$ref) return resolveSchema(document.components.schemas[schema.$ref.split('/').pop()!]!);
    const { items, properties, allOf, oneOf, anyOf, additionalProperties: values } = schema;
    if (allOf?.length === 1) return { ...resolveSchema(allOf[0]!), ...(schema.nullable && { nullable: true }) };
    return {
      ...schema,
      ...(items && { items: resolveSchema(items) }),
      ...(oneOf && { oneOf: oneOf.map(resolveSchema) }),
      ...(anyOf && { anyOf: anyOf.map(resolveSchema) }),
      ...(typeof values === 'object' && { additionalProperties: resolveSchema(values) }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, resolveSchema(each)])),
      }),
    };
  }

  it('exist for every response', () => {
    expect(responses().length).toBeGreaterThan(220);
    expect(responses().filter(({ example }) => example === undefined)).toEqual([]);
    const undescribed = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([status, { content }]) => status.startsWith('2') && status !== '204' && !content)
          .map(() => `${path} ${operationId}`),
      ),
    );
    // Load balancers read only the status of health calls.
    expect(undescribed.filter((each) => !each.startsWith('/health/'))).toEqual([]);
  });

  it('match their schemas (to update them: `npm run examples` after a build)', () => {
    const deviations = responses()
      .filter(({ schema }) => !schema?.$ref?.endsWith('/LegacyAnswer'))
      .flatMap(({ at, schema, example }) =>
        schemaDeviations(resolveSchema(schema!) as OpenApiSchema, example)
          .filter((each) => !each.endsWith('no value that is described'))
          .slice(0, 3)
          .map((each) => `${at}${each}`),
      );
    expect(deviations).toEqual([]);
    const envelopes = responses().filter(({ schema }) => schema?.$ref?.endsWith('/LegacyAnswer'));
    expect(envelopes.length).toBeGreaterThan(20);
    for (const { at, example } of envelopes)
      expect([at, Object.keys(example as object)]).toEqual([at, expect.arrayContaining(['Status', 'status', 'data'])]);
  });

  it('hold no secret', () => {
    const text = JSON.stringify(responses().map(({ example }) => example));
    expect(SECRETS.filter((secret) => secret.test(text))).toEqual([]);
  });
});
