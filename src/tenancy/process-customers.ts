import type { Database } from '../infrastructure/database/database';
import type { JobRun } from '../infrastructure/jobs/scheduled-job';

/** LIMIT of the statement that reads a batch. */
export const CUSTOMERS_PER_BATCH = 100;

/**
 * Processes one batch of customers for a scheduled job; an error of one does not stop the others.
 * @param statement selects customers above its one parameter, ordered by `customer_id`
 * @returns where the next batch starts; null when done or interrupted
 */
export async function processCustomers<Customer extends { customer_id: number }>(
  database: Database,
  statement: string,
  { after, run }: { after: number | null; run: JobRun },
  processOne: (customer: Customer) => Promise<void>,
): Promise<number | null> {
  const customers = await database.rows<Customer>(statement, [after ?? 0]);
  for (const customer of customers) {
    if (!(await run.shouldContinue())) return null;
    const { customer_id } = customer;
    await processOne(customer).catch((error: unknown) => run.recordFailure(error, { customer_id }));
  }
  return customers.length === CUSTOMERS_PER_BATCH ? customers.at(-1)!.customer_id : null;
}
