import { openDataSource } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { prepared, type Prepared } from '../support/durable';
import { startProcess, type ProductProcess } from '../support/process';

describe('requests with an Idempotency-Key, repeated after the process was killed in the middle of them', () => {
  let given: Prepared;
  let running: ProductProcess;

  beforeAll(async () => {
    given = await prepared();
  });
  afterAll(async () => {
    await running?.kill();
    await given.forget();
  });

  /** No code, so that only the key can tell a repetition from somebody of the same name. */
  const create = (name: string) =>
    fetch(`${running.url}/api/departments`, {
      method: 'POST',
      headers: { ...given.admin, 'content-type': 'application/json', 'idempotency-key': `key of ${name}` },
      body: JSON.stringify({ name }),
    });

  /** Half a minute passes: the claims of the dead process are over. */
  const letClaimsEnd = async () => {
    const dataSource = await openDataSource({ url: given.env['DATABASE_URL']!, entities, migrations });
    const database = new Database(dataSource);
    await new Transactions(dataSource).run(() =>
      database.write('UPDATE idempotency_key SET claimed_until = 0 WHERE answer_status IS NULL', []),
    );
    await dataSource.destroy();
  };

  it('are done exactly once each, and answered with the first answer where there was one', async () => {
    running = await startProcess(given.env);
    const answers = new Map<string, string>();
    const unsure = new Set<string>();
    let sent = 0;
    let killed = false;
    const writers = Array.from({ length: 8 }, async () => {
      while (!killed) {
        const name = `Hall ${sent++}`;
        unsure.add(name);
        try {
          const answer = await create(name);
          if (answer.status === 201) {
            answers.set(name, ((await answer.json()) as { department_id: string }).department_id);
            unsure.delete(name);
          }
        } catch {
          return;
        }
        if (answers.size >= 60 && !killed) {
          killed = true;
          await running.kill();
        }
      }
    });
    await Promise.all(writers);
    await letClaimsEnd();
    running = await startProcess(given.env);
    expect(unsure.size).toBeGreaterThan(0);
    for (const name of [...unsure, ...answers.keys()]) {
      const answer = await create(name);
      const { department_id } = (await answer.json()) as { department_id: string };
      expect([name, answer.status]).toEqual([name, 201]);
      if (answers.has(name)) {
        expect(answer.headers.get('idempotency-replayed')).toBe('true');
        expect(department_id).toBe(answers.get(name));
      }
      answers.set(name, department_id);
    }
    const list = await fetch(`${running.url}/api/departments?_start=0&_end=200`, { headers: given.admin });
    const rows = (await list.json()) as { department_id: string; name: string }[];
    expect(new Map(rows.map((row) => [row.name, row.department_id]))).toEqual(answers);
    expect(rows).toHaveLength(answers.size);
  });
});
