import type { IncomingMessage } from 'node:http';
import request from 'supertest';
import type { Headers } from './organisation';
import type { RunningApp } from './app';

export interface Reply<T = any> {
  status: number;
  body: T;
  headers: globalThis.Headers;
}

/** The app of this process, or the address of another one. */
type Served = Pick<RunningApp, 'url'> & Partial<Pick<RunningApp, 'app'>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

/** Calls the running product as a client would, by supertest: JSON in, JSON out, nothing followed, nothing remembered. */
export function api(running: Served, headers: Headers = {}) {
  const call = async (method: string, path: string, body?: unknown, more: Headers = {}): Promise<Reply> => {
    const asked = request(listening(running))[method.toLowerCase() as Method](path);
    asked.set({ ...(body !== undefined && { 'content-type': 'application/json' }), ...headers, ...more });
    asked.buffer(true).parse(bytesOf as never);
    if (body !== undefined) asked.send(typeof body === 'string' ? body : JSON.stringify(body));
    return replyOf(await asked);
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

/** As bytes: what they are is for the specs to see, whatever the answer calls itself. Of a stream that has no end, how it begins. */
function bytesOf(answer: IncomingMessage, done: (error: Error | null, body: Buffer) => void): void {
  const parts: Buffer[] = [];
  const isEndless = answer.headers['content-type']?.startsWith('text/event-stream');
  answer.on('end', () => done(null, Buffer.concat(parts)));
  answer.on('data', (part: Buffer) => {
    parts.push(part);
    if (!isEndless) return;
    for (const event of ['data', 'end', 'error', 'aborted', 'close']) answer.removeAllListeners(event);
    answer.on('error', () => undefined).destroy();
    done(null, Buffer.concat(parts));
  });
}

/** A server that has ended refuses by its address; supertest would start it again. */
function listening({ app, url }: Served) {
  const server = app?.getHttpServer();
  return server?.listening ? server : url;
}

function replyOf(answer: request.Response): Reply {
  const headers = new globalThis.Headers();
  for (const [name, values] of Object.entries(answer.headers as Record<string, string | string[]>)) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  // A HEAD has none.
  const text = Buffer.isBuffer(answer.body) ? new TextDecoder().decode(answer.body) : '';
  const json = headers.get('content-type')?.includes('json') && text !== '';
  return { status: answer.status, body: json ? JSON.parse(text) : text, headers };
}
