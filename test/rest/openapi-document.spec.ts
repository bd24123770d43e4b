import { startApp, type RunningApp } from '../support/app';
import { operationsOf, type Operation, type Schema } from '../support/openapi';

/** All named properties of a schema, recursively. */
const propertiesOf = (schema: Schema | undefined): [string, Schema & { description?: string }][] =>
  schema
    ? [
        ...Object.entries(schema.properties ?? {}),
        ...[...Object.values(schema.properties ?? {}), schema.items].flatMap((each) => propertiesOf(each)),
      ]
    : [];

describe('the document of the API', () => {
  let running: RunningApp;
  let operations: Operation[];
  beforeAll(async () => {
    running = await startApp();
    operations = await operationsOf(running);
  });
  afterAll(() => running.close());

  it('marks properties that are always present as required', async () => {
    const { components } = (await (await fetch(`${running.url}/api/docs-json`)).json()) as {
      components: { schemas: Record<string, Schema> };
    };
    const required = (name: string) => components.schemas[name]!.required;
    expect(required('MeDto')).toEqual(expect.arrayContaining(['eid', 'subscription', 'sign_in_change']));
    expect(required('NamesToConfirmDto')).toEqual(['customer_name', 'was', 'becomes']);
    expect(required('AttemptSheetDto')).toEqual(expect.arrayContaining(['questions', 'answers', 'review', 'score']));
  });

  it('says of every price that is sent in which unit it counts', () => {
    const prices = operations.flatMap(({ method, path, body }) =>
      propertiesOf(body)
        .filter(([name]) => /price|amount_due|cost/.test(name))
        .map(([name, { type, description = '' }]) => [method, path, name, type, /minor units/.test(description)]),
    );
    expect(prices.map(([method, path]) => `${String(method)} ${String(path)}`)).toEqual(
      expect.arrayContaining(['POST /api/subscription-packages', 'PATCH /api/subscription-packages/{id}']),
    );
    expect(prices.filter(([, , , type, namesUnit]) => type !== 'integer' || !namesUnit)).toEqual([]);
  });
});
