import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { DOCUMENT_BYTES_MAX } from '../../src/contract/document-sections';
import { Database } from '../../src/platform/database/database';
import { Files } from '../../src/platform/files/files';
import { DocumentFiles } from '../../src/trainings/document-files';
import { keptDocuments } from '../../src/trainings/kept-files';
import { startApp, type RunningApp } from '../support/app';
import { cannotActAsOurPage } from '../support/beyond-one-machine';
import { comesTo } from '../support/eventually';
import { HOSTILE, pdfPagesOf } from '../support/pdfs';
import { openPlant, type Plant } from '../support/plant';
import { quiz, single, type GivenQuiz } from '../support/quiz-given';
import { announced, pieceOf, sendPart } from '../support/uploads';

const rightOf = ({ questions }: GivenQuiz): string => questions[0]!.options[0]!.option_id;
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
    ({ staff_id } = await plant.staff());
    learner = plant.as(await plant.learner(staff_id));
  });
  afterEach(() => {
    running.app.get(DocumentFiles).maxBytes = DOCUMENT_BYTES_MAX;
    running.clock.release();
  });
  afterAll(() => running.close());

  const path = (id = training_id) => `/api/trainings/${id}/document`;
  const seconds = (count: number) => running.clock.advance(count * 1_000);
  const kept = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of running.app.get(Files).list(`${plant.customer_id}/`)) keys.push(key);
    return keys;
  };
  const draft = async (more: object = {}) => {
    const { category_id } = await plant.category();
    const { skill_id } = await plant.skill();
    const made = await plant.training({ type: 'document', category_id, ...more });
    await plant.api.put(`/api/trainings/${made.training_id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    return { ...made, skill_id };
  };
  /** Sends it, and answers what completing it does. */
  const upload = async (id: string, bytes: Buffer, more: object = {}) => {
    const uploads = `/api/trainings/${id}/uploads`;
    const begun = await plant.api.post(
      uploads,
      announced(bytes, { name: 'lockout.pdf', type: 'application/pdf', ...more }),
    );
    if (begun.status !== 201) return begun;
    for (const part of begun.body.parts)
      await sendPart(running.url, plant.admin, part.url, pieceOf(bytes, part, begun.body.part_bytes));
    return plant.api.post(`${uploads}/${begun.body.upload_id}/complete`, {});
  };
  const written = async (id: string, text = TEXT) => plant.api.put(path(id), { text });
  /** Published and assigned: three pages of text. */
  const assigned = async (more: object = {}) => {
    const made = await draft(more);
    training_id = made.training_id;
    if (!('source_url' in more)) expect((await written(training_id)).status).toBe(200);
    expect((await plant.api.post(`/api/trainings/${training_id}/publish`)).status).toBe(200);
    await plant.assign([staff_id], [training_id]);
    return made;
  };
  const see = (pages: number[], page?: number) => learner.post(`${path()}/pages`, { pages, page });
  const acknowledge = (who = learner) => who.post(`${path()}/acknowledgement`, {});
  const readAll = async () => {
    await learner.get(path());
    seconds(5);
    return see([1, 2, 3]);
  };
  const pass = async (made: GivenQuiz) => {
    const { attempt_id } = (await learner.post('/api/attempts', { training_id })).body;
    await learner.put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [rightOf(made)], sequence: 1 });
    await learner.post(`/api/attempts/${attempt_id}/submit`, {});
  };
  const assignment = async () => (await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body[0];
  const level = async (skill_id: string) =>
    (await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}`)).body.level;

  describe('that is a PDF', () => {
    it('is read before the training has it, and its pages are counted', async () => {
      const { training_id: id } = await draft();
      expect(await upload(id, pdfPagesOf(3))).toMatchObject({ status: 200, body: { content_revision: 3 } });
      const preview = await plant.api.get(path(id));
      expect(preview.body).toMatchObject({ kind: 'pdf', name: 'lockout.pdf', pages: 3, assignment_id: null });
      expect(await kept()).toEqual([expect.stringMatching(/^\d+\/document\/[0-9a-f-]{36}\.pdf$/)]);
      // So backups and moves take it along.
      const told = await running.app.get(Database).rows<Record<string, unknown>>(keptDocuments.sql);
      expect(told.map(keptDocuments.path)).toEqual(expect.arrayContaining(await kept()));
    });

    it('is reached by a short link that ends with the session, and cannot act as a page of ours', async () => {
      const { training_id: id } = await draft();
      await upload(id, pdfPagesOf(2));
      const admin = await plant.signIn({ role: 'admin' });
      const { url, expires_at } = (await plant.as(admin).get(path(id))).body;
      expect(expires_at).toBe('2026-03-01T14:00:00.000Z');
      const answer = await fetch(running.url + url);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(cannotActAsOurPage(answer, running.url)).toBe(true);
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="document.pdf"');
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdfPagesOf(2))).toBe(true);
      const part = await fetch(running.url + url, { headers: { range: 'bytes=0-4' } });
      expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
      await plant.as(admin).post('/api/auth/logout', {});
      expect((await fetch(running.url + url)).status).toBe(404);
    });

    it('takes the place of the one before it, whose file is deleted', async () => {
      const { training_id: id } = await draft();
      await upload(id, pdfPagesOf(3));
      const [first] = await kept();
      await upload(id, pdfPagesOf(4));
      await comesTo(async () => (await kept()).filter((key) => key === first), []);
      expect(await kept()).toHaveLength(1);
      await written(id);
      await comesTo(kept, []);
      await upload(id, pdfPagesOf(1));
      await plant.api.patch(`/api/trainings/${id}`, { source_url: 'https://docs.example.org/a' });
      expect((await plant.api.get(path(id))).body).toMatchObject({
        kind: 'address',
        url: 'https://docs.example.org/a',
      });
      await comesTo(kept, []);
      await upload(id, pdfPagesOf(1));
      expect((await plant.api.get(`/api/trainings/${id}`)).body.source_url).toBeNull();
      await plant.api.patch(`/api/trainings/${id}`, { type: 'video' });
      await comesTo(kept, []);
      await plant.api.patch(`/api/trainings/${id}`, { type: 'document' });
      await upload(id, pdfPagesOf(1));
      expect((await plant.api.delete(`/api/trainings/${id}`)).status).toBe(204);
      await comesTo(kept, []);
    });

    it('takes its place once of several that come at once, and no other file stays', async () => {
      const { training_id: id } = await draft();
      for (let round = 0; round < 4; round++) {
        // One upload at a time is open in a training: texts come beside it.
        const [pdf, ...texts] = await Promise.all([
          upload(id, pdfPagesOf(2), { last_modified: round }),
          ...Array.from({ length: 5 }, () => written(id)),
        ]);
        expect([pdf, ...texts].map(({ status }) => status)).toEqual(Array(6).fill(200));
        const { kind } = (await plant.api.get(path(id))).body;
        await comesTo(async () => (await kept()).length, kind === 'pdf' ? 1 : 0);
      }
    });

    it('that is none is refused, and nothing of it stays', async () => {
      const { training_id: id } = await draft();
      expect(await upload(id, Buffer.from('<script>alert(1)</script>'))).toMatchObject({
        status: 415,
        body: { code: 'not_a_pdf' },
      });
      expect(await kept()).toEqual([]);
      expect((await plant.api.get(`/api/trainings/${id}/uploads`)).body).toEqual([]);
      expect((await plant.api.get(path(id))).body.kind).toBeNull();
    });

    it('that is too large is refused before a byte of it comes', async () => {
      running.app.get(DocumentFiles).maxBytes = 1_000;
      const { training_id: id } = await draft();
      expect(await upload(id, pdfPagesOf(9))).toMatchObject({ status: 413, body: { code: 'document_too_large' } });
    });

    it('is taken by a training of its type only', async () => {
      const video = await plant.training();
      expect((await upload(video.training_id, pdfPagesOf(1))).status).toBe(409);
      const { training_id: id } = await draft();
      expect((await upload(id, pdfPagesOf(1), { type: 'video/mp4' })).status).toBe(409);
      expect((await written(video.training_id)).status).toBe(409);
    });

    it.each(Object.keys(HOSTILE))('whose pages cannot be counted is kept without them: %s', async (what) => {
      const { training_id: id } = await draft();
      expect((await upload(id, HOSTILE[what]!)).status).toBe(200);
      expect([null, 1]).toContain((await plant.api.get(path(id))).body.pages);
    });

    it('without counted pages is seen by being opened', async () => {
      const made = await draft();
      training_id = made.training_id;
      await upload(training_id, HOSTILE['encrypted']!);
      await plant.api.post(`/api/trainings/${training_id}/publish`);
      await plant.assign([staff_id], [training_id]);
      expect((await learner.get(path())).body).toMatchObject({ pages: null, all_seen: false });
      expect((await see([1])).body.all_seen).toBe(true);
      expect((await acknowledge()).body.training_completed).toBe(true);
    });
  });

  it('that is a text has as many pages as headings', async () => {
    await assigned();
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

  it('is on the checklist of what is published, and what is published keeps it', async () => {
    const { training_id: id } = await draft();
    const missing = async () => (await plant.api.get(`/api/trainings/${id}/publish-checklist`)).body.missing;
    expect(await missing()).toEqual(['source']);
    await written(id);
    expect(await missing()).toEqual([]);
    await plant.api.post(`/api/trainings/${id}/publish`);
    expect(await plant.api.delete(path(id))).toMatchObject({ status: 422, body: { code: 'checklist_open' } });
    expect((await plant.api.get(path(id))).body.kind).toBe('markdown');
    expect((await written(id, '# Another')).status).toBe(200);
  });

  describe('that is read', () => {
    it('is counted page by page, no faster than anybody reads', async () => {
      await assigned();
      expect((await learner.get(path())).body).toMatchObject({ pages_seen: [], page: 1, all_seen: false });
      expect((await assignment()).state).toBe('in_progress');
      expect((await see([1, 2, 3], 3)).body).toMatchObject({ pages_seen: [1], all_seen: false });
      seconds(1);
      expect((await see([2, 3, 99])).body.pages_seen).toEqual([1, 2]);
      expect((await see([3])).body.pages_seen).toEqual([1, 2]);
      seconds(1);
      expect((await see([1, 2, 3])).body).toMatchObject({ pages_seen: [1, 2, 3], page: 3, all_seen: true });
      expect((await see([])).body.pages_seen).toEqual([1, 2, 3]);
    });

    it('goes on where it was', async () => {
      await assigned();
      await learner.get(path());
      seconds(3);
      await see([1, 2], 2);
      expect((await learner.get(path())).body).toMatchObject({ pages_seen: [1, 2], page: 2 });
    });

    it('by two tabs at once loses no page', async () => {
      await assigned();
      await learner.get(path());
      seconds(30);
      await Promise.all([see([1]), see([2]), see([3])]);
      seconds(30);
      await Promise.all([see([1]), see([2]), see([3])]);
      expect((await learner.get(path())).body.pages_seen).toEqual([1, 2, 3]);
    });

    it('is acknowledged only when all of its pages were seen', async () => {
      await assigned();
      expect(await acknowledge()).toMatchObject({ status: 409, body: { code: 'document_not_opened' } });
      await learner.get(path());
      await see([1]);
      expect(await acknowledge()).toMatchObject({ status: 422, body: { code: 'pages_not_seen' } });
      expect((await assignment()).state).toBe('in_progress');
    });

    it('and understood completes the training, by the same way as a video', async () => {
      const { skill_id } = await assigned({ validity_months: 12 });
      await readAll();
      const said = await acknowledge();
      expect(said.body).toMatchObject({ training_completed: true, acknowledged_at: '2026-03-01T12:00:05.000Z' });
      expect(await assignment()).toMatchObject({
        state: 'completed',
        completed_at: '2026-03-01T12:00:05.000Z',
        valid_until: '2027-03-01',
      });
      expect(await level(skill_id)).toBe(2);
      const certificates = async () => (await learner.get(`/api/certificates?training_id=${training_id}`)).body.length;
      await comesTo(certificates, 1);
    });

    it('and understood is said once, whoever asks again, and keeps who, when and of which revision', async () => {
      await assigned();
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

    it('waits for the quiz where there is one, in whatever order', async () => {
      for (const first of ['document', 'quiz'] as const) {
        const { training_id: id } = await draft();
        training_id = id;
        await written(id);
        const made = await quiz(running, plant, id, [single('Where is the brake?')]);
        await plant.api.post(`/api/trainings/${id}/publish`);
        await plant.assign([staff_id], [id]);
        const read = async () => {
          await readAll();
          await acknowledge();
        };
        await (first === 'quiz' ? pass(made) : read());
        expect([first, (await assignment()).state]).toEqual([first, 'in_progress']);
        await (first === 'quiz' ? read() : pass(made));
        expect([first, (await assignment()).state]).toEqual([first, 'completed']);
      }
    });

    it('and replaced before the training is complete is read anew', async () => {
      await assigned();
      await readAll();
      const before = (await plant.api.get(`/api/trainings/${training_id}`)).body.content_revision;
      await written(training_id, '# One\n\n# Two');
      expect((await plant.api.get(`/api/trainings/${training_id}`)).body.content_revision).toBe(before + 1);
      expect(await see([1])).toMatchObject({ status: 409, body: { code: 'document_not_opened' } });
      expect((await acknowledge()).status).toBe(409);
      expect((await learner.get(path())).body).toMatchObject({ pages: 2, pages_seen: [], page: 1 });
    });

    it('and replaced afterwards leaves what is completed as it was', async () => {
      await assigned();
      await readAll();
      await acknowledge();
      await written(training_id, '# One\n\n# Two');
      expect((await assignment()).state).toBe('completed');
      expect((await learner.get(path())).body).toMatchObject({ pages: 2, acknowledged_at: null });
      expect((await see([1])).status).toBe(200);
      expect((await acknowledge()).body.training_completed).toBe(false);
    });

    it('where the quiz alone completed it, before it was a document, takes no pages and stays as it is', async () => {
      const source_url = 'https://docs.example.org/lockout';
      const { training_id: id } = await draft({ source_url });
      training_id = id;
      const made = await quiz(running, plant, id, [single('Where is the brake?')]);
      await plant.api.post(`/api/trainings/${id}/publish`);
      await plant.assign([staff_id], [id]);
      await pass(made);
      const completed = await assignment();
      expect(completed.state).toBe('completed');
      await written(id);
      seconds(60);
      for (const reply of [await learner.get(path()), await see([1]), await acknowledge()])
        expect(reply).toMatchObject({ status: 200, body: { pages: 3, pages_seen: [], acknowledged_at: null } });
      expect(await assignment()).toEqual(completed);
    });

    it('and taken away after the training was archived is neither opened, nor seen, nor acknowledged', async () => {
      await assigned();
      await plant.api.post(`/api/trainings/${training_id}/archive`);
      await plant.api.delete(path());
      expect((await learner.get(path())).body).toMatchObject({ kind: null, all_seen: false });
      for (const reply of [await see([1]), await acknowledge()])
        expect(reply).toMatchObject({ status: 409, body: { code: 'nothing_to_read' } });
      expect((await assignment()).state).toBe('assigned');
    });

    it('of a training that became a draft again is as unknown as the draft', async () => {
      await assigned();
      await readAll();
      await plant.api.post(`/api/trainings/${training_id}/archive`);
      await plant.api.put(`/api/trainings/${training_id}/skills`, []);
      expect((await plant.api.post(`/api/trainings/${training_id}/unarchive`)).body.status).toBe('draft');
      for (const reply of [await learner.get(path()), await see([1]), await acknowledge()])
        expect(reply.status).toBe(404);
    });

    it('and acknowledged before its quiz was archived is completed by the archiving', async () => {
      const { training_id: id } = await draft();
      training_id = id;
      await written(id);
      const made = await quiz(running, plant, id, [single('Where is the brake?')]);
      await plant.api.post(`/api/trainings/${id}/publish`);
      await plant.assign([staff_id], [id]);
      await readAll();
      expect((await acknowledge()).body.training_completed).toBe(false);
      expect((await plant.api.post(`/api/quizzes/${made.quiz_id}/archive`)).status).toBe(200);
      seconds(60);
      await running.app.get(JobWorker, { strict: false }).settle();
      expect(await assignment()).toMatchObject({ state: 'completed', completed_at: '2026-03-01T12:00:05.000Z' });
      expect((await acknowledge()).body).toMatchObject({ acknowledged_at: '2026-03-01T12:00:05.000Z' });
      const events = await plant.api.get('/api/audit-events?action=training-assignment.acknowledge');
      expect(events.body).toHaveLength(1);
    });

    it('is nobody else’s: not of who has it not to do, nor of another organisation', async () => {
      await assigned();
      const stranger = plant.as(await plant.learner((await plant.staff()).staff_id));
      const other = await openPlant(running);
      const theirs = other.as(await other.learner((await other.staff()).staff_id));
      for (const who of [stranger, theirs, other.api])
        for (const reply of [
          await who.get(path()),
          await who.post(`${path()}/pages`, { pages: [1] }),
          await acknowledge(who),
        ])
          expect(reply.status).toBe(404);
      expect((await other.api.put(path(), { text: 'Mine' })).status).toBe(404);
      expect((await other.api.delete(path())).status).toBe(404);
      expect((await learner.put(path(), { text: 'Mine' })).status).toBe(403);
    });

    it.each([{ pages: 'all' }, { pages: [0] }, { pages: [1.5] }, { pages: [2_001] }, { pages: [1], page: 0 }, {}])(
      'takes no pages that are none: %j',
      async (body) => {
        await assigned();
        await learner.get(path());
        expect((await learner.post(`${path()}/pages`, body)).status).toBe(422);
      },
    );
  });

  describe('at an address', () => {
    const address = { source_url: 'https://docs.example.org/lockout' };

    it.each(['link', 'document'])('as %s is opened, then acknowledged', async (type) => {
      const { skill_id } = await assigned({ type, ...address });
      expect((await learner.get(path())).body).toMatchObject({
        ...{ kind: 'address', url: address.source_url, pages: null, all_seen: false, asks_acknowledgement: true },
      });
      expect((await acknowledge()).status).toBe(422);
      expect((await see([1])).body.all_seen).toBe(true);
      expect((await acknowledge()).body.training_completed).toBe(true);
      expect(await level(skill_id)).toBe(2);
    });

    it.each(['link', 'document'])('as %s that changed is opened anew', async (type) => {
      await assigned({ type, ...address });
      await learner.get(path());
      expect((await see([1])).body.all_seen).toBe(true);
      const source_url = 'https://docs.example.org/lockout-2';
      expect((await plant.api.patch(`/api/trainings/${training_id}`, { source_url })).status).toBe(200);
      for (const reply of [await see([1]), await acknowledge()])
        expect(reply).toMatchObject({ status: 409, body: { code: 'document_not_opened' } });
      expect((await learner.get(path())).body).toMatchObject({ url: source_url, pages_seen: [], all_seen: false });
      expect((await see([1])).body.all_seen).toBe(true);
      expect((await acknowledge()).body.training_completed).toBe(true);
    });

    it('that stays the same is not opened anew because the training gives another skill', async () => {
      await assigned({ type: 'link', ...address });
      await learner.get(path());
      await see([1]);
      const { skill_id } = await plant.skill();
      await plant.api.put(`/api/trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 1 }]);
      expect((await acknowledge()).body.training_completed).toBe(true);
    });

    it('that changed after it was completed leaves it as it was', async () => {
      await assigned({ type: 'link', ...address });
      await learner.get(path());
      await see([1]);
      await acknowledge();
      await plant.api.patch(`/api/trainings/${training_id}`, { source_url: 'https://docs.example.org/lockout-2' });
      expect((await learner.get(path())).body.acknowledged_at).toBeNull();
      expect((await see([1])).status).toBe(200);
      expect((await assignment()).state).toBe('completed');
    });

    it('with a quiz is completed by the quiz alone, as it was before', async () => {
      const { training_id: id } = await draft({ type: 'link', ...address });
      training_id = id;
      const made = await quiz(running, plant, id, [single('Where is the brake?')]);
      await plant.api.post(`/api/trainings/${id}/publish`);
      await plant.assign([staff_id], [id]);
      expect((await learner.get(path())).body.asks_acknowledgement).toBe(false);
      await pass(made);
      expect((await assignment()).state).toBe('completed');
    });
  });
});
