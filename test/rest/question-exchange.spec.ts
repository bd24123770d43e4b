import {
  EXCHANGE_BYTES_MAX,
  EXCHANGE_FORMATS,
  type QuestionImportResponse,
} from '../../src/contract/question-exchange';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { seededRandom } from '../support/seeded-random';
import { exchangeFile, randomQuestion } from '../support/question-exchange-fixtures';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import { createLearner, singleChoiceQuestion } from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

const GIFT = [
  '// [id:Q-1] [tag:forklift]',
  'How far may the forks be from the floor?{=15 to 20 cm ~One metre}',
  '',
  'What may you carry?{~%50%Boxes ~%50%Pallets ~%-100%People}',
  '',
  'The mast may be touched.{F}',
].join('\n');

describe('a file of questions', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const importFile = async (
    file: string | Uint8Array<ArrayBuffer>,
    query = '',
    headers: Headers = plant.admin,
  ): Promise<Reply<QuestionImportResponse & { code?: string; errors?: Record<string, string[]>; facts?: object }>> => {
    const form = new FormData();
    form.append('file', new Blob([file]), 'questions.txt');
    const answer = await fetch(`${running.url}/api/questions/import${query}`, { method: 'POST', headers, body: form });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  };
  const exportQuestions = async (query: string) => (await admin().get(`/api/questions/export?${query}`)).body as string;
  const listQuestions = async () =>
    (await admin().get('/api/questions?_end=100')).body as { text: string; tags: string }[];

  it('as a dry run answers what would be created and stores nothing', async () => {
    const { status, body } = await importFile(GIFT, '?dry_run=true');
    expect([status, body.format, body.dry_run]).toEqual([200, 'gift', true]);
    expect(body).toMatchObject({ found: 3, created: 3, unchanged: 0, problems_total: 0 });
    expect(body.questions[0]).toEqual({
      line: 2,
      state: 'new',
      kind: 'single',
      text: 'How far may the forks be from the floor?',
      points: 1,
      options: [
        { text: '15 to 20 cm', fraction: 1 },
        { text: 'One metre', fraction: 0 },
      ],
    });
    expect(await listQuestions()).toEqual([]);
  });

  it('becomes questions of the bank, and each creation is audited', async () => {
    expect((await importFile(GIFT)).body).toMatchObject({ found: 3, created: 3, dry_run: false });
    const rows = await listQuestions();
    expect(rows.map(({ text }) => text)).toEqual([
      ...['How far may the forks be from the floor?', 'The mast may be touched.', 'What may you carry?'],
    ]);
    expect(rows[0]!.tags).toBe('forklift');
    const auditEvents = (await admin().get('/api/audit-events?action=question.create')).body;
    expect(auditEvents).toHaveLength(3);
  });

  it('creates no duplicates when it is sent twice or concurrently, or repeats a question', async () => {
    const both = await Promise.all([importFile(GIFT), importFile(GIFT)]);
    expect(both.map(({ body }) => body.created).toSorted()).toEqual([0, 3]);
    const again = await importFile(`${GIFT}\n\nNew?{=yes ~no}\n\nNew?{=yes ~no}`);
    expect(again.body).toMatchObject({ found: 5, created: 1, unchanged: 3, repeated: 1, different: 0 });
    expect(await listQuestions()).toHaveLength(4);
  });

  it('leaves questions alone that were changed in the bank since the export, and says so', async () => {
    const { body } = await admin().post('/api/questions', singleChoiceQuestion('Forks', { points: 2 }));
    const file = await exportQuestions('format=gift');
    expect((await importFile(file)).body).toMatchObject({ found: 1, created: 0, unchanged: 1 });
    await admin().patch(`/api/questions/${body.question_id}`, { text: 'Forks, lowered' });
    expect((await importFile(file)).body).toMatchObject({ found: 1, created: 0, different: 1 });
    expect((await listQuestions()).map(({ text }) => text)).toEqual(['Forks, lowered']);
  });

  it('is imported completely or not at all, and reports each wrong line', async () => {
    const file = `${GIFT}\n\nWrite.{}\n\nTwo the same?{=yes ~yes}\n\n// [skill:NONE]\nWhich skill?{=a ~b}`;
    const dryRun = await importFile(file, '?dry_run=true');
    expect(dryRun.body.problems.map(({ line, code, field }) => [line, code, field])).toEqual([
      [8, 'kind_not_supported', null],
      [10, 'same_options', 'options'],
      [13, 'skill_unknown', null],
    ]);
    const refused = await importFile(file);
    expect(refused).toMatchObject({ status: 422, body: { code: 'questions_refused', facts: { count: 3 } } });
    expect(Object.keys(refused.body.errors!)).toEqual(['line_8', 'line_10', 'line_13']);
    expect(refused.body.errors!['line_8']![0]).toMatch(/^Line 8: essay questions are not supported yet/);
    expect(await listQuestions()).toEqual([]);
  });

  it.each([
    ['empty', '', 'no_questions'],
    ['of no known format', 'only words', 'format_unknown'],
    ['not of text', new Uint8Array(64), 'not_utf8'],
    ['XML with a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><quiz/>', 'doctype'],
    ['without a question', '<quiz></quiz>', 'no_questions'],
  ])('that is %s is reported as such', async (_, file, code) => {
    const { status, body } = await importFile(file, '?dry_run=true');
    expect([status, body.found, body.problems.map((each) => each.code)]).toEqual([200, 0, [code]]);
    expect((await importFile(file)).status).toBe(422);
  });

  it('is refused when too large, without a form, or with unknown parameters', async () => {
    const large = await importFile(new Uint8Array(EXCHANGE_BYTES_MAX + 1));
    expect(large).toMatchObject({ status: 413, body: { code: 'question_file_too_large' } });
    expect((await admin().post('/api/questions/import', { file: 'x' })).status).toBe(415);
    for (const query of ['?format=qti', '?dry_run=1', '?lang=xx', '?what=else'])
      expect((await importFile(GIFT, query)).status).toBe(400);
    expect((await admin().get('/api/questions/export?format=aiken')).status).toBe(400);
    expect((await admin().get('/api/questions/export?_start=3')).status).toBe(400);
  });

  it('is for admins only, and organisations are separate', async () => {
    const asha = await createLearner(running, plant);
    expect((await importFile(GIFT, '', asha.headers)).status).toBe(403);
    expect((await api(running, asha.headers).get('/api/questions/export')).status).toBe(403);
    await importFile(GIFT);
    const other = await openOrganisation(running);
    const file = await exportQuestions('format=csv');
    const foreignExport = await api(running, other.admin).get('/api/questions/export?format=csv');
    expect(foreignExport.headers.get('x-export-rows')).toBe('0');
    // Its ids belong to another organisation and are unknown here.
    expect((await importFile(file, '', other.admin)).body).toMatchObject({ found: 3, created: 3, unchanged: 0 });
  });

  it.each(EXCHANGE_FORMATS)(
    'as %s contains every field of a question, and importing it again changes nothing',
    async (format) => {
      const random = seededRandom(31);
      const skill = (await admin().post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body;
      const questions = Array.from({ length: 60 }, (_, at) => ({
        ...randomQuestion(random, at),
        skill: random.bool(50) ? 'fork' : null,
      }));
      const sent = await importFile(exchangeFile(format, questions));
      expect(sent.body).toMatchObject({ problems_total: 0 });
      const rows = (await admin().get('/api/questions?_end=100&_sort=id')).body as { skill_id: string | null }[];
      expect(rows.some(({ skill_id }) => skill_id === skill.skill_id)).toBe(true);
      const file = await exportQuestions(`format=${format}&_sort=id`);
      expect((await importFile(file)).body).toMatchObject({ found: rows.length, created: 0, unchanged: rows.length });
      // Into an empty bank.
      const other = await openOrganisation(running);
      await api(running, other.admin).post('/api/skills', { skill_code: 'FORK', name: 'Forklift' });
      expect((await importFile(file, '', other.admin)).body).toMatchObject({ created: rows.length, problems_total: 0 });
      const withoutIds = (row: object) =>
        JSON.parse(JSON.stringify(row), (key, value: unknown) =>
          /^(id|question_id|option_id|skill_id|created_at|updated_at|row_version)$/.test(key) ? undefined : value,
        ) as unknown;
      const copied = (await api(running, other.admin).get('/api/questions?_end=100&_sort=id')).body as object[];
      expect(copied.map(withoutIds)).toEqual(rows.map(withoutIds));
    },
  );

  it('is exported as the list is filtered, with a digest, and audited', async () => {
    await importFile(GIFT);
    const answer = await admin().get('/api/questions/export?format=xml&kind=true_false');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="questions-\d{4}-\d\d-\d\d\.xml"$/,
    );
    expect(answer.headers.get('repr-digest')).toMatch(/^sha-256=:/);
    expect(answer.body.match(/<question /g)).toHaveLength(1);
    const [event] = (await admin().get('/api/audit-events?action=export.make')).body;
    expect(event.became).toMatchObject({ list: 'questions', format: 'xml', rows: 1 });
  });

  it('names true and false as the reader’s language does', async () => {
    const { body } = await importFile('Rund?{T}', '?dry_run=true&lang=de');
    expect(body.questions[0]!.options.map(({ text }) => text)).toEqual(['Wahr', 'Falsch']);
  });

  it('of 2,000 questions takes a bounded number of statements', async () => {
    const file = (count: number) =>
      Array.from({ length: count }, (_, at) => `Question number ${at}?{=yes ~no#Why ~never}`).join('\n\n');
    const few = await statementsOfRequests(() => importFile(file(20)).then(() => undefined));
    await openOrganisation(running).then((created) => (plant = created));
    const many = await statementsOfRequests(async () => {
      expect((await importFile(file(2_000))).body).toMatchObject({ found: 2_000, created: 2_000 });
    });
    expect(few.length).toBeLessThan(30);
    expect(many.length).toBeLessThan(few.length + 60);
    const over = await importFile(file(2_001));
    expect(over).toMatchObject({ status: 422, body: { code: 'questions_refused' } });
  });
});
