/** @jest-environment jsdom */
import type { AxiosAdapter, AxiosRequestConfig } from 'axios';
import { impersonateRequest } from '../../admin/src/app/providers/impersonation';
import { http, requestActivity } from '../../admin/src/api/http';

describe('while platform staff impersonate a customer', () => {
  const sent: AxiosRequestConfig[] = [];
  const answer: AxiosAdapter = async (config) => {
    sent.push(config);
    return { data: {}, status: 200, statusText: 'OK', headers: {}, config };
  };

  beforeAll(() => http.interceptors.request.use(impersonateRequest));

  beforeEach(() => {
    sent.length = 0;
    http.defaults.adapter = answer;
    localStorage.setItem('Auth_Token', 'a-token');
    sessionStorage.setItem('currentUser', JSON.stringify({ kind: 'platform', user_name: 'review@skilgrid.example' }));
    sessionStorage.setItem(
      'viewing',
      JSON.stringify({ customer_id: 1001, customer_name: 'Nordwerk', by: 'review@skilgrid.example' }),
    );
  });

  it('a search of two words or with a plus sign is encoded correctly', async () => {
    await http.get(`/api/staff?${new URLSearchParams({ q: 'mara lindt' }).toString()}`);
    await http.get(`/api/staff?${new URLSearchParams({ q: 'C++ 17' }).toString()}`);
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/staff?q=mara%20lindt&customer_id=1001',
      '/api/staff?q=C%2B%2B%2017&customer_id=1001',
    ]);
  });

  it('a write is refused as such, and what is under way is still counted', async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => (release = resolve));
    http.defaults.adapter = (config) => waiting.then(() => answer(config));
    const reading = http.get('/api/staff');
    await new Promise((resolve) => setTimeout(resolve));
    expect(requestActivity.getSnapshot().pending).toBe(1);
    await expect(http.post('/api/staff', {})).rejects.toMatchObject({ statusCode: 403, code: 'view_only' });
    expect(requestActivity.getSnapshot()).toEqual({ pending: 1, failed: false });
    release();
    await reading;
    expect(requestActivity.getSnapshot()).toEqual({ pending: 0, failed: false });
    expect(sent).toHaveLength(1);
  });
});
