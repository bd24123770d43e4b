import { startApp, type RunningApp } from '../support/app';
import { createLargeOrganisation } from '../support/large-organisation';
import { operationsOf, type Operation } from '../support/openapi';
import { schemaDeviations } from '../support/schema-conformance';
import { measureReads, type MeasuredRequest } from '../support/measured-requests';

/** Exports answer a file, not JSON. */
const isFile = (path: string) => path.endsWith('/export');

describe('the responses of reports', () => {
  let running: RunningApp;
  let operations: Operation[];
  let answers: MeasuredRequest[];
  beforeAll(async () => {
    running = await startApp();
    const isReport = ({ path }: Operation) => path.startsWith('/api/reports/') && !isFile(path);
    operations = (await operationsOf(running)).filter(isReport);
    answers = await measureReads(running, operations, await createLargeOrganisation(running, 12), {});
  }, 120_000);
  afterAll(() => running.close());

  it('match the API document for an admin, a manager and a learner', () => {
    expect(answers.length).toBeGreaterThan(60);
    const wrong = answers.flatMap(({ name, operation, reply }) => {
      const { answer } = operations.find(({ method, path }) => `${method} ${path}` === operation)!;
      const deviations = answer ? schemaDeviations(answer, reply.body) : ['the document describes nothing'];
      return deviations.slice(0, 5).map((each) => `${name}: ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  it('have rows, so that nothing was compared with an empty list', () => {
    const rowsOf = ({ reply }: MeasuredRequest) =>
      reply.body.rows ?? reply.body.columns ?? reply.body.skills ?? [reply.body];
    const filled = new Set(answers.filter((one) => rowsOf(one).length > 0).map(({ operation }) => operation));
    expect(operations.map(({ method, path }) => `${method} ${path}`).filter((each) => !filled.has(each))).toEqual([
      // No level ends soon in this data; expiring-skills.spec.ts compares a response with rows.
      'GET /api/reports/expiring-skills',
    ]);
  });

  it('have one schema per specific path, which is an alternative of the general path', async () => {
    const responseSchema = (path: string) => operations.find((each) => each.path === path)!.answer!;
    for (const path of ['targeted-skills/person', 'skill-wise/holders', 'skill-wise/person', 'skill-wise/trail']) {
      const [report] = path.split('/');
      expect([path, responseSchema(`/api/reports/${path}`).oneOf]).toEqual([path, undefined]);
      const { oneOf, anyOf } = responseSchema(`/api/reports/${report}`);
      expect(oneOf ?? anyOf).toContainEqual(responseSchema(`/api/reports/${path}`));
    }
  });
});
