import { startApp, type RunningApp } from '../support/app';
import { operationsOf, type Operation, type Schema } from '../support/openapi';

/** All nested schemas by path. */
function* schemasBelow(schema: Schema | undefined, at: string): Generator<[string, Schema]> {
  if (!schema) return;
  yield [at, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* schemasBelow(property, `${at}.${name}`);
  yield* schemasBelow(schema.items, `${at}[]`);
}

/** Fields compared with stored values, parsed as numbers or colours, or validated by their own pattern. */
const WITHOUT_CONTROL_CHECK = new Set([
  ...['c_password', 'current_password', 'password', 'code', 'otp', 'otp_code', 'challenge', 'handle', 'token'],
  ...['registration_token', 'user_name', 'c_user_name', 'email', 'staff_code', 'columns[]', 'match', 'time_zone'],
  ...['value', 'tolerance', 'accent', 'name', 'reason', 'tag'],
]);

describe('what may be sent', () => {
  let running: RunningApp;
  let operations: Operation[];
  beforeAll(async () => {
    running = await startApp();
    operations = await operationsOf(running);
  });
  afterAll(() => running.close());

  const requestSchemas = (): [string, Schema][] =>
    operations.flatMap(({ id, parameters, body }) => [
      ...parameters.flatMap(({ name, schema }) => [...schemasBelow(schema, `${id}?${name}`)]),
      ...schemasBelow(body, id),
    ]);
  const withoutBounds = (type: string, ...bounds: (keyof Schema)[]): string[] =>
    requestSchemas()
      .filter(([, schema]) => schema.type === type && !schema.enum && schema.format !== 'binary')
      .filter(([, schema]) => bounds.some((bound) => schema[bound] === undefined))
      .map(([at]) => at);

  it('is bounded in the document: texts by their length, lists by their size, figures at both ends', () => {
    expect(requestSchemas().length).toBeGreaterThan(1_500);
    expect(withoutBounds('string', 'maxLength')).toEqual([]);
    expect(withoutBounds('array', 'maxItems')).toEqual([]);
    expect(withoutBounds('integer', 'minimum', 'maximum', 'format')).toEqual([]);
  });

  it('is an int32 where its bounds are', () => {
    const unnecessarilyWide = requestSchemas().filter(
      ([, { maximum, format }]) => maximum !== undefined && maximum < 2 ** 31 && format === 'int64',
    );
    expect(unnecessarilyWide.map(([at]) => at)).toEqual([]);
  });

  it('has no control characters in text that people write, in one line or in several', () => {
    const CONTROLS = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0080', '\u0085', '\u009f'];
    const bodies = operations.flatMap(({ id, body }) => [...schemasBelow(body, id)]);
    const texts = bodies.filter(([, schema]) => schema.type === 'string' && !schema.enum && !schema.format);
    const takesControls = texts.filter(
      ([, { pattern }]) => !pattern || CONTROLS.some((control) => new RegExp(pattern, 'u').test(`a${control}b`)),
    );
    const names = new Set(takesControls.map(([at]) => at.slice(at.lastIndexOf('.') + 1)));
    expect([...names].filter((name) => !WITHOUT_CONTROL_CHECK.has(name))).toEqual([]);
  });

  it('has the very bounds that its rules have', () => {
    const propertyOf = (id: string, name: string): Schema =>
      operations.find((each) => each.id === id)!.body!.properties![name]!;
    expect(propertyOf('staff_create', 'staff_code')).toMatchObject({ minLength: 1, maxLength: 40 });
    expect(propertyOf('staff_create', 'mobile').pattern).toBe('^\\+?[0-9][0-9 ()./-]{3,18}$');
    expect(propertyOf('staff_create', 'first_name').pattern).toContain('\\u0000-\\u001f');
    expect(propertyOf('skills_create', 'validity_months')).toMatchObject({ minimum: 1, maximum: 600, format: 'int32' });
    expect(propertyOf('training_assignments_assign', 'staff_id')).toMatchObject({ maxItems: 1000 });
    expect(propertyOf('api_keys_create', 'scopes')).toMatchObject({ minItems: 1, uniqueItems: true });
    expect(propertyOf('auth_login', 'user_name')).toMatchObject({ minLength: 1, maxLength: 254 });
  });
});
