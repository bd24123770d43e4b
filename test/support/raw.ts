import { connect } from 'node:net';
import type { RunningApp } from './app';

/** A request as bytes: what `fetch` would tidy up, such as repeated headers and odd targets. @returns the whole answer */
export function rawCall(running: RunningApp, request: string): Promise<string> {
  const { hostname, port } = new URL(running.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket
      .on('data', (part) => (text += part.toString()))
      .on('end', () => resolve(text))
      .on('error', reject);
  });
}
