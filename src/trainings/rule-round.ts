import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { eachOrganisation, ORGANISATIONS_AT_A_TIME } from '../tenancy/organisation-round';
import { Tenants } from '../tenancy/tenants';
import { RuleTriggers } from './rule-triggers';
import { RuleTurns } from './rule-turns';

const RULE_ROUND = 'assignment-rules';
const EVERY_MS = 15 * 60_000;

/** Open organisations that have rules or had some, and up to which day everybody there has been looked at. */
const ORGANISATIONS = `SELECT c.customer_id AS customer_id, c.time_zone, d.swept_on
  FROM customer_state c JOIN assignment_rule_turn d ON d.customer_id = c.customer_id
  WHERE c.customer_id > ? AND c.status = 'A'
  ORDER BY c.customer_id LIMIT ${ORGANISATIONS_AT_A_TIME}`;

interface Organisation {
  customer_id: number;
  time_zone: string;
  swept_on: Day | null;
}

/** Once on each of an organisation's days everybody is looked at: whatever was missed is brought about then. */
@Injectable()
export class RuleRound implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly triggers: RuleTriggers,
    private readonly turns: RuleTurns,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<number>({
      name: RULE_ROUND,
      every: EVERY_MS,
      leased: true,
      batch: (after, round) =>
        eachOrganisation<Organisation>(this.database, ORGANISATIONS, { after, round }, (each) => this.owe(each, round)),
    });
  }

  private async owe({ customer_id, time_zone, swept_on }: Organisation, round: Round): Promise<void> {
    const today = dayAt(this.clock.now(), time_zone);
    if (swept_on === today) return;
    const tenant = await this.tenants.forSystem(customer_id);
    await this.transactions.run(async () => {
      await this.turns.take(tenant);
      await this.turns.swept(tenant, today);
      await this.triggers.owe(tenant, null);
    });
    round.did(1);
  }
}
