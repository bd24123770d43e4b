import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Field, FieldKind, Fields } from '../../src/contract/fields';
import { STANDARD_FIELDS, isNullable, isWritable, type ResourceDefinition } from '../../src/contract/resource';
import { auditEvents } from '../../src/contract/audit-events.resource';
import { RESOURCES } from '../../src/contract/resources';
import { Database } from '../../src/platform/database/database';
import { flagTransformer, numberTransformer, uuidTransformer } from '../../src/platform/database/column-types';
import { everyKept } from '../../src/tenancy/resources/kept';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given } from '../support/given';
import { openWorld, type World } from '../support/world';

/** Resource → the entity that keeps it, as the entities say; the audit trail lies below those who may say so. */
const keptIn = (): Readonly<Record<string, string>> => ({
  'audit-events': 'AuditEvent',
  ...Object.fromEntries(everyKept().map(({ definition, entity }) => [definition.name, entity.name])),
});

/** Fields without a column of their own, each with its reason. */
const COMPUTED: Readonly<Record<string, string>> = {
  'audit-events.who': 'The user name that the account has today.',
  'audit-events.who_name': 'As who.',
  'audit-events.subject_name': 'What the record is called today; names are not copied into the trail.',
  'subscribers.current': 'Kept as current_of, so that a unique key allows one a customer.',
  'subscribers.today': 'From the customer’s calendar, for the dialogs that ask for a last day.',
  'subscribers.total_staff': 'What plan_usage counts, for show.',
  'subscribers.total_training': 'As total_staff.',
  'subscribers.status': 'From dates and the customer’s calendar (domain.md, subscriber).',
  'staff.invitation': 'From status, account_role, invited_at and the clock (staff/invitation-state.ts).',
  'training-sessions.booked': 'From seats and the counter of those that are left.',
  'training-sessions.waiting': 'Counted of its bookings.',
  'training-sessions.own_state': 'Of the reader’s own booking.',
  'training-sessions.own_place': 'As own_state.',
  'training-assignments.overdue': 'From due_on and the calendar of the staff member (domain.md, assignment).',
  'training-assignments.account_pending':
    'From status and account_role of the staff member (staff/invitation-state.ts).',
  'training-assignments.employed': 'From the employments of the staff member and the day (docs/learning-rules.md).',
  'video-progress.share': 'From share_hundredths, for show.',
};

/** What a row or a body carries beside the fields of its definition. */
const BESIDE: Readonly<Record<string, string>> = {
  'api-keys.row.scopes': 'Several of a fixed list: no builder of the vocabulary.',
  'api-keys.create.scopes': 'As of the row.',
  'audit-events.row.was': 'Facts of any shape, with secrets masked.',
  'audit-events.row.became': 'As was.',
  'audit-events.row.left_out': 'How the facts go on: counts by their names.',
  'attempts.row.correct': 'Points, from marks: a fraction has no builder of the vocabulary.',
  'attempts.row.total': 'As correct.',
  'jobs.row.error_facts': 'A map of facts has no builder of the vocabulary.',
  'jobs.row.result': 'An object: what the file is that it made.',
  'attempts.row.score': 'Two decimals for show; sorted by score_hundredths.',
  'certificates.row.score': 'As of an attempt.',
  'skill-evidence.row.score': 'From the attempt’s two figures, for show.',
  'enrolment-requests.row.commands': 'What the asker may do with it now: a rule, not a column.',
  'skill-evidence.row.commands': 'What the asker may do with it now: a rule, not a column.',
  'assignment-rules.row.training_id': 'A list of ids, kept in rows of their own.',
  'assignment-rules.create.training_id': 'A list of ids, kept in rows of their own.',
  'assignment-rules.change.training_id': 'A list of ids, kept in rows of their own.',
  'assignment-rules.row.people': 'Counted when it is asked for.',
  'assignment-rules.row.applied_at': 'Of the organisation’s last run.',
  'training-assignments.row.reasons': 'A list of objects: AssignmentReason.',
  'questions.row.options': 'A list of objects: QuestionOptionRow.',
  'questions.create.options': 'A list of objects: QuestionOptionRow.',
  'trainings.change.same_video': 'How the change is meant; not kept.',
  'questions.change.options': 'A list of objects: QuestionOptionRow.',
};

