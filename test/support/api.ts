import type { IncomingMessage } from 'node:http';
import request from 'supertest';
import type { Headers } from './organisation';
import type { RunningApp } from './app';

export interface Reply<T = any> {
  status: number;
  body: T;
  headers: globalThis.Headers;
}

/** An app of this process, or the address of another process. */
type ServerAddress = Pick<RunningApp, 'url'> & Partial<Pick<RunningApp, 'app'>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

/** A JSON client on supertest: follows no redirects, keeps no cookies. */
export function api(running: ServerAddress, headers: Headers = {}) {
  const call = async (method: string, path: string, body?: unknown, more: Headers = {}): Promise<Reply> => {
    const pending = request(serverOrUrl(running))[method.toLowerCase() as Method](path);
    pending.set({ ...(body !== undefined && { 'content-type': 'application/json' }), ...headers, ...more });
    pending.buffer(true).parse(parseBytes as never);
    if (body !== undefined) pending.send(typeof body === 'string' ? body : JSON.stringify(body));
    return toReply(await pending);
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

/** Reads the body as bytes whatever its content type. An event stream never ends: only its first chunk is read. */
function parseBytes(response: IncomingMessage, done: (error: Error | null, body: Buffer) => void): void {
  const parts: Buffer[] = [];
  const isEndless = response.headers['content-type']?.startsWith('text/event-stream');
  response.on('end', () => done(null, Buffer.concat(parts)));
  response.on('data', (part: Buffer) => {
    parts.push(part);
    if (!isEndless) return;
    for (const event of ['data', 'end', 'error', 'aborted', 'close']) response.removeAllListeners(event);
    response.on('error', () => undefined).destroy();
    done(null, Buffer.concat(parts));
  });
}

/** Uses the address of a closed server, so that it refuses; supertest would start it again. */
function serverOrUrl({ app, url }: ServerAddress) {
  const server = app?.getHttpServer();
  return server?.listening ? server : url;
}

function toReply(response: request.Response): Reply {
  const headers = new globalThis.Headers();
  for (const [name, values] of Object.entries(response.headers as Record<string, string | string[]>)) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  // A HEAD response has no body.
  const text = Buffer.isBuffer(response.body) ? new TextDecoder().decode(response.body) : '';
  const json = headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, body: json ? JSON.parse(text) : text, headers };
}
