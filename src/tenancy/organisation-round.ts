import type { Database } from '../platform/database/database';
import type { Round } from '../platform/jobs/sweep';

/** Organisations that a portion of a round reads: the LIMIT of its statement. */
export const ORGANISATIONS_AT_A_TIME = 100;

/**
 * A portion of a round through organisations, one after the other: what goes wrong with one keeps no other waiting.
 * @param statement those with a higher `customer_id` than its one parameter, in that order
 * @param one what is due there, or nothing
 * @returns where the next portion begins; null: all are done, or the round was interrupted
 */
export async function eachOrganisation<Organisation extends { customer_id: number }>(
  database: Database,
  statement: string,
  { after, round }: { after: number | null; round: Round },
  one: (organisation: Organisation) => Promise<void>,
): Promise<number | null> {
  const found = await database.rows<Organisation>(statement, [after ?? 0]);
  for (const organisation of found) {
    if (!(await round.goesOn())) return null;
    const { customer_id } = organisation;
    await one(organisation).catch((error: unknown) => round.failed(error, { customer_id }));
  }
  return found.length === ORGANISATIONS_AT_A_TIME ? found.at(-1)!.customer_id : null;
}
