import { StaleReadError, isUniqueViolation } from '../../infrastructure/database/transaction-manager';

/**
 * Replaces a row that refers to a file, in the caller's transaction. On a concurrent replacement the transaction is
 * retried; otherwise the other file would be left without a row.
 * @param replace false: the row has changed since it was read
 */
export async function replaceRow(replace: () => Promise<boolean>): Promise<void> {
  const isDone = await replace().catch((error: unknown) => {
    if (isUniqueViolation(error)) return false;
    throw error;
  });
  if (!isDone) throw new StaleReadError('The row was replaced concurrently');
}
