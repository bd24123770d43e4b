import type { Headers } from './organisation';
import type { RunningApp } from './app';

export interface Reply<T = any> {
  status: number;
  body: T;
  headers: globalThis.Headers;
}

/** Calls the running product as a client would: JSON in, JSON out, real sockets. */
export function api(running: Pick<RunningApp, 'url'>, headers: Headers = {}) {
  const call = async (method: string, path: string, body?: unknown, more: Headers = {}): Promise<Reply> => {
    const answer = await fetch(running.url + path, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers, ...more },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') && text !== '';
    return { status: answer.status, body: json ? JSON.parse(text) : text, headers: answer.headers };
  };
  return {
    call,
    get: (path: string, more?: Headers) => call('GET', path, undefined, more),
    post: (path: string, body: unknown = {}, more?: Headers) => call('POST', path, body, more),
    patch: (path: string, body: unknown, more?: Headers) => call('PATCH', path, body, more),
    put: (path: string, body: unknown, more?: Headers) => call('PUT', path, body, more),
    delete: (path: string, more?: Headers) => call('DELETE', path, undefined, more),
  };
}
