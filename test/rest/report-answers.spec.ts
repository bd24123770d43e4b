import { startApp, type RunningApp } from '../support/app';
import { openCrowd } from '../support/crowd';
import { operationsOf, type Operation } from '../support/openapi';
import { departures } from '../support/shape';
import { readings, type Measured } from '../support/traffic';

/** A file, not an answer to read. */
const isFile = (path: string) => path.endsWith('/export');

describe('what a report answers', () => {
  let running: RunningApp;
  let operations: Operation[];
  let answers: Measured[];
  beforeAll(async () => {
    running = await startApp();
    const isReport = ({ path }: Operation) => path.startsWith('/api/reports/') && !isFile(path);
    operations = (await operationsOf(running)).filter(isReport);
    answers = await readings(running, operations, await openCrowd(running, 12), {});
  }, 120_000);
  afterAll(() => running.close());

  it('is what the API document says of it, name by name, to an admin, a manager and a learner', () => {
    expect(answers.length).toBeGreaterThan(60);
    const wrong = answers.flatMap(({ name, operation, reply }) => {
      const { answer } = operations.find(({ method, path }) => `${method} ${path}` === operation)!;
      const found = answer ? departures(answer, reply.body) : ['the document describes nothing'];
      return found.slice(0, 5).map((each) => `${name}: ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  it('has rows in each of them, so that nothing was compared with an empty list', () => {
    const rowsOf = ({ reply }: Measured) => reply.body.rows ?? reply.body.columns ?? reply.body.skills ?? [reply.body];
    const filled = new Set(answers.filter((one) => rowsOf(one).length > 0).map(({ operation }) => operation));
    expect(operations.map(({ method, path }) => `${method} ${path}`).filter((each) => !filled.has(each))).toEqual([
      // Nobody's level ends soon there; what it answers then is compared where somebody's does (expiring-skills.spec).
      'GET /api/reports/expiring-skills',
    ]);
  });

  it('has one shape where the path says which, and that of the path which takes a query', async () => {
    const at = (path: string) => operations.find((each) => each.path === path)!.answer!;
    for (const path of ['targeted-skills/person', 'skill-wise/holders', 'skill-wise/person', 'skill-wise/trail']) {
      const [report] = path.split('/');
      expect([path, at(`/api/reports/${path}`).oneOf]).toEqual([path, undefined]);
      const { oneOf, anyOf } = at(`/api/reports/${report}`);
      expect(oneOf ?? anyOf).toContainEqual(at(`/api/reports/${path}`));
    }
  });
});
