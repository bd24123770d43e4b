import { saveCounts, clearSession, saveIdentity, readToken, authHeaders } from '../../admin/src/api/storage';
import { deleteDraft, saveDraft, readDraft } from '../../admin/src/api/drafts';
import {
  expireSession,
  onBeforeLogout,
  logout,
  safeRedirectPath,
  signInAddress,
  isSignedIn,
  suppressSessionRedirects,
  consumeExpiredFlag,
} from '../../admin/src/api/session';

/** The part of the browser's storages that the session uses. */
class MemoryStorage {
  private values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
  keys = () => [...this.values.keys()].sort();
}

const local = new MemoryStorage();
const tab = new MemoryStorage();
Object.assign(globalThis, {
  localStorage: local,
  sessionStorage: tab,
  location: { origin: 'https://skilgrid.example', pathname: '/home', search: '' },
});

const asha = {
  token: 't1',
  expires_at: '2026-01-01T00:15:00.000Z',
  eid: 'P-0017',
  oid: '1001',
  customer_id: 1001,
  customer_name: 'Nordwerk',
  staff_id: null,
  first_name: 'Asha',
  last_name: 'Rao',
  role: 0 as const,
  kind: 'customer' as const,
  user_name: 'asha',
  email: 'asha@example.org',
  second_factor_required: false,
};

describe('what the browser keeps of a session', () => {
  it('stands under the names the specification gives', () => {
    saveIdentity(asha, 1);
    saveCounts({ total_staff: 8, no_of_staff: 10, total_training: 3, no_of_training: 25 });
    expect(local.keys()).toEqual(
      expect.arrayContaining([
        'Auth_Token',
        'Customer_Id',
        'Customer_Name',
        'EID',
        'OID',
        'no_of_staff',
        'no_of_training',
        'total_staff',
        'total_training',
      ]),
    );
    expect(JSON.parse(tab.getItem('currentUser') ?? '')).toMatchObject({
      token: 't1',
      first_name: 'Asha',
      last_name: 'Rao',
      role: 0,
    });
  });

  it('says who is asking on every call', () => {
    expect(authHeaders()).toEqual({
      'Content-Type': 'application/json',
      Authorization: 'Bearer t1',
      EID: 'P-0017',
      OID: '1001',
    });
  });

  it('is gone after logout, and nothing says who is asking any more', () => {
    clearSession();
    expect(local.keys()).toEqual([]);
    expect(tab.keys()).toEqual([]);
    expect(readToken()).toBeNull();
    expect(isSignedIn()).toBe(false);
    expect(authHeaders()).toEqual({});
  });
});

describe('what was typed and not saved', () => {
  it('is found only by the account that typed it, also where one of another organisation has the same code', () => {
    saveIdentity({ ...asha, eid: 'ADMIN' }, 1);
    saveDraft('contact', 'form', { message: 'Ours' });
    expect(readDraft('contact', 'form')).toEqual({ message: 'Ours' });
    saveIdentity({ ...asha, eid: 'ADMIN', oid: '1002', customer_id: 1002 }, 1);
    expect(readDraft('contact', 'form')).toBeNull();
    saveIdentity({ ...asha, eid: 'ADMIN' }, 1);
    deleteDraft('contact', 'form');
    expect(readDraft('contact', 'form')).toBeNull();
    clearSession();
    saveDraft('contact', 'form', { message: 'Nobody’s' });
    expect(tab.keys()).toEqual([]);
  });
});

describe('after sign-in', () => {
  it('an own path is followed, with what it asked for', () => {
    expect(safeRedirectPath('/add-staff?q=ann#top')).toBe('/add-staff?q=ann#top');
  });

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'add-staff',
    '/auth/login?to=/home',
  ])('%j leads home', (to) => {
    expect(safeRedirectPath(to)).toBe('/home');
  });

  it('the sign-in page knows where the visitor wanted to go', () => {
    Object.assign(location, { pathname: '/training', search: '?status=published' });
    expect(signInAddress()).toBe('/auth/login?to=%2Ftraining%3Fstatus%3Dpublished');
    Object.assign(location, { pathname: '/', search: '' });
    expect(signInAddress()).toBe('/auth/login');
  });

  it('an expiry is reported once', () => {
    tab.setItem('session_expired', '1');
    expect(consumeExpiredFlag()).toBe(true);
    expect(consumeExpiredFlag()).toBe(false);
  });
});

describe('signing out', () => {
  it('stays at the message of a new password, although the server refuses the old session', () => {
    const visited: string[] = [];
    saveIdentity(asha, 1);
    Object.assign(location, { assign: (to: string) => visited.push(to) });
    suppressSessionRedirects();
    expireSession();
    expect(visited).toEqual([]);
    expect(isSignedIn()).toBe(true);
  });

  it('comes after what can still be taken back has reached the server, in the session that deleted it', async () => {
    const order: string[] = [];
    saveIdentity(asha, 1);
    Object.assign(location, { assign: (to: string) => order.push(to) });
    globalThis.fetch = async (url) => {
      order.push(String(url));
      return new Response(null, { status: 204 });
    };
    onBeforeLogout(async () => {
      await Promise.resolve();
      order.push(`deleted by ${readToken()}`);
    });
    await logout();
    expect(order).toEqual(['deleted by t1', '/api/auth/logout', '/auth/login']);
    expect(isSignedIn()).toBe(false);
  });
});
