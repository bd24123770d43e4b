/** @jest-environment jsdom */
import { useList } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { apiKey, dataKey, hashQueryKey, readRowNameId, rowNameKey, resourceKey } from '../../admin/src/api/query-keys';
import { useApiQuery } from '../../admin/src/api/use-api-query';
import { renderOnPage } from './render-on-page';

const STAFF = 'platform@skilgrid.example';
const impersonate = (customer_id: number | null) => {
  sessionStorage.setItem('currentUser', JSON.stringify({ kind: 'platform', user_name: STAFF }));
  if (customer_id === null) sessionStorage.removeItem('viewing');
  else sessionStorage.setItem('viewing', JSON.stringify({ customer_id, customer_name: 'Any', by: STAFF }));
};
afterEach(() => sessionStorage.clear());

it('keys begin as those of Refine do, so that a change of the resource has them read again', () => {
  expect(apiKey('trainings/7/publish-checklist').slice(0, 3)).toEqual(resourceKey('trainings'));
  expect(dataKey('quizzes', 'any').slice(0, 3)).toEqual(['data', 'default', 'quizzes']);
  expect(readRowNameId(rowNameKey('staff', '12'))).toBe('12');
  expect(readRowNameId(apiKey('staff/12/job-roles'))).toBeUndefined();
});

it('keys tell parameters and revisions apart, however the parameters are given', () => {
  expect(apiKey('search', { q: 'a' })).toEqual(apiKey('search', new URLSearchParams('q=a')));
  expect(apiKey('search', { q: 'a' })).not.toEqual(apiKey('search', { q: 'b' }));
  expect(apiKey('trainings/7/document', {}, 1)).not.toEqual(apiKey('trainings/7/document', {}, 2));
});

it('the customer in view is in every key, and in the hash of those that Refine makes', () => {
  const refine = ['data', 'default', 'staff', 'list', {}];
  const all = [null, 1001, 1002].map((customer_id) => {
    impersonate(customer_id);
    return [apiKey('reports/totals'), dataKey('staff'), rowNameKey('staff', '1'), hashQueryKey(refine)];
  });
  for (const index of [0, 1, 2, 3]) expect(new Set(all.map((keys) => JSON.stringify(keys[index]))).size).toBe(3);
});

const answers = {
  '/api/me': {},
  '/api/settings': { time_zone: 'Of the first' },
  '/api/staff': [{ id: '1', last_name: 'Of the first' }],
};
function Own() {
  const { data } = useApiQuery('settings');
  return <p>{data ? data.time_zone : 'nothing yet'}</p>;
}
function Refines() {
  const { query } = useList({ resource: 'staff' });
  return <p>{query.data ? query.data.data.map((row) => row['last_name']) : 'nothing yet'}</p>;
}

it.each([
  ['useApiQuery', <Own key="own" />, undefined],
  ['a hook of Refine', <Refines key="refine" />, hashQueryKey],
])('what %s has read of one customer is not shown under another', async (_, component, queryKeyHashFn) => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, ...(queryKeyHashFn && { queryKeyHashFn }) } },
  });
  impersonate(1001);
  const first = await renderOnPage(component, { client, answers });
  await waitFor(() => expect(screen.getByText('Of the first')).toBeTruthy());
  first.unmount();

  impersonate(1002);
  const second = await renderOnPage(component, { client });
  expect(screen.getByText('nothing yet')).toBeTruthy();
  second.unmount();

  impersonate(1001);
  await renderOnPage(component, { client });
  expect(screen.getByText('Of the first')).toBeTruthy();
});
