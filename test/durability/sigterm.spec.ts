import { setTimeout as pause } from 'node:timers/promises';
import { prepareOrganisation, type PreparedOrganisation } from '../support/durability';
import { waitUntil } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/product-process';

describe('SIGTERM while 16 clients write', () => {
  let prepared: PreparedOrganisation;
  let running: ProductProcess;

  beforeAll(async () => {
    prepared = await prepareOrganisation();
  });
  afterAll(async () => {
    await running?.kill();
    await prepared.cleanUp();
  });

  const headers = () => ({ ...prepared.admin, 'content-type': 'application/json' });

  it('ends the process by itself, and every request it had accepted was answered', async () => {
    running = await startProcess(prepared.env);
    const acknowledged: string[] = [];
    const answers: number[] = [];
    const unanswered: string[] = [];
    let closeHeaders = 0;
    let sent = 0;
    let hasExited = false;
    const exit = new Promise<number | null>((done) =>
      running.child.once('exit', (code) => {
        hasExited = true;
        done(code);
      }),
    );
    const writers = Array.from({ length: 16 }, async () => {
      while (!hasExited) {
        const code = `T${sent++}`;
        const body = JSON.stringify({ staff_code: code, first_name: 'A', last_name: code, joined: '2024-01-01' });
        try {
          const answer = await fetch(`${running.url}/api/staff`, { method: 'POST', headers: headers(), body });
          await answer.text();
          answers.push(answer.status);
          if (answer.headers.get('connection') === 'close') closeHeaders++;
          if (answer.status === 201) acknowledged.push(code);
        } catch {
          unanswered.push(code);
          await pause(20); // no longer listening: a load balancer would use another process
        }
      }
    });
    await waitUntil(() => acknowledged.length >= 60, 'sixty writes are acknowledged');
    const before = acknowledged.length;
    running.child.kill('SIGTERM');
    const readiness: Promise<number>[] = [];
    while (!hasExited) {
      const probe = fetch(`${running.url}/health/ready`);
      readiness.push(probe.then(({ status }) => status).catch(() => 0));
      await pause(20);
    }
    expect(await exit).toBe(0);
    await Promise.all(writers);
    // A load balancer sees it before connections are refused.
    expect(await Promise.all(readiness)).toContain(503);
    expect(new Set(answers)).toEqual(new Set([201]));
    expect(acknowledged.length).toBeGreaterThan(before);
    expect(closeHeaders).toBeGreaterThan(0);

    running = await startProcess(prepared.env);
    const storedCodes = await staffCodes();
    // Every acknowledged write is stored, and every stored write was acknowledged.
    expect(acknowledged.filter((code) => !storedCodes.has(code))).toEqual([]);
    expect(unanswered.filter((code) => storedCodes.has(code))).toEqual([]);
    expect(storedCodes.size).toBe(acknowledged.length);
  });

  async function staffCodes(): Promise<Set<string>> {
    const storedCodes = new Set<string>();
    for (let from = 0; ; from += 200) {
      const answer = await fetch(`${running.url}/api/staff?_start=${from}&_end=${from + 200}`, { headers: headers() });
      const rows = (await answer.json()) as { staff_code: string }[];
      for (const row of rows) storedCodes.add(row.staff_code);
      if (rows.length < 200) return storedCodes;
    }
  }
});
