import { setTimeout as pause } from 'node:timers/promises';
import { prepared, type Prepared } from '../support/durable';
import { until } from '../support/eventually';
import { OwnMariaDb } from '../support/own-mariadb';
import { startProcess, type ProductProcess } from '../support/process';

/** contract.md, Integrity. kill.spec kills the process instead, database-away.spec the way between the two. */
describe('a database server killed with SIGKILL under load', () => {
  let server: OwnMariaDb;
  let given: Prepared;
  let running: ProductProcess;

  beforeAll(async () => {
    server = await OwnMariaDb.create();
    await server.start();
    given = await prepared({ url: server.url, drop: async () => undefined });
    running = await startProcess(given.env);
  });
  afterAll(async () => {
    await running?.kill();
    await given?.forget();
    await server?.forget();
  });

  it('is answered with 503 while it is away; once it is back everything goes on, and every acknowledged write is there', async () => {
    const answers: { code: string; status: number }[] = [];
    let sent = 0;
    let enough = false;
    const writer = async () => {
      while (!enough) {
        const code = `D${sent++}`;
        const answer = await fetch(`${running.url}/api/staff`, {
          method: 'POST',
          headers: { ...given.admin, 'content-type': 'application/json' },
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
    for (let round = 0; round < 2; round++) {
      const [acknowledged, refused] = [count(201), count(503)];
      await until(() => count(201) >= acknowledged + 50, 'writes are acknowledged');
      await server.kill();
      await until(() => count(503) >= refused + 20, 'writes are refused');
      expect([await health('live'), await health('ready')]).toEqual([200, 503]);
      await server.start();
      await until(() => count(201) >= acknowledged + 100, 'writes go on');
      expect(await health('ready')).toBe(200);
    }
    enough = true;
    await Promise.all(writers);

    const kept = await staffCodes();
    expect(answers.filter(({ code, status }) => status === 201 && !kept.has(code))).toEqual([]);
    // A commit whose acknowledgement was lost with the server is tried again, and then finds its own row.
    expect(answers.filter(({ code, status }) => ![201, 503].includes(status) && !kept.has(code))).toEqual([]);
    const usage = await fetch(`${running.url}/Common/get_available_count/${given.admin['oid']}`, {
      headers: given.admin,
    });
    expect(((await usage.json()) as { data: { total_staff: number } }).data.total_staff).toBe(kept.size);
  });

  async function staffCodes(): Promise<Set<string>> {
    const kept = new Set<string>();
    for (let from = 0; ; from += 200) {
      const path = `/api/staff?_start=${from}&_end=${from + 200}`;
      const rows = (await (await fetch(running.url + path, { headers: given.admin })).json()) as {
        staff_code: string;
      }[];
      for (const row of rows) kept.add(row.staff_code);
      if (rows.length < 200) return kept;
    }
  }
});
