import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { CustomersService } from '../../src/modules/customers/customers.service';
import { responseLimits } from '../../src/infrastructure/http/idle-response-timeout';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { downloadFile } from '../support/downloaded-file';
import { fixtures } from '../support/fixtures';
import { openOrganisation, type Headers } from '../support/organisation';

const LIST = '/CustomerMaster/ListCustomers';
/** One row is larger than all stream and socket buffers. */
const ROW = { customer_name: 'x'.repeat(1_000_000) } as never;

describe('a streamed response', () => {
  let running: RunningApp;
  let headers: Headers;
  beforeAll(async () => {
    running = await startApp();
    ({ headers } = await fixtures(running).platformStaff());
  });
  afterAll(() => running.close());
  const openRequests: ClientRequest[] = [];
  afterEach(() => {
    for (const each of openRequests.splice(0)) each.destroy();
    jest.restoreAllMocks();
    responseLimits.idleMs = 60_000;
  });

  /** Resolves when the response head has arrived; the body is not read. */
  const openResponse = async (path: string): Promise<IncomingMessage> => {
    const clientRequest = request(`${running.url}${path}`, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      agent: false,
    });
    clientRequest.on('error', () => undefined);
    openRequests.push(clientRequest.end());
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    return answer.pause();
  };
  /** Also for a connection that was cut. */
  const waitForClose = (answer: IncomingMessage) =>
    new Promise<void>((resolve) => void answer.once('close', () => resolve()));
  /** Makes the list return `count` batches and counts how many were read. */
  const batches = (count: number, failure?: Error) => {
    const progress = { batches: 0 };
    jest
      .spyOn(running.app.get(CustomersService, { strict: false }), 'listForLegacyApi')
      .mockImplementation(async function* () {
        for (; progress.batches < count; progress.batches++) yield [ROW];
        if (failure) throw failure;
      } as never);
    return progress;
  };

  it('reads rows only as fast as the client does', async () => {
    const progress = batches(100);
    const answer = await openResponse(LIST);
    await pause(200);
    expect(progress.batches).toBeLessThan(50);
    answer.resume();
    await once(answer, 'end');
    expect([progress.batches, answer.complete]).toEqual([100, true]);
  });

  it('that fails midway breaks the connection', async () => {
    batches(3, Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    const answer = await openResponse(LIST);
    let text = '';
    answer.on('data', (part: Buffer) => (text += String(part).slice(0, 100)));
    answer.resume();
    await waitForClose(answer);
    expect([answer.statusCode, answer.complete, text.includes('xxx')]).toEqual([200, false, true]);
  });

  it('that fails before its first row has an error status', async () => {
    batches(0, Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    const answer = await openResponse(LIST);
    expect(answer.statusCode).toBe(503);
  });

  it('is limited to four at a time per customer', async () => {
    batches(100);
    const openReplies = await Promise.all(Array.from({ length: 4 }, () => openResponse(LIST)));
    const state = { isBegun: false };
    const fifth = openResponse(LIST).then((answer) => {
      state.isBegun = true;
      return answer;
    });
    await pause(100);
    expect(state.isBegun).toBe(false);
    // Another organisation, and short replies, are not limited.
    const { admin } = await openOrganisation(running);
    expect((await downloadFile(running, '/api/exports/staff', admin)).status).toBe(200);
    expect((await api(running, headers).get('/api/customers?_end=5')).status).toBe(200);
    openReplies[0]!.destroy();
    expect((await fifth).statusCode).toBe(200);
  });

  it('that is not read for a minute is cut, and its place is free', async () => {
    responseLimits.idleMs = 300;
    batches(100);
    const sockets: Socket[] = [];
    const trackSocket = (socket: Socket) => sockets.push(socket);
    const server = running.app.getHttpServer().on('connection', trackSocket);
    const openReplies = await Promise.all(Array.from({ length: 4 }, () => openResponse(LIST)));
    server.off('connection', trackSocket);
    expect((await openResponse(LIST)).statusCode).toBe(200);
    await eventually(() => sockets.map(({ destroyed }) => destroyed), [true, true, true, true]);
    for (const answer of openReplies) {
      answer.resume();
      await waitForClose(answer);
      expect(answer.complete).toBe(false);
    }
  });

  it('with length and checksum headers leaves no temporary file', async () => {
    const { admin } = await openOrganisation(running);
    const { headers: responseHeaders, bytes } = await downloadFile(running, '/api/exports/staff', admin);
    expect(Number(responseHeaders.get('content-length'))).toBe(bytes.length);
    await eventually(async () => readdirSync(running.config.dataFolder).filter((name) => name.endsWith('.part')), []);
  });
});
