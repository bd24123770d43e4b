import { setTimeout as pause } from 'node:timers/promises';

/** How long something may take to come: only what hangs takes so long, however busy the machine is. */
export const PATIENCE_MS = 180_000;
const BETWEEN_MS = 50;

/**
 * Looks until it is as wanted; else the difference between that and what was seen last. For what follows an action: the
 * first look may still see what was before it.
 * @param wanted as `toEqual` takes it
 */
export async function comesTo(look: () => unknown, wanted: unknown): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(BETWEEN_MS)) {
    const seen = await look();
    try {
      return expect(seen).toEqual(wanted);
    } catch (difference) {
      if (Date.now() > end) throw difference;
    }
  }
}

/** Until it is so. @param what it would be, told when it never is */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`never came true: ${what}`);
    await pause(BETWEEN_MS);
  }
}
