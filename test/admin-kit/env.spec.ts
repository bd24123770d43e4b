import type { AxiosRequestConfig } from 'axios';

/** As the build defines them by ADMIN_API_ROOT and ADMIN_FILES_ROOT. */
const API = 'https://api.skilgrid.example';
const FILES = 'https://files.skilgrid.example/kept';
Object.assign(globalThis, {
  __API_ROOT__: API,
  __FILES_ROOT__: FILES,
  localStorage: { getItem: () => 'a-token' },
  addEventListener: () => undefined,
});

describe('the addresses of the admin', () => {
  it('begin with the root of the API that the admin was built for, cookies with them', async () => {
    const { http } = await import('../../admin/src/api/http');
    const { fetchJson: call } = await import('../../admin/src/api/auth-api');
    const sent: AxiosRequestConfig[] = [];
    http.defaults.adapter = async (config) => {
      sent.push(config);
      return { data: {}, status: 200, statusText: 'OK', headers: {}, config };
    };
    await http.get('/api/staff');
    expect(http.getUri(sent[0])).toBe(`${API}/api/staff`);
    expect(sent[0]!.withCredentials).toBe(true);
    const fetchCalls: [string, RequestInit][] = [];
    globalThis.fetch = async (url, init) => {
      fetchCalls.push([String(url), init!]);
      return new Response('{}');
    };
    await call('GET', '/api/subscription-packages/offered');
    expect(fetchCalls[0]).toEqual([
      `${API}/api/subscription-packages/offered`,
      expect.objectContaining({ credentials: 'include' }),
    ]);
  });

  it('lead to the page that verifies a certificate where the server is', async () => {
    const { verifyAddress } = await import('../../admin/src/api/certificate');
    expect(verifyAddress('7K3M9Q2XVB4N8RTD5HWC')).toBe(`${API}/verify/7K3M9Q2XVB4N8RTD5HWC`);
  });

  it('receive JSON as content type, also without a body', async () => {
    const { http } = await import('../../admin/src/api/http');
    const { sendWatchProgress: sendBeat } = await import('../../admin/src/features/learner/player/send-watch-progress');
    const types: unknown[] = [];
    http.defaults.adapter = async (config) => {
      types.push(config.headers.get('Content-Type'));
      return { data: {}, status: 200, statusText: 'OK', headers: {}, config };
    };
    await http.post('/api/me/sessions/end-others');
    globalThis.fetch = async (_url, init) => {
      types.push(new Headers(init!.headers).get('content-type'));
      return new Response('{}');
    };
    await sendBeat({ training_id: 't', ranges: [[0, 1000]], position_ms: 1000, speed: 1 }, true);
    expect(types).toEqual(['application/json', 'application/json']);
  });

  it.each([
    ['https://api.skilgrid.example', true],
    ['//api.skilgrid.example', true],
    ['/below', false],
    ['', false],
  ])('%j is another origin, which gets the cookies: %s', async (root, isOther) => {
    jest.resetModules();
    Object.assign(globalThis, { __API_ROOT__: root });
    const { WITH_COOKIES } = await import('../../admin/src/api/env');
    Object.assign(globalThis, { __API_ROOT__: API });
    jest.resetModules();
    expect(WITH_COOKIES).toBe(isOther);
  });

  it('of a stored file begin with the root of the files, and a full address stays as it is', async () => {
    const { fileAddress } = await import('../../admin/src/api/env');
    expect(fileAddress('/media/AAAB')).toBe(`${FILES}/media/AAAB`);
    for (const whole of ['https://player.example/a.mp4', '//cdn.example/a.mp4']) expect(fileAddress(whole)).toBe(whole);
  });
});
