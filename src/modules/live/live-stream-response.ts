import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Writes the response head and hands over the socket. Node and Fastify keep about 10 KB per request, too much for
 * thousands of streams, so the response is finished for them after its head; request metrics therefore count only the
 * time to open the stream.
 * @returns null: the client has disconnected
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
  // Node has set the timeout of idle connections.
  socket.setTimeout(0);
  return socket;
}
