/** Rows of a long loop between two calls of `yieldToEventLoop`. */
export const ROWS_PER_TURN = 1_000;

/**
 * Lets other requests run. Awaiting a promise does not: what the embedded database answers comes within the call, and the
 * event loop does not go round.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
