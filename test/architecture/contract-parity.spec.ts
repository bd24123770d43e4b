import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Field, FieldKind, Fields } from '../../src/contract/fields';
import { STANDARD_FIELDS, isNullable, isWritable, type ResourceDefinition } from '../../src/contract/resource';
import { auditEvents } from '../../src/contract/audit-events.resource';
import { RESOURCES } from '../../src/contract/resources';
import { Database } from '../../src/infrastructure/database/database';
import { flagTransformer, numberTransformer, uuidTransformer } from '../../src/infrastructure/database/column-types';
import { listResources } from '../../src/tenancy/resource-metadata';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { createFullOrganisation, type FullOrganisation } from '../support/full-organisation';

/** Resource → entity, from the entities' metadata; the audit trail is in a lower layer. */
const entityNames = (): Readonly<Record<string, string>> => ({
  'audit-events': 'AuditEvent',
  ...Object.fromEntries(listResources().map(({ definition, entity }) => [definition.name, entity.name])),
});

/** Fields without their own column, each with the reason. */
const COMPUTED: Readonly<Record<string, string>> = {
  'audit-events.who': 'The current user name of the account.',
  'audit-events.who_name': 'As who.',
  'audit-events.subject_name': 'The current name of the record; names are not copied into the trail.',
  'subscribers.current': 'Stored as current_of, so that a unique key allows one per customer.',
  'subscribers.today': 'From the customer’s calendar, for the dialogs that ask for a last day.',
  'subscribers.total_staff': 'The count in plan_usage, for display.',
  'subscribers.total_training': 'As total_staff.',
  'subscribers.status': 'From dates and the customer’s calendar (docs/domain.md).',
  'staff.invitation': 'From status, account_role, invited_at and the clock (modules/staff/invitation-state.ts).',
  'training-sessions.booked': 'From seats and seats_left.',
  'training-sessions.waiting': 'The count of its waiting bookings.',
  'training-sessions.own_state': 'From the reader’s own booking.',
  'training-sessions.own_place': 'As own_state.',
  'training-assignments.overdue': 'From due_on and the calendar of the staff member (docs/domain.md).',
  'training-assignments.account_pending':
    'From status and account_role of the staff member (modules/staff/invitation-state.ts).',
  'training-assignments.employed': 'From the employments of the staff member and the day (docs/domain.md).',
  'video-progress.share': 'From share_hundredths, for display.',
};

/** Fields of rows and bodies outside the definition, each with the reason. */
const EXTRA_FIELDS: Readonly<Record<string, string>> = {
  'api-keys.row.scopes': 'Several of a fixed list: no builder of the vocabulary.',
  'api-keys.create.scopes': 'As of the row.',
  'audit-events.row.was': 'Data of any shape, with secrets masked.',
  'audit-events.row.became': 'As was.',
  'audit-events.row.left_out': 'Counts of the omitted values by name.',
  'attempts.row.correct': 'Points, from marks: a fraction has no builder of the vocabulary.',
  'attempts.row.total': 'As correct.',
  'jobs.row.error_facts': 'A map of facts has no builder of the vocabulary.',
  'jobs.row.result': 'An object: the file that it created.',
  'attempts.row.score': 'Two decimals for display; sorted by score_hundredths.',
  'certificates.row.score': 'As of an attempt.',
  'skill-evidence.row.score': 'From two columns of the attempt, for display.',
  'enrolment-requests.row.commands': 'The actions allowed to the current user: a rule, not a column.',
  'skill-evidence.row.commands': 'The actions allowed to the current user: a rule, not a column.',
  'assignment-rules.row.training_id': 'A list of ids, kept in rows of their own.',
  'assignment-rules.create.training_id': 'A list of ids, kept in rows of their own.',
  'assignment-rules.change.training_id': 'A list of ids, kept in rows of their own.',
  'assignment-rules.row.people': 'Counted on request.',
  'assignment-rules.row.applied_at': 'From the organisation’s last run.',
  'training-assignments.row.reasons': 'A list of objects: AssignmentReason.',
  'questions.row.options': 'A list of objects: QuestionOptionRow.',
  'questions.create.options': 'A list of objects: QuestionOptionRow.',
  'trainings.change.same_video': 'An instruction for the change; not stored.',
  'questions.change.options': 'A list of objects: QuestionOptionRow.',
};

/** Allowed column kinds of each field kind. References are checked for a UUID column separately. */
const COLUMN_KINDS: Readonly<Record<FieldKind, readonly ColumnKind[]>> = {
  id: ['uuid'],
  ref: ['uuid'],
  refMany: ['json'],
  text: ['text', 'long_text'],
  email: ['text'],
  phone: ['text'],
  url: ['text'],
  color: ['text'],
  day: ['text'],
  choice: ['text'],
  markdown: ['long_text'],
  whole: ['whole', 'big'],
  level: ['whole'],
  money: ['big'],
  instant: ['big'],
  flag: ['flag'],
};
type ColumnKind = 'uuid' | 'text' | 'long_text' | 'whole' | 'big' | 'flag' | 'json' | 'binary';

