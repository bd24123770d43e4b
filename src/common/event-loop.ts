/** Rows that a long loop processes between two calls of `yieldToEventLoop`. */
export const ROWS_PER_TURN = 1_000;

/** Lets other requests run. Awaiting a promise does not: the embedded database answers synchronously. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
