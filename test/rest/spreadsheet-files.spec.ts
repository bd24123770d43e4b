import { LANGUAGE_CODES } from '../../src/contract/languages';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile, openWorkbook } from '../support/downloaded-file';
import { importClient } from '../support/imports';
import type { Organisation } from '../support/organisation';
import { openPlant } from '../support/plant';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
} from '../support/quiz-fixtures';

const BYTE_ORDER_MARK = '\ufeff';
const contentDisposition = (name: string, ending: string) => `attachment; filename="${name}-2026-04-01.${ending}"`;

describe('exported files', () => {
  let running: RunningApp;
  let plant: Awaited<ReturnType<typeof openPlant>>;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-31T18:40:00Z');
    plant = await openPlant(running, { time_zone: 'Asia/Kolkata' });
    const organisation = plant as unknown as Organisation;
    const asha = await createLearner(running, organisation);
    const training_id = await createReadingTraining(running, organisation, { title: '=Forklift' });
    const drill = await createQuiz(
      running,
      organisation,
      training_id,
      ['One', 'Two', 'Three'].map((text) => singleChoiceQuestion(text)),
    );
    await createAssignment(running, organisation, asha.staff_id, training_id);
    // Two of three, handed in at 00:15 of 1 April in Kolkata, which is 31 March in UTC.
    const as = api(running, asha.headers);
    const { attempt_id } = (await as.post('/api/attempts', { training_id })).body;
    for (const slot of [1, 2]) {
      const option_id = [drill.questions[slot - 1]!.options[0]!.option_id];
      await as.put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence: 1 });
    }
    running.clock.advance(300_000);
    expect((await as.post(`/api/attempts/${attempt_id}/submit`)).body).toMatchObject({ score: 66.67 });
  });
  afterAll(() => running.close());

  const file = async (path: string) => {
    const download = await downloadFile(running, path, plant.admin);
    expect([path, download.status]).toEqual([path, 200]);
    return download;
  };
  const linesOf = ({ text }: { text: string }, separator: string): string[][] => {
    expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true);
    return text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(separator));
  };
  const QUIZ = '/api/reports/quiz/export?from=2026-04-01&to=2026-04-01';

  it('for programs have commas, decimal points and instants with the zone’s offset', async () => {
    const download = await file(QUIZ);
    const [heads, row] = linesOf(download, ',');
    expect(row![heads!.indexOf('Submitted')]).toBe('2026-04-01T00:15:00+05:30');
    expect(row).toContain('66.67');
    expect(row).toContain("'=Forklift");
    expect(download.headers.get('content-disposition')).toBe(contentDisposition('quiz', 'csv'));
    // API responses are not localized.
    const { body } = await plant.api.get('/api/reports/quiz?from=2026-04-01&to=2026-04-01');
    expect(body.rows[0]).toMatchObject({ submitted_at: '2026-03-31T18:45:00.000Z', score: 66.67 });
  });

  it.each([
    ['en', ',', '.'],
    ['zh', ',', '.'],
    ['ar', ';', '.'],
    ['de', ';', ','],
    ['es', ';', ','],
    ['fr', ';', ','],
    ['it', ';', ','],
    ['ru', ';', ','],
  ])(
    'for a spreadsheet in %s have %j between cells, %j in decimals, local times, and the zone in the head',
    async (language, separator, decimal) => {
      const download = await file(`${QUIZ}&lang=${language}&csv_for=${language}`);
      const [heads, row] = linesOf(download, separator);
      const instant = heads!.findLastIndex((head) => head.endsWith(' (Asia/Kolkata)'));
      expect(row![instant]).toBe('2026-04-01 00:15:00');
      expect(row).toContain(`66${decimal}67`);
      // Without the apostrophe it would run as a formula.
      expect(row).toContain("'=Forklift");
      expect(row).toHaveLength(heads!.length);
      expect(download.headers.get('content-disposition')).toBe(contentDisposition('quiz', 'csv'));
    },
  );

  it('exist for every language of the screens', async () => {
    for (const language of LANGUAGE_CODES) await file(`/api/exports/skills?csv_for=${language}`);
  });

  it('as a workbook have the zone in the heads of instants, whose cells are dates on its clock', async () => {
    const { bytes, headers } = await file(`${QUIZ}&format=xlsx`);
    const { rows } = await openWorkbook(bytes);
    expect(rows[0]!['Submitted (Asia/Kolkata)']).toEqual(new Date('2026-04-01T00:15:00Z'));
    expect(headers.get('content-disposition')).toBe(contentDisposition('quiz', 'xlsx'));
  });

  it('of the audit log are for programs or for people, and named by the customer’s day', async () => {
    const query = '/api/exports/audit-events?action=quiz.create';
    const forPrograms = await file(query);
    expect(forPrograms.headers.get('content-disposition')).toBe(contentDisposition('audit-events', 'csv'));
    const [heads, row] = linesOf(forPrograms, ',');
    expect([heads![0], row![0]]).toEqual(['at', expect.stringMatching(/^2026-04-01T00:1\d:\d\d(\.\d+)?\+05:30$/)]);
    const forPeople = await file(`${query}&csv_for=de&lang=de`);
    expect(forPeople.headers.get('content-disposition')).toBe(contentDisposition('audit-events', 'csv'));
    const [headings, result] = linesOf(forPeople, ';');
    const instant = headings!.findIndex((head) => head.endsWith(' (Asia/Kolkata)'));
    expect(result![instant]).toMatch(/^2026-04-01 00:1\d:\d\d$/);
    expect(headings).not.toContain('who_name');
    expect(headings!.slice(-2)).toEqual(['Vorher', 'Nachher']);
  });

  it('of lists and matrices follow the same rules, and a list can be imported again', async () => {
    const attempts = linesOf(await file('/api/exports/attempts?csv_for=fr&lang=fr'), ';');
    expect(attempts[0]!.filter((head) => head.endsWith(' (Asia/Kolkata)')).length).toBeGreaterThan(0);
    expect(attempts[1]).toContain('2026-04-01 00:15:00');
    expect(linesOf(await file('/api/exports/attempts?columns=submitted_at'), ',')[1]).toEqual([
      '2026-04-01T00:15:00+05:30',
    ]);
    const matrix = linesOf(await file('/api/reports/skill-matrix/export?csv_for=ru&lang=ru'), ';');
    expect(matrix[0]!.length).toBeGreaterThan(3);
    const staff = await file('/api/exports/staff?csv_for=de&lang=de');
    const result = await importClient(running, plant.admin).sendAndCheck('staff', staff.text);
    expect(result.counts).toEqual({ create: 0, update: 0, skip: 1, error: 0 });
  });

  it('of an import follow them too: its template and the rows with errors', async () => {
    const template = await file('/api/imports/template?resource=staff&csv_for=it&lang=it');
    expect(linesOf(template, ';')[0]!.length).toBeGreaterThan(3);
    const sent = await importClient(running, plant.admin).sendAndCheck('skills', 'Skill code;Name;Validity\nW-1;;12\n');
    const errors = await file(`/api/imports/${sent.import_id}/errors?csv_for=de&lang=de`);
    expect(errors.headers.get('content-disposition')).toBe(contentDisposition('skills-errors', 'csv'));
    expect(linesOf(errors, ';')[1]!.slice(0, 2)).toEqual(['2', 'W-1']);
    const again = await importClient(running, plant.admin).sendAndCheck('skills', errors.text);
    expect(again.counts).toMatchObject({ error: 1 });
  });

  it('of questions follow them too, and change nothing when imported again', async () => {
    const numeric = { kind: 'numeric', text: 'How long?', options: [{ text: '3.5', tolerance: '0.25' }] };
    expect((await plant.api.post('/api/questions', numeric)).status).toBe(201);
    const download = await file('/api/questions/export?csv_for=de&kind=numeric');
    expect(download.headers.get('content-disposition')).toBe(contentDisposition('questions', 'csv'));
    const [, row] = linesOf(download, ';');
    expect(row).toEqual(expect.arrayContaining(['3,5', '0,25']));
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(download.bytes)]), 'questions.csv');
    const answer = await fetch(`${running.url}/api/questions/import?dry_run=true`, {
      method: 'POST',
      headers: plant.admin,
      body: form,
    });
    expect(await answer.json()).toMatchObject({ questions: [{ state: 'unchanged' }] });
  });

  it('are refused for an unknown language', async () => {
    for (const path of [QUIZ, '/api/exports/staff?', '/api/exports/audit-events?', '/api/questions/export?']) {
      const { status, body } = await plant.api.get(`${path}&csv_for=xx`.replace('?&', '?'));
      expect([path, status, Object.keys(body.errors)]).toEqual([path, expect.any(Number), ['csv_for']]);
      expect([400, 422]).toContain(status);
    }
  });
});
