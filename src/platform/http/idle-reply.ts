import type { FastifyInstance } from 'fastify';

/** How long a client may take nothing of a reply. Tests shorten it. */
export const replies = { idleMs: 60_000 };

/**
 * Cuts a reply that its client does not take: node destroys a socket on which nothing moves for so long. A video player that
 * is paused takes nothing either; what it reads are parts, and those are left alone.
 */
export function cutIdleReplies(instance: FastifyInstance): void {
  instance.addHook('onSend', (_request, reply, payload, done) => {
    // Injected requests of tests have no real socket.
    if (reply.statusCode !== 206) reply.raw.socket?.setTimeout?.(replies.idleMs);
    done(null, payload);
  });
}
