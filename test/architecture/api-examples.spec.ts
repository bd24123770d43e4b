import type { AnswerSchema } from '../../src/contract/answer';
import { startApp, type RunningApp } from '../support/app';
import { rawDocument, type RawDocument, type RawSchema } from '../support/openapi';
import { departures } from '../support/shape';

/** What must never be read in a document that everybody gets. */
const SECRETS = [/eyJ[\w-]{8,}/, /sg_\d+_\w{20,}/, /\$argon2/, /cranes-over-the-harbour/, /\/media\/[\w-]{16,}/];

describe('the examples of the API’s document', () => {
  let running: RunningApp;
  let document: RawDocument;
  beforeAll(async () => {
    running = await startApp();
    document = await rawDocument(running);
  });
  afterAll(() => running.close());

  const answers = () =>
    Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const json = status.startsWith('2') ? content?.['application/json'] : undefined;
          return json ? [{ at: `${operationId} ${status}`, ...json }] : [];
        }),
      );

  function whole(schema: RawSchema): RawSchema {
    if (schema.$ref) return whole(document.components.schemas[schema.$ref.split('/').pop()!]!);
    const { items, properties, allOf, oneOf, anyOf, additionalProperties: values } = schema;
    if (allOf?.length === 1) return { ...whole(allOf[0]!), ...(schema.nullable && { nullable: true }) };
    return {
      ...schema,
      ...(items && { items: whole(items) }),
      ...(oneOf && { oneOf: oneOf.map(whole) }),
      ...(anyOf && { anyOf: anyOf.map(whole) }),
      ...(typeof values === 'object' && { additionalProperties: whole(values) }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, whole(each)])),
      }),
    };
  }

  it('stand at every answer', () => {
    expect(answers().length).toBeGreaterThan(220);
    expect(answers().filter(({ example }) => example === undefined)).toEqual([]);
    const unsaid = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([status, { content }]) => status.startsWith('2') && status !== '204' && !content)
          .map(() => `${path} ${operationId}`),
      ),
    );
    // Health is for balancers: they read the status.
    expect(unsaid.filter((each) => !each.startsWith('/health/'))).toEqual([]);
  });

  it('are what the schema says: where they are not any more, `npm run examples` after a build', () => {
    const wrong = answers()
      .filter(({ schema }) => !schema?.$ref?.endsWith('/WireAnswer'))
      .flatMap(({ at, schema, example }) =>
        departures(whole(schema!) as AnswerSchema, example)
          .filter((each) => !each.endsWith('no value that is described'))
          .slice(0, 3)
          .map((each) => `${at}${each}`),
      );
    expect(wrong).toEqual([]);
    const envelopes = answers().filter(({ schema }) => schema?.$ref?.endsWith('/WireAnswer'));
    expect(envelopes.length).toBeGreaterThan(20);
    for (const { at, example } of envelopes)
      expect([at, Object.keys(example as object)]).toEqual([at, expect.arrayContaining(['Status', 'status', 'data'])]);
  });

  it('hold no secret', () => {
    const text = JSON.stringify(answers().map(({ example }) => example));
    expect(SECRETS.filter((secret) => secret.test(text))).toEqual([]);
  });
});
