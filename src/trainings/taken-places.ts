import { LookedTooEarly, isDuplicate } from '../platform/database/transactions';

/**
 * A row that names a file makes way for another one, as it was read: of two at once the second begins again and finds the row of
 * the first, whose file would else be kept although no row names it. In the caller's transaction.
 * @param replace false: what was read is not there any more
 */
export async function takingItsPlace(replace: () => Promise<boolean>): Promise<void> {
  const isDone = await replace().catch((error: unknown) => {
    if (isDuplicate(error)) return false;
    throw error;
  });
  if (!isDone) throw new LookedTooEarly('Someone else has replaced it in the meantime');
}
