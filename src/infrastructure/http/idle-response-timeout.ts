import type { FastifyInstance } from 'fastify';

/** Longest time in which a client may read nothing of a response. Tests shorten it. */
export const responseLimits = { idleMs: 60_000 };

/**
 * Closes connections whose client stops reading the response. Partial responses (206) are exempt: a paused video player
 * stops reading as well.
 */
export function closeIdleResponses(instance: FastifyInstance): void {
  instance.addHook('onSend', (_request, reply, payload, done) => {
    // Injected requests of tests have no real socket.
    if (reply.statusCode !== 206) reply.raw.socket?.setTimeout?.(responseLimits.idleMs);
    done(null, payload);
  });
}
