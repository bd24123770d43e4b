import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** A megabyte in this time is 280 kbit/s. */
const WITHIN_MS = 30_000;

/**
 * A body that was announced must arrive: nobody keeps connections open by sending one byte a minute. Node's own limit is
 * one for all requests, and an upload may take hours.
 */
export function mustArrive(body: Readable): void {
  if (body.readableEnded || body.destroyed) return;
  const timer = setTimeout(() => body.destroy(), WITHIN_MS);
  timer.unref();
  for (const event of ['end', 'close']) body.once(event, () => clearTimeout(timer));
}

/** How long an upload may send nothing at all: a browser that was closed says goodbye, a lost line does not. */
export const uploads = { silentMs: 60_000 };

/** An upload may take hours, but it must go on. */
export function mustGoOn(body: IncomingMessage): void {
  const { socket } = body;
  const end = (): void => void body.destroy();
  socket.setTimeout(uploads.silentMs);
  socket.once('timeout', end);
  const over = (): void => {
    socket.off('timeout', end);
    socket.setTimeout(0);
  };
  for (const event of ['end', 'close']) body.once(event, over);
}
