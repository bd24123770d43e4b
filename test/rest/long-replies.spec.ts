import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Customers } from '../../src/customers/customers.service';
import { replies } from '../../src/platform/http/idle-reply';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { fileOf } from '../support/file';
import { given } from '../support/given';
import { openOrganisation, type Headers } from '../support/organisation';

const LIST = '/CustomerMaster/ListCustomers';
/** One row fills what streams and sockets hold many times over. */
const ROW = { customer_name: 'x'.repeat(1_000_000) } as never;

describe('a reply of any length', () => {
  let running: RunningApp;
  let headers: Headers;
  beforeAll(async () => {
    running = await startApp();
    ({ headers } = await given(running).platformStaff());
  });
  afterAll(() => running.close());
  const open: ClientRequest[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) each.destroy();
    jest.restoreAllMocks();
    replies.idleMs = 60_000;
  });

  /** Its head has come, and nothing more of it is taken. */
  const begin = async (path: string): Promise<IncomingMessage> => {
    const asked = request(`${running.url}${path}`, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      agent: false,
    });
    asked.on('error', () => undefined);
    open.push(asked.end());
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    return answer.pause();
  };
  /** Also of what was cut. */
  const closed = (answer: IncomingMessage) => new Promise<void>((done) => void answer.once('close', () => done()));
  /** So many batches of a list, and what becomes of them. */
  const batches = (count: number, failure?: Error) => {
    const read = { batches: 0 };
    jest.spyOn(running.app.get(Customers, { strict: false }), 'every').mockImplementation(async function* () {
      for (; read.batches < count; read.batches++) yield [ROW];
      if (failure) throw failure;
    } as never);
    return read;
  };

  it('is read no faster than it is taken', async () => {
    const read = batches(100);
    const answer = await begin(LIST);
    await pause(200);
    expect(read.batches).toBeLessThan(50);
    answer.resume();
    await once(answer, 'end');
    expect([read.batches, answer.complete]).toEqual([100, true]);
  });

  it('that fails midway breaks the connection, and never looks whole', async () => {
    batches(3, Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    const answer = await begin(LIST);
    let text = '';
    answer.on('data', (part: Buffer) => (text += String(part).slice(0, 100)));
    answer.resume();
    await closed(answer);
    expect([answer.statusCode, answer.complete, text.includes('xxx')]).toEqual([200, false, true]);
  });

  it('that fails before its first row has a status', async () => {
    batches(0, Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    const answer = await begin(LIST);
    expect(answer.statusCode).toBe(503);
  });

  it('is sent to four clients of one customer at once, until each has ended, and leaves places to others', async () => {
    batches(100);
    const held = await Promise.all(Array.from({ length: 4 }, () => begin(LIST)));
    const state = { isBegun: false };
    const fifth = begin(LIST).then((answer) => {
      state.isBegun = true;
      return answer;
    });
    await pause(100);
    expect(state.isBegun).toBe(false);
    // Another organisation, and whatever is no long reply.
    const { admin } = await openOrganisation(running);
    expect((await fileOf(running, '/api/exports/staff', admin)).status).toBe(200);
    expect((await api(running, headers).get('/api/customers?_end=5')).status).toBe(200);
    held[0]!.destroy();
    expect((await fifth).statusCode).toBe(200);
  });

  it('that its client takes nothing of for a minute is cut, and its place is free', async () => {
    replies.idleMs = 300;
    batches(100);
    const sockets: Socket[] = [];
    const onConnection = (socket: Socket) => sockets.push(socket);
    const server = running.app.getHttpServer().on('connection', onConnection);
    const held = await Promise.all(Array.from({ length: 4 }, () => begin(LIST)));
    server.off('connection', onConnection);
    expect((await begin(LIST)).statusCode).toBe(200);
    await comesTo(() => sockets.map(({ destroyed }) => destroyed), [true, true, true, true]);
    for (const answer of held) {
      answer.resume();
      await closed(answer);
      expect(answer.complete).toBe(false);
    }
  });

  it('whose length and checksum stand in its head leaves no file behind', async () => {
    const { admin } = await openOrganisation(running);
    const { headers: heads, bytes } = await fileOf(running, '/api/exports/staff', admin);
    expect(Number(heads.get('content-length'))).toBe(bytes.length);
    await comesTo(async () => readdirSync(running.config.dataFolder).filter((name) => name.endsWith('.part')), []);
  });
});
