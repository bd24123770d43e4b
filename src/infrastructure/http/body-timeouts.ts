import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** One megabyte in this time is 280 kbit/s. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Destroys a request whose body takes too long, against clients that send one byte a minute. Node's `requestTimeout`
 * would also cut uploads, which may take hours.
 */
export function limitBodyDuration(body: Readable): void {
  if (body.readableEnded || body.destroyed) return;
  const timer = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS);
  timer.unref();
  for (const event of ['end', 'close']) body.once(event, () => clearTimeout(timer));
}

/** Longest time in which an upload may send nothing: a lost connection is not closed by the client. */
export const uploadLimits = { silenceMs: 60_000 };

/** An upload may take hours, but it must not fall silent. */
export function limitUploadSilence(body: IncomingMessage): void {
  const { socket } = body;
  const destroyBody = (): void => void body.destroy();
  socket.setTimeout(uploadLimits.silenceMs);
  socket.once('timeout', destroyBody);
  const clearLimit = (): void => {
    socket.off('timeout', destroyBody);
    socket.setTimeout(0);
  };
  for (const event of ['end', 'close']) body.once(event, clearLimit);
}
