import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { DOCUMENT_BYTES_MAX } from '../../src/contract/document-sections';
import { Database } from '../../src/infrastructure/database/database';
import { FileStorage } from '../../src/infrastructure/files/file-storage';
import { DocumentFileStore } from '../../src/modules/trainings/document-file.store';
import { storedDocuments } from '../../src/modules/trainings/stored-files';
import { startApp, type RunningApp } from '../support/app';
import { isIsolatedFromApp } from '../support/cluster-env';
import { eventually } from '../support/eventually';
import { HOSTILE_PDFS, pdfPagesOf } from '../support/pdfs';
import { openPlant, type Plant } from '../support/plant';
import { createQuiz, singleChoiceQuestion, type QuizFixture } from '../support/quiz-fixtures';
import { uploadBody, partBytes, sendPart } from '../support/video-uploads';

const rightOf = ({ questions }: QuizFixture): string => questions[0]!.options[0]!.option_id;
const TEXT = '# Before\n\nLook at **both** forks.\n\n# During\n\nKeep them low.\n\n# After\n\nPark it.';

describe('a document of a training', () => {
  let running: RunningApp;
  let plant: Plant;
  let staff_id: string;
  let learner: Plant['api'];
  let training_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    ({ staff_id } = await plant.createStaff());
    learner = plant.as(await plant.signInLearner(staff_id));
  });
  afterEach(() => {
    running.app.get(DocumentFileStore).maxBytes = DOCUMENT_BYTES_MAX;
    running.clock.release();
  });
  afterAll(() => running.close());

  const path = (id = training_id) => `/api/trainings/${id}/document`;
  const seconds = (count: number) => running.clock.advance(count * 1_000);
  const storedKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(FileStorage).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };
  const draft = async (more: object = {}) => {
    const { category_id } = await plant.createCategory();
    const { skill_id } = await plant.createSkill();
    const fixture = await plant.createTraining({ type: 'document', category_id, ...more });
    await plant.api.put(`/api/trainings/${fixture.training_id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    return { ...fixture, skill_id };
  };
  /** Uploads the file. @returns the reply of the complete call */
  const upload = async (id: string, bytes: Buffer, more: object = {}) => {
    const uploads = `/api/trainings/${id}/uploads`;
    const uploadReply = await plant.api.post(
      uploads,
      uploadBody(bytes, { name: 'lockout.pdf', type: 'application/pdf', ...more }),
    );
    if (uploadReply.status !== 201) return uploadReply;
    for (const part of uploadReply.body.parts)
      await sendPart(running.url, plant.admin, part.url, partBytes(bytes, part, uploadReply.body.part_bytes));
    return plant.api.post(`${uploads}/${uploadReply.body.upload_id}/complete`, {});
  };
  const writeText = async (id: string, text = TEXT) => plant.api.put(path(id), { text });
  /** Publishes and assigns the document: three pages of text. */
  const createAssigned = async (more: object = {}) => {
    const fixture = await draft(more);
    training_id = fixture.training_id;
    if (!('source_url' in more)) expect((await writeText(training_id)).status).toBe(200);
    expect((await plant.api.post(`/api/trainings/${training_id}/publish`)).status).toBe(200);
    await plant.assign([staff_id], [training_id]);
    return fixture;
  };
  const viewPages = (pages: number[], page?: number) => learner.post(`${path()}/pages`, { pages, page });
  const acknowledge = (client = learner) => client.post(`${path()}/acknowledgement`, {});
  const readAll = async () => {
    await learner.get(path());
    seconds(5);
    return viewPages([1, 2, 3]);
  };
  const passQuiz = async (fixture: QuizFixture) => {
    const { attempt_id } = (await learner.post('/api/attempts', { training_id })).body;
    await learner.put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [rightOf(fixture)], sequence: 1 });
    await learner.post(`/api/attempts/${attempt_id}/submit`, {});
  };
  const assignment = async () => (await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body[0];
  const level = async (skill_id: string) =>
    (await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}`)).body.level;

  describe('that is a PDF', () => {
    it('is checked before it is attached, and its pages are counted', async () => {
      const { training_id: id } = await draft();
      expect(await upload(id, pdfPagesOf(3))).toMatchObject({ status: 200, body: { content_revision: 3 } });
      const preview = await plant.api.get(path(id));
      expect(preview.body).toMatchObject({ kind: 'pdf', name: 'lockout.pdf', pages: 3, assignment_id: null });
      expect(await storedKeys()).toEqual([expect.stringMatching(/^\d+\/document\/[0-9a-f-]{36}\.pdf$/)]);
      // Backups and moves find the file by these rows.
      const storedRows = await running.app.get(Database).rows<Record<string, unknown>>(storedDocuments.sql);
      expect(storedRows.map(storedDocuments.path)).toEqual(expect.arrayContaining(await storedKeys()));
    });

    it('is served by a short-lived link of the session and isolated from the app', async () => {
      const { training_id: id } = await draft();
      await upload(id, pdfPagesOf(2));
      const admin = await plant.signIn({ role: 'admin' });
      const { url, expires_at } = (await plant.as(admin).get(path(id))).body;
      expect(expires_at).toBe('2026-03-01T14:00:00.000Z');
      const answer = await fetch(running.url + url);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(isIsolatedFromApp(answer, running.url)).toBe(true);
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="document.pdf"');
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdfPagesOf(2))).toBe(true);
      const part = await fetch(running.url + url, { headers: { range: 'bytes=0-4' } });
      expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
      await plant.as(admin).post('/api/auth/logout', {});
      expect((await fetch(running.url + url)).status).toBe(404);
    });

    it('replaces the previous one, whose file is deleted', async () => {
      const { training_id: id } = await draft();
      await upload(id, pdfPagesOf(3));
      const [first] = await storedKeys();
      await upload(id, pdfPagesOf(4));
      await eventually(async () => (await storedKeys()).filter((key) => key === first), []);
      expect(await storedKeys()).toHaveLength(1);
      await writeText(id);
      await eventually(storedKeys, []);
      await upload(id, pdfPagesOf(1));
      await plant.api.patch(`/api/trainings/${id}`, { source_url: 'https://docs.example.org/a' });
      expect((await plant.api.get(path(id))).body).toMatchObject({
        kind: 'address',
        url: 'https://docs.example.org/a',
      });
      await eventually(storedKeys, []);
      await upload(id, pdfPagesOf(1));
      expect((await plant.api.get(`/api/trainings/${id}`)).body.source_url).toBeNull();
      await plant.api.patch(`/api/trainings/${id}`, { type: 'video' });
      await eventually(storedKeys, []);
      await plant.api.patch(`/api/trainings/${id}`, { type: 'document' });
      await upload(id, pdfPagesOf(1));
      expect((await plant.api.delete(`/api/trainings/${id}`)).status).toBe(204);
      await eventually(storedKeys, []);
    });

    it('uploaded concurrently keeps one file only', async () => {
      const { training_id: id } = await draft();
      for (let attempt = 0; attempt < 4; attempt++) {
        // A training has one open upload, so the concurrent writes are texts.
        const [pdf, ...texts] = await Promise.all([
          upload(id, pdfPagesOf(2), { last_modified: attempt }),
          ...Array.from({ length: 5 }, () => writeText(id)),
        ]);
        expect([pdf, ...texts].map(({ status }) => status)).toEqual(Array(6).fill(200));
        const { kind } = (await plant.api.get(path(id))).body;
        await eventually(async () => (await storedKeys()).length, kind === 'pdf' ? 1 : 0);
      }
    });

    it('that is no PDF is refused and not stored', async () => {
      const { training_id: id } = await draft();
      expect(await upload(id, Buffer.from('<script>alert(1)</script>'))).toMatchObject({
        status: 415,
        body: { code: 'not_a_pdf' },
      });
      expect(await storedKeys()).toEqual([]);
      expect((await plant.api.get(`/api/trainings/${id}/uploads`)).body).toEqual([]);
      expect((await plant.api.get(path(id))).body.kind).toBeNull();
    });

    it('that is too large is refused before the upload', async () => {
      running.app.get(DocumentFileStore).maxBytes = 1_000;
      const { training_id: id } = await draft();
      expect(await upload(id, pdfPagesOf(9))).toMatchObject({ status: 413, body: { code: 'document_too_large' } });
    });

    it('is accepted by document trainings only', async () => {
      const video = await plant.createTraining();
      expect((await upload(video.training_id, pdfPagesOf(1))).status).toBe(409);
      const { training_id: id } = await draft();
      expect((await upload(id, pdfPagesOf(1), { type: 'video/mp4' })).status).toBe(409);
      expect((await writeText(video.training_id)).status).toBe(409);
    });

    it.each(Object.keys(HOSTILE_PDFS))(
      'whose pages cannot be counted is stored without a page count: %s',
      async (fileName) => {
        const { training_id: id } = await draft();
        expect((await upload(id, HOSTILE_PDFS[fileName]!)).status).toBe(200);
        expect([null, 1]).toContain((await plant.api.get(path(id))).body.pages);
      },
    );

    it('without a page count is viewed by opening it', async () => {
      const fixture = await draft();
      training_id = fixture.training_id;
      await upload(training_id, HOSTILE_PDFS['encrypted']!);
      await plant.api.post(`/api/trainings/${training_id}/publish`);
      await plant.assign([staff_id], [training_id]);
      expect((await learner.get(path())).body).toMatchObject({ pages: null, all_seen: false });
      expect((await viewPages([1])).body.all_seen).toBe(true);
      expect((await acknowledge()).body.training_completed).toBe(true);
    });
  });

  it('that is a text has as many pages as headings', async () => {
    await createAssigned();
    expect((await learner.get(path())).body).toMatchObject({ kind: 'markdown', pages: 3, text: TEXT, url: null });
  });

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['a number', 5],
    ['left out', undefined],
    ['a control character', 'a\u0000b'],
    ['too long', 'x'.repeat(100_001)],
  ])('that is no text is refused under its field: %s', async (_what, text) => {
    const { training_id: id } = await draft();
    expect(await plant.api.put(path(id), { text })).toMatchObject({
      status: 422,
      body: { errors: { text: [expect.any(String)] } },
    });
  });

  it('is required for publishing and cannot be removed afterwards', async () => {
    const { training_id: id } = await draft();
    const missing = async () => (await plant.api.get(`/api/trainings/${id}/publish-checklist`)).body.missing;
    expect(await missing()).toEqual(['source']);
    await writeText(id);
    expect(await missing()).toEqual([]);
    await plant.api.post(`/api/trainings/${id}/publish`);
    expect(await plant.api.delete(path(id))).toMatchObject({ status: 422, body: { code: 'checklist_open' } });
    expect((await plant.api.get(path(id))).body.kind).toBe('markdown');
    expect((await writeText(id, '# Another')).status).toBe(200);
  });

  describe('that is read', () => {
    it('counts pages at a limited speed', async () => {
      await createAssigned();
      expect((await learner.get(path())).body).toMatchObject({ pages_seen: [], page: 1, all_seen: false });
      expect((await assignment()).state).toBe('in_progress');
      expect((await viewPages([1, 2, 3], 3)).body).toMatchObject({ pages_seen: [1], all_seen: false });
      seconds(1);
      expect((await viewPages([2, 3, 99])).body.pages_seen).toEqual([1, 2]);
      expect((await viewPages([3])).body.pages_seen).toEqual([1, 2]);
      seconds(1);
      expect((await viewPages([1, 2, 3])).body).toMatchObject({ pages_seen: [1, 2, 3], page: 3, all_seen: true });
      expect((await viewPages([])).body.pages_seen).toEqual([1, 2, 3]);
    });

    it('resumes at the last page', async () => {
      await createAssigned();
      await learner.get(path());
      seconds(3);
      await viewPages([1, 2], 2);
      expect((await learner.get(path())).body).toMatchObject({ pages_seen: [1, 2], page: 2 });
    });

    it('counts every page of two concurrent tabs', async () => {
      await createAssigned();
      await learner.get(path());
      seconds(30);
      await Promise.all([viewPages([1]), viewPages([2]), viewPages([3])]);
      seconds(30);
      await Promise.all([viewPages([1]), viewPages([2]), viewPages([3])]);
      expect((await learner.get(path())).body.pages_seen).toEqual([1, 2, 3]);
    });

    it('is acknowledged only after all pages were viewed', async () => {
      await createAssigned();
      expect(await acknowledge()).toMatchObject({ status: 409, body: { code: 'document_not_opened' } });
      await learner.get(path());
      await viewPages([1]);
      expect(await acknowledge()).toMatchObject({ status: 422, body: { code: 'pages_not_seen' } });
      expect((await assignment()).state).toBe('in_progress');
    });

    it('and acknowledged completes the training like a video', async () => {
      const { skill_id } = await createAssigned({ validity_months: 12 });
      await readAll();
      const acknowledgeReply = await acknowledge();
      expect(acknowledgeReply.body).toMatchObject({
        training_completed: true,
        acknowledged_at: '2026-03-01T12:00:05.000Z',
      });
      expect(await assignment()).toMatchObject({
        state: 'completed',
        completed_at: '2026-03-01T12:00:05.000Z',
        valid_until: '2027-03-01',
      });
      expect(await level(skill_id)).toBe(2);
      const certificates = async () => (await learner.get(`/api/certificates?training_id=${training_id}`)).body.length;
      await eventually(certificates, 1);
    });

    it('and acknowledged is recorded once with person, time and revision', async () => {
      await createAssigned();
      await readAll();
      await Promise.all([acknowledge(), acknowledge()]);
      seconds(60);
      expect((await acknowledge()).body).toMatchObject({
        training_completed: false,
        acknowledged_at: '2026-03-01T12:00:05.000Z',
      });
      const { content_revision } = (await plant.api.get(`/api/trainings/${training_id}`)).body;
      const events = await plant.api.get('/api/audit-events?action=training-assignment.acknowledge');
      expect(events.body).toHaveLength(1);
      const readings = await running.app
        .get(Database)
        .rows('SELECT acknowledged_revision FROM document_reading WHERE customer_id = ?', [plant.customer_id]);
      expect(readings).toEqual([{ acknowledged_revision: content_revision }]);
    });

    it('needs the quiz as well, in any order', async () => {
      for (const first of ['document', 'quiz'] as const) {
        const { training_id: id } = await draft();
        training_id = id;
        await writeText(id);
        const fixture = await createQuiz(running, plant, id, [singleChoiceQuestion('Where is the brake?')]);
        await plant.api.post(`/api/trainings/${id}/publish`);
        await plant.assign([staff_id], [id]);
        const readAndAcknowledge = async () => {
          await readAll();
          await acknowledge();
        };
        await (first === 'quiz' ? passQuiz(fixture) : readAndAcknowledge());
        expect([first, (await assignment()).state]).toEqual([first, 'in_progress']);
        await (first === 'quiz' ? readAndAcknowledge() : passQuiz(fixture));
        expect([first, (await assignment()).state]).toEqual([first, 'completed']);
      }
    });

    it('and replaced before completion must be read again', async () => {
      await createAssigned();
      await readAll();
      const revisionBefore = (await plant.api.get(`/api/trainings/${training_id}`)).body.content_revision;
      await writeText(training_id, '# One\n\n# Two');
      expect((await plant.api.get(`/api/trainings/${training_id}`)).body.content_revision).toBe(revisionBefore + 1);
      expect(await viewPages([1])).toMatchObject({ status: 409, body: { code: 'document_not_opened' } });
      expect((await acknowledge()).status).toBe(409);
      expect((await learner.get(path())).body).toMatchObject({ pages: 2, pages_seen: [], page: 1 });
    });

    it('and replaced after completion keeps the completion', async () => {
      await createAssigned();
      await readAll();
      await acknowledge();
      await writeText(training_id, '# One\n\n# Two');
      expect((await assignment()).state).toBe('completed');
      expect((await learner.get(path())).body).toMatchObject({ pages: 2, acknowledged_at: null });
      expect((await viewPages([1])).status).toBe(200);
      expect((await acknowledge()).body.training_completed).toBe(false);
    });

    it('records no pages when the quiz alone completed the training before', async () => {
      const source_url = 'https://docs.example.org/lockout';
      const { training_id: id } = await draft({ source_url });
      training_id = id;
      const fixture = await createQuiz(running, plant, id, [singleChoiceQuestion('Where is the brake?')]);
      await plant.api.post(`/api/trainings/${id}/publish`);
      await plant.assign([staff_id], [id]);
      await passQuiz(fixture);
      const completed = await assignment();
      expect(completed.state).toBe('completed');
      await writeText(id);
      seconds(60);
      for (const reply of [await learner.get(path()), await viewPages([1]), await acknowledge()])
        expect(reply).toMatchObject({ status: 200, body: { pages: 3, pages_seen: [], acknowledged_at: null } });
      expect(await assignment()).toEqual(completed);
    });

    it('and taken away after the training was archived is neither opened, nor seen, nor acknowledged', async () => {
      await createAssigned();
      await plant.api.post(`/api/trainings/${training_id}/archive`);
      await plant.api.delete(path());
      expect((await learner.get(path())).body).toMatchObject({ kind: null, all_seen: false });
      for (const reply of [await viewPages([1]), await acknowledge()])
        expect(reply).toMatchObject({ status: 409, body: { code: 'nothing_to_read' } });
      expect((await assignment()).state).toBe('assigned');
    });

    it('of a training that became a draft again is as unknown as the draft', async () => {
      await createAssigned();
      await readAll();
      await plant.api.post(`/api/trainings/${training_id}/archive`);
      await plant.api.put(`/api/trainings/${training_id}/skills`, []);
      expect((await plant.api.post(`/api/trainings/${training_id}/unarchive`)).body.status).toBe('draft');
      for (const reply of [await learner.get(path()), await viewPages([1]), await acknowledge()])
        expect(reply.status).toBe(404);
    });

    it('and acknowledged before its quiz was archived is completed by the archiving', async () => {
      const { training_id: id } = await draft();
      training_id = id;
      await writeText(id);
      const fixture = await createQuiz(running, plant, id, [singleChoiceQuestion('Where is the brake?')]);
      await plant.api.post(`/api/trainings/${id}/publish`);
      await plant.assign([staff_id], [id]);
      await readAll();
      expect((await acknowledge()).body.training_completed).toBe(false);
      expect((await plant.api.post(`/api/quizzes/${fixture.quiz_id}/archive`)).status).toBe(200);
      seconds(60);
      await running.app.get(JobWorker, { strict: false }).drain();
      expect(await assignment()).toMatchObject({ state: 'completed', completed_at: '2026-03-01T12:00:05.000Z' });
      expect((await acknowledge()).body).toMatchObject({ acknowledged_at: '2026-03-01T12:00:05.000Z' });
      const events = await plant.api.get('/api/audit-events?action=training-assignment.acknowledge');
      expect(events.body).toHaveLength(1);
    });

    it('is not found without an assignment or by another organisation', async () => {
      await createAssigned();
      const unassignedLearner = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
      const other = await openPlant(running);
      const foreignLearner = other.as(await other.signInLearner((await other.createStaff()).staff_id));
      for (const client of [unassignedLearner, foreignLearner, other.api])
        for (const reply of [
          await client.get(path()),
          await client.post(`${path()}/pages`, { pages: [1] }),
          await acknowledge(client),
        ])
          expect(reply.status).toBe(404);
      expect((await other.api.put(path(), { text: 'Mine' })).status).toBe(404);
      expect((await other.api.delete(path())).status).toBe(404);
      expect((await learner.put(path(), { text: 'Mine' })).status).toBe(403);
    });

    it.each([{ pages: 'all' }, { pages: [0] }, { pages: [1.5] }, { pages: [2_001] }, { pages: [1], page: 0 }, {}])(
      'refuses invalid pages: %j',
      async (body) => {
        await createAssigned();
        await learner.get(path());
        expect((await learner.post(`${path()}/pages`, body)).status).toBe(422);
      },
    );
  });

  describe('at an address', () => {
    const address = { source_url: 'https://docs.example.org/lockout' };

    it.each(['link', 'document'])('as %s is opened, then acknowledged', async (type) => {
      const { skill_id } = await createAssigned({ type, ...address });
      expect((await learner.get(path())).body).toMatchObject({
        kind: 'address',
        url: address.source_url,
        pages: null,
        all_seen: false,
        asks_acknowledgement: true,
      });
      expect((await acknowledge()).status).toBe(422);
      expect((await viewPages([1])).body.all_seen).toBe(true);
      expect((await acknowledge()).body.training_completed).toBe(true);
      expect(await level(skill_id)).toBe(2);
    });

    it.each(['link', 'document'])('as %s with a changed address must be opened again', async (type) => {
      await createAssigned({ type, ...address });
      await learner.get(path());
      expect((await viewPages([1])).body.all_seen).toBe(true);
      const source_url = 'https://docs.example.org/lockout-2';
      expect((await plant.api.patch(`/api/trainings/${training_id}`, { source_url })).status).toBe(200);
      for (const reply of [await viewPages([1]), await acknowledge()])
        expect(reply).toMatchObject({ status: 409, body: { code: 'document_not_opened' } });
      expect((await learner.get(path())).body).toMatchObject({ url: source_url, pages_seen: [], all_seen: false });
      expect((await viewPages([1])).body.all_seen).toBe(true);
      expect((await acknowledge()).body.training_completed).toBe(true);
    });

    it('with the same address need not be opened again after another change', async () => {
      await createAssigned({ type: 'link', ...address });
      await learner.get(path());
      await viewPages([1]);
      const { skill_id } = await plant.createSkill();
      await plant.api.put(`/api/trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 1 }]);
      expect((await acknowledge()).body.training_completed).toBe(true);
    });

    it('that changed after completion keeps the completion', async () => {
      await createAssigned({ type: 'link', ...address });
      await learner.get(path());
      await viewPages([1]);
      await acknowledge();
      await plant.api.patch(`/api/trainings/${training_id}`, { source_url: 'https://docs.example.org/lockout-2' });
      expect((await learner.get(path())).body.acknowledged_at).toBeNull();
      expect((await viewPages([1])).status).toBe(200);
      expect((await assignment()).state).toBe('completed');
    });

    it('with a quiz is completed by the quiz alone', async () => {
      const { training_id: id } = await draft({ type: 'link', ...address });
      training_id = id;
      const fixture = await createQuiz(running, plant, id, [singleChoiceQuestion('Where is the brake?')]);
      await plant.api.post(`/api/trainings/${id}/publish`);
      await plant.assign([staff_id], [id]);
      expect((await learner.get(path())).body.asks_acknowledgement).toBe(false);
      await passQuiz(fixture);
      expect((await assignment()).state).toBe('completed');
    });
  });
});
