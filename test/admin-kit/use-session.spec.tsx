/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import { clearSession, saveIdentity } from '../../admin/src/api/storage';
import { useSession } from '../../admin/src/api/use-session';
import { clearImpersonation } from '../../admin/src/api/impersonation';

const asha = {
  token: 't1',
  expires_at: '2026-01-01T00:15:00.000Z',
  eid: 'P-0017',
  oid: '1001',
  customer_id: 1001,
  customer_name: 'Nordwerk',
  staff_id: '3',
  first_name: 'Asha',
  last_name: 'Rao',
  role: 0 as const,
  kind: 'customer' as const,
  user_name: 'asha',
  email: 'asha@example.org',
  second_factor_required: false,
};
const platform = { ...asha, oid: '', eid: 'S1', kind: 'platform' as const, user_name: 'platform' };

it('says who is signed in, follows a change, and ignores a renewed token', () => {
  const { result } = renderHook(useSession);
  expect(result.current).toMatchObject({ signedIn: false, user: null, role: null, impersonation: null });
  act(() => saveIdentity(asha, 1));
  expect(result.current).toMatchObject({ signedIn: true, role: 'admin', user: { user_name: 'asha', staff_id: '3' } });
  expect(result.current.user).not.toHaveProperty('token');
  const before = result.current;
  act(() => saveIdentity({ ...asha, token: 't2' }, 2));
  expect(result.current).toBe(before);
  act(() => saveIdentity({ ...asha, role: 1 as never }, 2));
  expect(result.current.role).toBe('user');
});

it('is over when the session ends here, and then still says whose it was: another page is on its way', () => {
  const { result } = renderHook(useSession);
  act(() => saveIdentity(asha, 1));
  act(() => clearSession());
  expect(result.current).toMatchObject({ signedIn: false, role: 'admin', user: { user_name: 'asha' } });
  act(() => saveIdentity(platform, 1));
  expect(result.current).toMatchObject({ signedIn: true, role: 'platform', user: { user_name: 'platform' } });
});

it('is over when another tab ends it', () => {
  act(() => saveIdentity(asha, 1));
  const { result } = renderHook(useSession);
  act(() => {
    localStorage.removeItem('Auth_Token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'Auth_Token' }));
  });
  expect(result.current.signedIn).toBe(false);
});

it('names the impersonated customer for platform staff only', () => {
  saveIdentity(platform, 1);
  sessionStorage.setItem('viewing', JSON.stringify({ customer_id: 7, customer_name: 'Seven', by: 'platform' }));
  const { result } = renderHook(useSession);
  expect(result.current.impersonation).toMatchObject({ customer_id: 7 });
  act(() => clearImpersonation());
  expect(result.current.impersonation).toBeNull();
  sessionStorage.setItem('viewing', JSON.stringify({ customer_id: 7, customer_name: 'Seven', by: 'platform' }));
  act(() => saveIdentity(asha, 1));
  expect(result.current.impersonation).toBeNull();
});