/** Which column words may keep a kind of field. A reference is checked for a UUID column apart. */
const KEPT_AS: Readonly<Record<FieldKind, readonly ColumnKind[]>> = {
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
/** Those that say what a row is; the others (`recordedEvidence`) say what a body may be. */
const rows = definitions.filter(({ id, fields }) => id in fields);
const bodies = definitions.filter((definition) => !(definition.id in definition.fields));

describe('the classes that the OpenAPI document is made of', () => {
  it('are named once: of two with one name it would describe both answers by the same', () => {
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
  let world: World;
  let platform: Record<string, string>;
  let document: {
    paths: Record<string, Record<string, DocOperation>>;
    components: { schemas: Record<string, DocSchema> };
  };

  beforeAll(async () => {
    running = await startApp();
    document = (await api(running).get('/api/docs-json')).body;
    world = await openWorld(running);
    platform = (await given(running).platformStaff()).headers;
    await given(running).organisation();
  });
  afterAll(() => running.close());

  const entityOf = (definition: Definition): EntityMetadata => {
    const name = keptIn()[definition.name]!;
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
  const kept = () => eachField().filter(({ definition, name }) => columnOf(definition, name));

  it('each have an entity that keeps them, and stand in the contract’s list', () => {
    const listed = [...RESOURCES, auditEvents].map(({ name }) => name);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(keptIn()).toSorted());
    expect(bodies.map(({ name }) => name).filter((name) => !(name in keptIn()))).toEqual([]);
  });

  it('name columns that exist, but for the computed ones with their reason', () => {
    const without = eachField().filter(({ definition, name }) => !columnOf(definition, name));
    expect(without.map(({ at }) => at).toSorted()).toEqual(Object.keys(COMPUTED).toSorted());
  });

  it('may be empty where their column may, and nowhere else', () => {
    const differing = kept().filter(
      ({ definition, name, field }) => columnOf(definition, name)!.isNullable !== isNullable(field),
    );
    expect(
      differing.map(
        ({ at, field }) =>
          `${at}: the definition ${isNullable(field) ? 'allows' : 'refuses'} null, the column does not agree`,
      ),
    ).toEqual([]);
  });

  it('are kept by the column word of their kind, a reference by a UUID', () => {
    const wrong = kept()
      .map(({ definition, name, field, at }) => ({ at, field, kind: columnKind(columnOf(definition, name)!) }))
      .filter(({ field, kind }) => !KEPT_AS[field.kind].includes(kind));
    expect(wrong.map(({ at, field, kind }) => `${at}: ${field.kind} kept as ${kind}`)).toEqual([]);
  });

  it('are as long as their column', () => {
    const differing = kept().flatMap(({ definition, name, field, at }) => {
      const column = columnOf(definition, name)!;
      if (columnKind(column) !== 'text') return [];
      const wanted = field.kind === 'choice' ? 24 : field.max;
      return Number(column.length) === wanted
        ? []
        : [`${at}: ${wanted} in the definition, ${column.length} in the table`];
    });
    expect(differing).toEqual([]);
  });

  it('offer choices of at most 24 characters', () => {
    const long = [...definitions].flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { choices = [] }]) =>
        choices.filter((choice) => choice.length > 24).map((choice) => `${name}.${field}: ${choice}`),
      ),
    );
    expect(long).toEqual([]);
  });

  it('are unique by a key column where they say keyed, and sorted by a folded one where they say folded', () => {
    const missing: string[] = [];
    for (const { definition, name, field, at } of kept()) {
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
      const wanted = [...(owned ? ['customer_id'] : []), `${name}_key`].join();
      const unique = entity.indices
        .filter((index) => index.isUnique)
        .map((index) => index.columns.map((column) => column.propertyName).join());
      if (!unique.includes(wanted)) missing.push(`${at}: no unique index on ${wanted}`);
    }
    expect(missing).toEqual([]);
  });

  it('name a sort order, titles and references that exist', () => {
    const names = new Set(rows.map(({ name }) => name));
    const wrong = rows.flatMap((definition) => [
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
    expect(wrong).toEqual([]);
  });

  const resolved = (schema: DocSchema | undefined): DocSchema => {
    if (!schema) return {};
    if (schema.$ref) return resolved(document.components.schemas[schema.$ref.split('/').pop()!]);
    return schema.allOf?.length === 1 ? resolved(schema.allOf[0]) : schema;
  };
  const operation = (method: string, path: string): DocOperation | undefined => document.paths[path]?.[method];
  const answered = (op: DocOperation | undefined, status: string): DocSchema =>
    resolved(op?.responses[status]?.content?.['application/json']?.schema);
  const asked = (op: DocOperation | undefined): DocSchema =>
    resolved(op?.requestBody?.content['application/json']?.schema);
  const beside = (definition: Definition, face: 'row' | 'create' | 'change'): string[] =>
    Object.keys(BESIDE)
      .filter((key) => key.startsWith(`${definition.name}.${face}.`))
      .map((key) => key.split('.')[2]!);
  const rowSchema = (definition: Definition): DocSchema =>
    resolved(answered(operation('get', `/api/${definition.name}`), '200').items);

  it('are exactly the fields of a row in the OpenAPI document, null where they may be empty', () => {
    for (const definition of rows) {
      const schema = rowSchema(definition);
      const standard = definition.stamps === false ? ['id'] : STANDARD_FIELDS;
      const wanted = [...standard, ...Object.keys(definition.fields), ...beside(definition, 'row')];
      expect([definition.name, Object.keys(schema.properties ?? {}).toSorted()]).toEqual([
        definition.name,
        wanted.toSorted(),
      ]);
      for (const [name, field] of Object.entries(definition.fields)) {
        const nullable = schema.properties![name]!.nullable ?? false;
        expect([definition.name, name, nullable]).toEqual([definition.name, name, isNullable(field)]);
        expect([definition.name, name, schema.required?.includes(name)]).toEqual([definition.name, name, true]);
      }
    }
  });

  it('are exactly what a create takes', () => {
    let compared = 0;
    for (const definition of rows) {
      const body = bodies.find(({ name }) => name === definition.name) ?? definition;
      const writable = Object.entries(body.fields).filter(([, field]) => isWritable(field, 'create'));
      // Without one, rows come about by a command (an attempt is started, a beat is sent) with a body of its own.
      if (definition.create === false || !writable.length) continue;
      const schema = asked(operation('post', `/api/${definition.name}`));
      const wanted = [...writable.map(([name]) => name), ...beside(definition, 'create')];
      expect([definition.name, Object.keys(schema.properties ?? {}).toSorted()]).toEqual([
        definition.name,
        wanted.toSorted(),
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

  it('are exactly what a change takes, beside the version; there is none where the definition says so', () => {
    for (const definition of rows) {
      const op = operation('patch', `/api/${definition.name}/{id}`);
      const writable = Object.entries(definition.fields).filter(([, field]) => isWritable(field, 'change'));
      const changes = definition.change !== false && writable.length > 0;
      expect([definition.name, op !== undefined]).toEqual([definition.name, changes]);
      if (!op) continue;
      const wanted = [...writable.map(([name]) => name), 'row_version', ...beside(definition, 'change')];
      expect([definition.name, Object.keys(asked(op).properties ?? {}).toSorted()]).toEqual([
        definition.name,
        wanted.toSorted(),
      ]);
    }
  });

  it('can be deleted, archived or neither, as the definition says', () => {
    for (const definition of rows) {
      const path = `/api/${definition.name}/{id}`;
      const found = {
        delete: operation('delete', path) !== undefined,
        archive: operation('post', `${path}/archive`) !== undefined,
      };
      if (definition.remove === 'none')
        expect([definition.name, found]).toEqual([definition.name, { delete: false, archive: false }]);
      else expect([definition.name, found[definition.remove]]).toEqual([definition.name, true]);
    }
  });

  it('stand beside nothing that is not on the list', () => {
    for (const key of Object.keys(BESIDE)) {
      const [name, face, field] = key.split('.') as [string, 'row' | 'create' | 'change', string];
      const definition = rows.find((each) => each.name === name)!;
      const schema =
        face === 'row'
          ? rowSchema(definition)
          : asked(operation(face === 'create' ? 'post' : 'patch', `/api/${name}${face === 'create' ? '' : '/{id}'}`));
      expect([key, field in (schema.properties ?? {})]).toEqual([key, true]);
    }
  });

  it('are all listed with the number of rows in X-Total-Count, and so is every list of the document', () => {
    for (const { name } of rows) expect([name, operation('get', `/api/${name}`) !== undefined]).toEqual([name, true]);
    const silent = Object.entries(document.paths)
      .filter(([path, { get }]) => get && path.startsWith('/api/') && !path.includes('{'))
      .filter(([path]) => answered(operation('get', path), '200').type === 'array')
      .filter(([path]) => !operation('get', path)!.responses['200']?.headers?.['X-Total-Count'])
      .map(([path]) => path);
    // What is offered to a visitor is short, whole and without paging.
    expect(silent).toEqual(['/api/subscription-packages/offered']);
  });

  it('are what a row really answers: these names, and null only where the document says so', async () => {
    for (const definition of rows) {
      const staffOnly = ['customers', 'subscribers', 'subscription-packages', 'support-messages'].includes(
        definition.name,
      );
      const who = staffOnly ? platform : definition.name === 'video-progress' ? world.learner : world.plant.admin;
      if (definition.name === 'video-progress') {
        const training_id = world.ids['/api/trainings'];
        expect((await api(running, who).get(`/api/trainings/${training_id}/video-link`)).status).toBe(200);
        const beat = await api(running, who).post('/api/video-progress', { training_id, ranges: [[0, 10]] });
        expect(beat.status).toBeLessThan(300);
      }
      const reply = await api(running, who).get(`/api/${definition.name}`);
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
