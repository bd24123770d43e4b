import { setTimeout as pause } from 'node:timers/promises';

/** Generous, so that a busy machine fails no test; only something that hangs takes this long. */
export const TIMEOUT_MS = 180_000;
const INTERVAL_MS = 50;

/**
 * Reads the value until it equals the expected one; fails with the last difference. Needed after an action, when the
 * first read may still see the old value.
 * @param expected as `toEqual` takes it
 */
export async function eventually(read: () => unknown, expected: unknown): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; ; await pause(INTERVAL_MS)) {
    const actual = await read();
    try {
      return expect(actual).toEqual(expected);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/**
 * Waits until the condition is true.
 * @param description for the error when it never is
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, description = 'it'): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`never came true: ${description}`);
    await pause(INTERVAL_MS);
  }
}
