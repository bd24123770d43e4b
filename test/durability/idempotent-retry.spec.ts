import { openDataSource } from '../../src/infrastructure/database/data-source';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { migrations } from '../../src/migrations';
import { entities } from '../../src/schema';
import { prepareOrganisation, type PreparedOrganisation } from '../support/durability';
import { startProcess, type ProductProcess } from '../support/product-process';

describe('requests with an Idempotency-Key, repeated after the process was killed in the middle of them', () => {
  let prepared: PreparedOrganisation;
  let running: ProductProcess;

  beforeAll(async () => {
    prepared = await prepareOrganisation();
  });
  afterAll(async () => {
    await running?.kill();
    await prepared.cleanUp();
  });

  /** A department has no unique code, so only the key identifies a repeated request. */
  const create = (name: string) =>
    fetch(`${running.url}/api/departments`, {
      method: 'POST',
      headers: { ...prepared.admin, 'content-type': 'application/json', 'idempotency-key': `key of ${name}` },
      body: JSON.stringify({ name }),
    });

  /** Expires the claims of the killed process. */
  const expireClaims = async () => {
    const dataSource = await openDataSource({ url: prepared.env['DATABASE_URL']!, entities, migrations });
    const database = new Database(dataSource);
    await new TransactionManager(dataSource).run(() =>
      database.write('UPDATE idempotency_key SET claimed_until = 0 WHERE answer_status IS NULL', []),
    );
    await dataSource.destroy();
  };

  it('are executed exactly once and return the first response if there was one', async () => {
    running = await startProcess(prepared.env);
    const answers = new Map<string, string>();
    const unacknowledged = new Set<string>();
    let sent = 0;
    let killed = false;
    const writers = Array.from({ length: 8 }, async () => {
      while (!killed) {
        const name = `Hall ${sent++}`;
        unacknowledged.add(name);
        try {
          const answer = await create(name);
          if (answer.status === 201) {
            answers.set(name, ((await answer.json()) as { department_id: string }).department_id);
            unacknowledged.delete(name);
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
    await expireClaims();
    running = await startProcess(prepared.env);
    expect(unacknowledged.size).toBeGreaterThan(0);
    for (const name of [...unacknowledged, ...answers.keys()]) {
      const answer = await create(name);
      const { department_id } = (await answer.json()) as { department_id: string };
      expect([name, answer.status]).toEqual([name, 201]);
      if (answers.has(name)) {
        expect(answer.headers.get('idempotency-replayed')).toBe('true');
        expect(department_id).toBe(answers.get(name));
      }
      answers.set(name, department_id);
    }
    const list = await fetch(`${running.url}/api/departments?_start=0&_end=200`, { headers: prepared.admin });
    const rows = (await list.json()) as { department_id: string; name: string }[];
    expect(new Map(rows.map((row) => [row.name, row.department_id]))).toEqual(answers);
    expect(rows).toHaveLength(answers.size);
  });
});
