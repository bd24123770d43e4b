import { setTimeout as pause } from 'node:timers/promises';
import { prepareOrganisation, type PreparedOrganisation } from '../support/durability';
import { waitUntil } from '../support/eventually';
import { TestMariaDb } from '../support/test-mariadb';
import { startProcess, type ProductProcess } from '../support/product-process';

/** kill.spec kills the process instead, database-connection-lost.spec interrupts the connection. */
describe('a database server killed with SIGKILL under load', () => {
  let server: TestMariaDb;
  let prepared: PreparedOrganisation;
  let running: ProductProcess;

  beforeAll(async () => {
    server = await TestMariaDb.create();
    await server.start();
    prepared = await prepareOrganisation({ url: server.url, drop: async () => undefined });
    running = await startProcess(prepared.env);
  });
  afterAll(async () => {
    await running?.kill();
    await prepared?.cleanUp();
    await server?.cleanUp();
  });

  it('makes requests answer 503 while away; afterwards all works and no acknowledged write is lost', async () => {
    const answers: { code: string; status: number }[] = [];
    let sent = 0;
    let isDone = false;
    const writer = async () => {
      while (!isDone) {
        const code = `D${sent++}`;
        const answer = await fetch(`${running.url}/api/staff`, {
          method: 'POST',
          headers: { ...prepared.admin, 'content-type': 'application/json' },
          body: JSON.stringify({ staff_code: code, first_name: 'A', last_name: code, joined: '2024-01-01' }),
        });
        await answer.text();
        answers.push({ code, status: answer.status });
        if (answer.status !== 201) await pause(50);
      }
    };
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    const health = async (what: string) => {
      const answer = await fetch(`${running.url}/health/${what}`);
      await answer.text();
      return answer.status;
    };

    const writers = Array.from({ length: 8 }, writer);
    for (let iteration = 0; iteration < 2; iteration++) {
      const [acknowledged, refused] = [count(201), count(503)];
      await waitUntil(() => count(201) >= acknowledged + 50, 'writes are acknowledged');
      await server.kill();
      await waitUntil(() => count(503) >= refused + 20, 'writes are refused');
      expect([await health('live'), await health('ready')]).toEqual([200, 503]);
      await server.start();
      await waitUntil(() => count(201) >= acknowledged + 100, 'writes go on');
      expect(await health('ready')).toBe(200);
    }
    isDone = true;
    await Promise.all(writers);

    const storedCodes = await staffCodes();
    expect(answers.filter(({ code, status }) => status === 201 && !storedCodes.has(code))).toEqual([]);
    // A commit whose acknowledgement was lost is retried and then finds its own row.
    expect(answers.filter(({ code, status }) => ![201, 503].includes(status) && !storedCodes.has(code))).toEqual([]);
    const usage = await fetch(`${running.url}/Common/get_available_count/${prepared.admin['oid']}`, {
      headers: prepared.admin,
    });
    expect(((await usage.json()) as { data: { total_staff: number } }).data.total_staff).toBe(storedCodes.size);
  });

  async function staffCodes(): Promise<Set<string>> {
    const storedCodes = new Set<string>();
    for (let from = 0; ; from += 200) {
      const path = `/api/staff?_start=${from}&_end=${from + 200}`;
      const rows = (await (await fetch(running.url + path, { headers: prepared.admin })).json()) as {
        staff_code: string;
      }[];
      for (const row of rows) storedCodes.add(row.staff_code);
      if (rows.length < 200) return storedCodes;
    }
  }
});
