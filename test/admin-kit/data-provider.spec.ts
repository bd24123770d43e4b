import type { AxiosRequestConfig } from 'axios';
import { dataProvider } from '../../admin/src/api/data-provider';
import { http } from '../../admin/src/api/http';
import { apiGet } from '../../admin/src/api/api-get';

const storage = new Map([['Auth_Token', 'a-token']]);
Object.assign(globalThis, { localStorage: { getItem: (key: string) => storage.get(key) ?? null } });

/** The requests that were sent, in place of a server. */
const sent: AxiosRequestConfig[] = [];
http.defaults.adapter = async (config) => {
  sent.push(config);
  return { data: [], status: 200, statusText: 'OK', headers: {}, config };
};
/** As Refine's hooks build it from an address: `?method=delete&headers[X-Mark]=…`. */
const meta = { method: 'delete', headers: { 'X-Mark': 'of the address' } } as never;
const resource = 'staff';

describe('a request to the server', () => {
  it.each([
    ['one row', () => dataProvider.getOne({ resource, id: '7', meta }), ['get', '/api/staff/7']],
    ['a list', () => dataProvider.getList({ resource, meta }), ['get', '/api/staff?_start=0&_end=20']],
    ['some rows', () => dataProvider.getMany!({ resource, ids: ['7'], meta }), ['get', '/api/staff?id=7']],
    ['a new row', () => dataProvider.create({ resource, variables: {}, meta }), ['post', '/api/staff']],
    ['a change', () => dataProvider.update({ resource, id: '7', variables: {}, meta }), ['patch', '/api/staff/7']],
    ['an answer', () => apiGet('reports/totals'), ['get', '/api/reports/totals']],
    [
      'an answer to a question',
      () => apiGet('reports/explain', { staff_id: '7', skill_code: 'A +B' }),
      ['get', '/api/reports/explain?staff_id=7&skill_code=A%20%2BB'],
    ],
    ['an end', () => dataProvider.deleteOne({ resource, id: '7', meta }), ['delete', '/api/staff/7']],
  ] as const)('follows from the operation, whatever the address says: %s', async (_what, run, expected) => {
    sent.length = 0;
    await run();
    expect(sent.map(({ method, url }) => [method, url])).toEqual([expected]);
    expect(Object.keys(sent[0]!.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('x-mark');
  });

  it('is not sent after a sign-out', async () => {
    sent.length = 0;
    storage.delete('Auth_Token');
    const refusal = { statusCode: 401, code: 'unauthenticated' };
    await expect(dataProvider.getList({ resource })).rejects.toMatchObject(refusal);
    await expect(apiGet('reports/totals')).rejects.toMatchObject(refusal);
    expect(sent).toEqual([]);
    storage.set('Auth_Token', 'a-token');
  });

  it('names one row and no path below it', async () => {
    sent.length = 0;
    await dataProvider.getOne({ resource, id: '7/export?all=1' });
    expect(sent.map(({ url }) => url)).toEqual(['/api/staff/7%2Fexport%3Fall%3D1']);
  });
});
