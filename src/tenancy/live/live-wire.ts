import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Begins an answer that ends with its connection, and keeps nothing but the socket: what Node and Fastify hold of a request is
 * some 10 KB each, which thousands of streams would keep for as long as they are open. To them the answer is finished with its
 * head, so that a stream counts among the requests with the time that it took to open.
 * @returns null: whoever asked has left
 */
export function beginStream(answer: ServerResponse, headers: OutgoingHttpHeaders, now: number): Socket | null {
  const { socket } = answer;
  if (!socket || socket.destroyed) return null;
  const lines = Object.entries({ ...headers, date: new Date(now).toUTCString(), connection: 'close' }).flatMap(
    ([name, value]) => [value ?? []].flat().map((each) => `${name}: ${each}`),
  );
  socket.write(['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n'));
  answer.statusCode = 200;
  answer.emit('finish');
  // Node has given it the time that an idle connection has.
  socket.setTimeout(0);
  return socket;
}
