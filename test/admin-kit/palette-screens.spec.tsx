/** @jest-environment jsdom */
import { cleanup } from '@testing-library/react';
import { ROUTES } from '../../admin/src/app/routes';
import { AppRoutesProvider, useSiblingRoutes } from '../../admin/src/crud/app-routes';
import { useScreenEntries } from '../../admin/src/layout/palette/entries';
import { renderOnPage } from './render-on-page';

const ACCOUNTS = {
  admin: { kind: 'customer', role: 0 },
  learner: { kind: 'customer', role: 1 },
  platform: { kind: 'platform', role: 0 },
};

/** The value of a hook for an account, with the routes of the admin. */
async function hookValue<T>(account: keyof typeof ACCOUNTS, useHook: () => T): Promise<T> {
  let answer: T | undefined;
  function Reader() {
    answer = useHook();
    return null;
  }
  sessionStorage.setItem('currentUser', JSON.stringify({ ...ACCOUNTS[account], user_name: 'asha' }));
  await renderOnPage(
    <AppRoutesProvider value={ROUTES}>
      <Reader />
    </AppRoutesProvider>,
  );
  cleanup();
  return answer!;
}

it('the search box leads to every page, by its name', async () => {
  const admin = await hookValue('admin', useScreenEntries);
  const platform = await hookValue('platform', useScreenEntries);
  const labels = new Map([...admin, ...platform].map(({ route, label }) => [route, label]));
  expect(labels.size).toBeGreaterThan(35);
  expect(ROUTES.filter(({ path }) => !labels.has(path))).toEqual([]);
  expect([labels.get('/my-skills'), labels.get('/expiring-skills')]).toEqual(['My Skills', 'Expiring skills']);
});

it('the search box offers no page that answers 403', async () => {
  const paths = async (account: keyof typeof ACCOUNTS) =>
    (await hookValue(account, useScreenEntries)).map(({ route }) => route);
  expect(await paths('learner')).toEqual(expect.arrayContaining(['/assign-training', '/assign-target-skils']));
  expect(await paths('learner')).not.toContain('/import');
  expect(await paths('learner')).not.toContain('/customer-list');
  expect(await paths('admin')).not.toContain('/jobs');
  expect(await paths('platform')).not.toContain('/assign-training');
});

it('the tabs of a page are those of its group that the account may open', async () => {
  const tabs = async (account: keyof typeof ACCOUNTS, path: string) =>
    (await hookValue(account, () => useSiblingRoutes(path))).map((route) => route.path);
  expect(await tabs('admin', '/add-staff')).toEqual(['/add-staff', '/add-staff/departments', '/add-staff/job-roles']);
  expect(await tabs('admin', '/customer-list')).toEqual(['/customer-list', '/subscribers', '/subscription-packages']);
  expect(await tabs('learner', '/training')).not.toContain('/training/questions');
  expect(await tabs('admin', '/home')).toEqual([]);
});
