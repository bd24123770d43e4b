import { connect } from 'node:net';
import type { RunningApp } from './app';

/** Sends a raw HTTP request, as `fetch` normalizes headers and targets. @returns the complete response */
export function sendRawRequest(running: RunningApp, request: string): Promise<string> {
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