interface DocSchema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  properties?: Record<string, DocSchema>;
  required?: string[];
  items?: DocSchema;
  allOf?: DocSchema[];
}
interface DocOperation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: DocSchema }> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: DocSchema }> }>;
}
type Definition = ResourceDefinition<Fields>;

const contract = join(__dirname, '../../src/contract');
const definitions: Definition[] = readdirSync(contract)
  .filter((file) => file.endsWith('.resource.ts'))
  .flatMap((file) => Object.values(require(join(contract, file)) as Record<string, unknown>))
  .filter((value): value is Definition => typeof value === 'object' && value !== null && 'default_sort' in value);
/** Definitions of rows; the others (`evidenceRecording`) define bodies. */
const rows = definitions.filter(({ id, fields }) => id in fields);
const bodies = definitions.filter((definition) => !(definition.id in definition.fields));

describe('the classes that the OpenAPI document is made of', () => {
  it('have unique names, because OpenAPI would merge two classes of one name', () => {
    const root = join(__dirname, '../../src');
    const names = readdirSync(root, { recursive: true })
      .map(String)
      .filter((name) => /\.(dto|rest|controller)\.ts$/.test(name))
      .flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(/^(?:export )?class (\w+)/gm)])
      .map(([, name]) => name);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe('the definitions of the contract', () => {
  let running: RunningApp;
  let world: FullOrganisation;
  let platform: Record<string, string>;
  let document: {
    paths: Record<string, Record<string, DocOperation>>;
    components: { schemas: Record<string, DocSchema> };
  };

  beforeAll(async () => {
    running = await startApp();
    document = (await api(running).get('/api/docs-json')).body;
    world = await createFullOrganisation(running);
    platform = (await fixtures(running).platformStaff()).headers;
    await fixtures(running).organisation();
  });
  afterAll(() => running.close());

  const entityOf = (definition: Definition): EntityMetadata => {
    const name = entityNames()[definition.name]!;
    return running.app.get(Database).metadata(name as never);
  };
  const eachField = (): { definition: Definition; name: string; field: Field; at: string }[] =>
    rows.flatMap((definition) =>
      Object.entries(definition.fields).map(([name, field]) => ({
        definition,
        name,
        field,
        at: `${definition.name}.${name}`,
      })),
    );
  const columnOf = (definition: Definition, name: string): ColumnMetadata | undefined =>
    entityOf(definition).findColumnWithPropertyName(name);
  const storedFields = () => eachField().filter(({ definition, name }) => columnOf(definition, name));

  it('each have an entity and an entry in the contract’s list', () => {
    const resourceNames = [...RESOURCES, auditEvents].map(({ name }) => name);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(resourceNames.toSorted());
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(entityNames()).toSorted());
    expect(bodies.map(({ name }) => name).filter((name) => !(name in entityNames()))).toEqual([]);
  });

  it('have existing columns, except the computed ones', () => {
    const computed = eachField().filter(({ definition, name }) => !columnOf(definition, name));
    expect(computed.map(({ at }) => at).toSorted()).toEqual(Object.keys(COMPUTED).toSorted());
  });

  it('are nullable exactly where their column is', () => {
    const differences = storedFields().filter(
      ({ definition, name, field }) => columnOf(definition, name)!.isNullable !== isNullable(field),
    );
    expect(
      differences.map(
        ({ at, field }) =>
          `${at}: the definition ${isNullable(field) ? 'allows' : 'refuses'} null, the column does not agree`,
      ),
    ).toEqual([]);
  });

  it('use a column of their kind, references a UUID column', () => {
    const mismatches = storedFields()
      .map(({ definition, name, field, at }) => ({ at, field, kind: columnKind(columnOf(definition, name)!) }))
      .filter(({ field, kind }) => !COLUMN_KINDS[field.kind].includes(kind));
    expect(mismatches.map(({ at, field, kind }) => `${at}: ${field.kind} kept as ${kind}`)).toEqual([]);
  });

  it('are as long as their column', () => {
    const differences = storedFields().flatMap(({ definition, name, field, at }) => {
      const column = columnOf(definition, name)!;
      if (columnKind(column) !== 'text') return [];
      const expected = field.kind === 'choice' ? 24 : field.max;
      return Number(column.length) === expected
        ? []
        : [`${at}: ${expected} in the definition, ${column.length} in the table`];
    });
    expect(differences).toEqual([]);
  });

  it('offer choices of at most 24 characters', () => {
    const tooLong = [...definitions].flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { choices = [] }]) =>
        choices.filter((choice) => choice.length > 24).map((choice) => `${name}.${field}: ${choice}`),
      ),
    );
    expect(tooLong).toEqual([]);
  });

  it('have a unique key column when keyed, and a sort column when folded', () => {
    const missing: string[] = [];
    for (const { definition, name, field, at } of storedFields()) {
      const entity = entityOf(definition);
      for (const [word, suffix] of [
        [field.keyed, 'key'],
        [field.folded, 'sort'],
      ] as const) {
        if (!word) continue;
        const column = entity.findColumnWithPropertyName(`${name}_${suffix}`);
        if (!column) missing.push(`${at}: no ${name}_${suffix}`);
        else if (column.isNullable !== isNullable(field)) missing.push(`${at}: ${name}_${suffix} disagrees about null`);
      }
      if (!field.keyed) continue;
      const owned = entity.primaryColumns[0]?.propertyName === 'customer_id' && entity.primaryColumns.length > 1;
      const expected = [...(owned ? ['customer_id'] : []), `${name}_key`].join();
      const unique = entity.indices
        .filter((index) => index.isUnique)
        .map((index) => index.columns.map((column) => column.propertyName).join());
      if (!unique.includes(expected)) missing.push(`${at}: no unique index on ${expected}`);
    }
    expect(missing).toEqual([]);
  });

  it('name a sort order, titles and references that exist', () => {
    const names = new Set(rows.map(({ name }) => name));
    const mismatches = rows.flatMap((definition) => [
      ...definition.title
        .filter((name) => !(name in definition.fields))
        .map((name) => `${definition.name}: title ${name}`),
      ...definition.default_sort
        .filter(([name]) => !(name in definition.fields))
        .map(([name]) => `${definition.name}: sort ${name}`),
      ...Object.values(definition.fields)
        .filter((field) => field.resource !== undefined && !names.has(field.resource))
        .map((field) => `${definition.name}: refers to ${field.resource}`),
    ]);
    expect(mismatches).toEqual([]);
  });

  const resolveSchema = (schema: DocSchema | undefined): DocSchema => {
    if (!schema) return {};
    if (schema.$ref) return resolveSchema(document.components.schemas[schema.$ref.split('/').pop()!]);
    return schema.allOf?.length === 1 ? resolveSchema(schema.allOf[0]) : schema;
  };
  const operation = (method: string, path: string): DocOperation | undefined => document.paths[path]?.[method];
  const responseSchema = (op: DocOperation | undefined, status: string): DocSchema =>
    resolveSchema(op?.responses[status]?.content?.['application/json']?.schema);
  const requestSchema = (op: DocOperation | undefined): DocSchema =>
    resolveSchema(op?.requestBody?.content['application/json']?.schema);
  const extraFields = (definition: Definition, face: 'row' | 'create' | 'change'): string[] =>
    Object.keys(EXTRA_FIELDS)
      .filter((key) => key.startsWith(`${definition.name}.${face}.`))
      .map((key) => key.split('.')[2]!);
  const rowSchema = (definition: Definition): DocSchema =>
    resolveSchema(responseSchema(operation('get', `/api/${definition.name}`), '200').items);

  it('are exactly the fields of a row in the OpenAPI document, null where they may be empty', () => {
    for (const definition of rows) {
      const schema = rowSchema(definition);
      const standard = definition.stamps === false ? ['id'] : STANDARD_FIELDS;
      const expected = [...standard, ...Object.keys(definition.fields), ...extraFields(definition, 'row')];
      expect([definition.name, Object.keys(schema.properties ?? {}).toSorted()]).toEqual([
        definition.name,
        expected.toSorted(),
      ]);
      for (const [name, field] of Object.entries(definition.fields)) {
        const nullable = schema.properties![name]!.nullable ?? false;
        expect([definition.name, name, nullable]).toEqual([definition.name, name, isNullable(field)]);
        expect([definition.name, name, schema.required?.includes(name)]).toEqual([definition.name, name, true]);
      }
    }
  });

  it('are exactly the fields of a create body', () => {
    let compared = 0;
    for (const definition of rows) {
      const body = bodies.find(({ name }) => name === definition.name) ?? definition;
      const writable = Object.entries(body.fields).filter(([, field]) => isWritable(field, 'create'));
      // Otherwise rows are created by a command with its own body (an attempt is started, progress is sent).
      if (definition.create === false || !writable.length) continue;
      const schema = requestSchema(operation('post', `/api/${definition.name}`));
      const expected = [...writable.map(([name]) => name), ...extraFields(definition, 'create')];
      expect([definition.name, Object.keys(schema.properties ?? {}).toSorted()]).toEqual([
        definition.name,
        expected.toSorted(),
      ]);
      const required = writable.filter(([, field]) => field.required).map(([name]) => name);
      expect([definition.name, required.filter((name) => !schema.required?.includes(name))]).toEqual([
        definition.name,
        [],
      ]);
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('are exactly the fields of a change body, plus the version, unless the definition forbids changes', () => {
    for (const definition of rows) {
      const op = operation('patch', `/api/${definition.name}/{id}`);
      const writable = Object.entries(definition.fields).filter(([, field]) => isWritable(field, 'change'));
      const changes = definition.change !== false && writable.length > 0;
      expect([definition.name, op !== undefined]).toEqual([definition.name, changes]);
      if (!op) continue;
      const expected = [...writable.map(([name]) => name), 'row_version', ...extraFields(definition, 'change')];
      expect([definition.name, Object.keys(requestSchema(op).properties ?? {}).toSorted()]).toEqual([
        definition.name,
        expected.toSorted(),
      ]);
    }
  });

  it('can be deleted, archived or neither, as the definition says', () => {
    for (const definition of rows) {
      const path = `/api/${definition.name}/{id}`;
      const operations = {
        delete: operation('delete', path) !== undefined,
        archive: operation('post', `${path}/archive`) !== undefined,
      };
      if (definition.remove === 'none')
        expect([definition.name, operations]).toEqual([definition.name, { delete: false, archive: false }]);
      else expect([definition.name, operations[definition.remove]]).toEqual([definition.name, true]);
    }
  });

  it('have every listed extra field in the document', () => {
    for (const key of Object.keys(EXTRA_FIELDS)) {
      const [name, face, field] = key.split('.') as [string, 'row' | 'create' | 'change', string];
      const definition = rows.find((each) => each.name === name)!;
      const schema =
        face === 'row'
          ? rowSchema(definition)
          : requestSchema(
              operation(face === 'create' ? 'post' : 'patch', `/api/${name}${face === 'create' ? '' : '/{id}'}`),
            );
      expect([key, field in (schema.properties ?? {})]).toEqual([key, true]);
    }
  });

  it('all have a list with X-Total-Count, as has every list of the document', () => {
    for (const { name } of rows) expect([name, operation('get', `/api/${name}`) !== undefined]).toEqual([name, true]);
    const withoutTotal = Object.entries(document.paths)
      .filter(([path, { get }]) => get && path.startsWith('/api/') && !path.includes('{'))
      .filter(([path]) => responseSchema(operation('get', path), '200').type === 'array')
      .filter(([path]) => !operation('get', path)!.responses['200']?.headers?.['X-Total-Count'])
      .map(([path]) => path);
    // The packages offered to visitors are a short list without paging.
    expect(withoutTotal).toEqual(['/api/subscription-packages/offered']);
  });

  it('match the actual rows: their names, and null only where the document allows it', async () => {
    for (const definition of rows) {
      const staffOnly = ['customers', 'subscribers', 'subscription-packages', 'support-messages'].includes(
        definition.name,
      );
      const caller = staffOnly ? platform : definition.name === 'video-progress' ? world.learner : world.plant.admin;
      if (definition.name === 'video-progress') {
        const training_id = world.ids['/api/trainings'];
        expect((await api(running, caller).get(`/api/trainings/${training_id}/video-link`)).status).toBe(200);
        const beat = await api(running, caller).post('/api/video-progress', { training_id, ranges: [[0, 10]] });
        expect(beat.status).toBeLessThan(300);
      }
      const reply = await api(running, caller).get(`/api/${definition.name}`);
      const [row] = reply.body as Record<string, unknown>[];
      expect([definition.name, reply.status, row !== undefined]).toEqual([definition.name, 200, true]);
      expect(Number(reply.headers.get('x-total-count'))).toBeGreaterThan(0);
      const schema = rowSchema(definition);
      expect([definition.name, Object.keys(row!).toSorted()]).toEqual([
        definition.name,
        Object.keys(schema.properties!).toSorted(),
      ]);
      const empty = Object.keys(row!).filter((name) => row![name] === null && !schema.properties![name]!.nullable);
      expect([definition.name, empty]).toEqual([definition.name, []]);
    }
  });
});

function columnKind(column: ColumnMetadata): ColumnKind {
  if (column.transformer === uuidTransformer) return 'uuid';
  if (column.transformer === flagTransformer) return 'flag';
  if (column.transformer === numberTransformer) return 'big';
  if (column.transformer !== undefined) return 'json';
  if (column.type === 'varchar') return 'text';
  if (column.type === 'text' || column.type === 'mediumtext') return 'long_text';
  return column.type === 'int' || column.type === 'integer' ? 'whole' : 'binary';
}
