import type { Page } from 'playwright-core';

/** Each test knows the type of its responses. */
type Json = any;

export interface SessionApi {
  get(path: string): Promise<Json>;
  post(path: string, body?: object): Promise<Json>;
  put(path: string, body: object): Promise<Json>;
}

/** An API client with the session of a page, read once, so that the page may navigate. Errors throw. */
export async function sessionApi(page: Page): Promise<SessionApi> {
  const { origin, stored } = await page.evaluate(() => ({
    origin: location.origin,
    stored: { ...localStorage } as Record<string, string>,
  }));
  const headers = {
    authorization: `Bearer ${stored.Auth_Token}`,
    eid: stored.EID!,
    oid: stored.OID!,
    'content-type': 'application/json',
  };
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
  };
}
