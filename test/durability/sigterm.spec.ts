import { setTimeout as pause } from 'node:timers/promises';
import { prepared, type Prepared } from '../support/durable';
import { until } from '../support/eventually';
import { startProcess, type ProductProcess } from '../support/process';

describe('SIGTERM while 16 clients write', () => {
  let given: Prepared;
  let running: ProductProcess;

  beforeAll(async () => {
    given = await prepared();
  });
  afterAll(async () => {
    await running?.kill();
    await given.forget();
  });

  const headers = () => ({ ...given.admin, 'content-type': 'application/json' });

  it('ends the process by itself, and every request it had accepted was answered', async () => {
    running = await startProcess(given.env);
    const acknowledged: string[] = [];
    const answers: number[] = [];
    const unanswered: string[] = [];
    let closing = 0;
    let sent = 0;
    let ended = false;
    const exit = new Promise<number | null>((done) =>
      running.child.once('exit', (code) => {
        ended = true;
        done(code);
      }),
    );
    const writers = Array.from({ length: 16 }, async () => {
      while (!ended) {
        const code = `T${sent++}`;
        const body = JSON.stringify({ staff_code: code, first_name: 'A', last_name: code, joined: '2024-01-01' });
        try {
          const answer = await fetch(`${running.url}/api/staff`, { method: 'POST', headers: headers(), body });
          await answer.text();
          answers.push(answer.status);
          if (answer.headers.get('connection') === 'close') closing++;
          if (answer.status === 201) acknowledged.push(code);
        } catch {
          unanswered.push(code);
          await pause(20); // not listening any more: another process would have been asked
        }
      }
    });
    await until(() => acknowledged.length >= 60, 'sixty writes are acknowledged');
    const before = acknowledged.length;
    running.child.kill('SIGTERM');
    const readiness: Promise<number>[] = [];
    while (!ended) {
      const asked = fetch(`${running.url}/health/ready`);
      readiness.push(asked.then(({ status }) => status).catch(() => 0));
      await pause(20);
    }
    expect(await exit).toBe(0);
    await Promise.all(writers);
    // A balancer sees it before the door is shut.
    expect(await Promise.all(readiness)).toContain(503);
    expect(new Set(answers)).toEqual(new Set([201]));
    expect(acknowledged.length).toBeGreaterThan(before);
    expect(closing).toBeGreaterThan(0);

    running = await startProcess(given.env);
    const kept = await staffCodes();
    // Acknowledged is written; and what was written had its answer: nobody was cut off in the middle.
    expect(acknowledged.filter((code) => !kept.has(code))).toEqual([]);
    expect(unanswered.filter((code) => kept.has(code))).toEqual([]);
    expect(kept.size).toBe(acknowledged.length);
  });

  async function staffCodes(): Promise<Set<string>> {
    const kept = new Set<string>();
    for (let from = 0; ; from += 200) {
      const answer = await fetch(`${running.url}/api/staff?_start=${from}&_end=${from + 200}`, { headers: headers() });
      const rows = (await answer.json()) as { staff_code: string }[];
      for (const row of rows) kept.add(row.staff_code);
      if (rows.length < 200) return kept;
    }
  }
});
